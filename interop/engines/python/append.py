"""Appends one row with pyiceberg's SqlCatalog on Firn's SQLite file.

Usage: append.py DATABASE TABLE ROW_ID TIME ACTION; the other columns of the row are null.
"""

import datetime
import sys

import pyarrow as pa
from pyiceberg.catalog.sql import SqlCatalog


def main(database, name, row_id, time, action):
    catalog = SqlCatalog("firn", uri="sqlite:///" + database)
    table = catalog.load_table(name)
    row = {"row_id": int(row_id), "ts": datetime.datetime.fromisoformat(time), "action": action}
    table.append(pa.Table.from_pylist([row], schema=table.schema().as_arrow()))


if __name__ == "__main__":
    main(*sys.argv[1:])
