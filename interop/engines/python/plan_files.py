"""Plans filters with pyiceberg's SqlCatalog on Firn's SQLite file.

Usage: plan_files.py DATABASE QUESTIONS ANSWERS
A line of QUESTIONS is NAME, TABLE, FILTER with tabs between them; a line of ANSWERS is NAME, FILE, ROWS, where ROWS is
the number of matching rows of all files.
"""

import sys

from pyiceberg.catalog.sql import SqlCatalog


def main(database, questions, answers):
    catalog = SqlCatalog("firn", uri="sqlite:///" + database)
    with open(questions, encoding="utf-8") as asked, open(answers, "w", encoding="utf-8") as out:
        for line in asked:
            name, table, row_filter = line.rstrip("\n").split("\t")
            scan = catalog.load_table(table).scan(row_filter=row_filter)
            rows = scan.to_arrow().num_rows
            for file in sorted(task.file.file_path for task in scan.plan_files()):
                out.write(f"{name}\t{file}\t{rows}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
