"""Answers the questions with pyiceberg's SqlCatalog on Firn's SQLite file.

Usage: answers.py DATABASE QUESTIONS ANSWERS. QUESTIONS is a JSON document (see QuestionFiles in the tests); ANSWERS
gets a line for each row: name TAB cell TAB cell ...; a cell is an integer in decimal, the 16 hexadecimal digits of a
double's bits, a text with backslash, tab and line ends escaped, or \\N for null.
"""

import json
import struct
import sys

import pyarrow as pa
import pyarrow.compute as pc
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.expressions import AlwaysTrue, And, EqualTo, GreaterThanOrEqual, LessThan

OPERATORS = {"EQUAL": EqualTo, "AT_LEAST": GreaterThanOrEqual, "BELOW": LessThan}
DAY_MICROS = 86_400_000_000


def main(database, questions_file, answers_file):
    catalog = SqlCatalog("firn", uri="sqlite:///" + database)
    with open(questions_file, encoding="utf-8") as file:
        asked = json.load(file)
    table = catalog.load_table(asked["table"])
    with open(answers_file, "w", encoding="utf-8", newline="\n") as out:
        for question in asked["questions"]:
            rows = table.scan(row_filter=row_filter(question["where"])).to_arrow()
            for cells in SHAPES[question["shape"]](rows, asked["columns"]):
                out.write("\t".join([question["name"], *map(text, cells)]) + "\n")


def row_filter(conditions):
    expression = AlwaysTrue()
    for condition in conditions:
        operator = OPERATORS[condition["operator"]]
        expression = And(expression, operator(condition["column"], condition["value"]))
    return expression


def column(rows, path):
    """A column, one inside a struct too; times as microseconds."""
    names = path.split(".")
    values = rows.column(names[0])
    for name in names[1:]:
        values = pc.struct_field(values, name)
    return pc.cast(values, pa.int64()) if pa.types.is_timestamp(values.type) else values


def sums(rows, columns):
    cells = [rows.num_rows]
    for declared in columns:
        cells.extend(MEASURES[declared["type"]](column(rows, declared["path"])))
    yield cells


def count(values):
    return pc.count(values).as_py()


def extremes(values):
    found = pc.min_max(values)
    return [found["min"].as_py(), found["max"].as_py()]


def total(values):
    return pc.sum(pc.cast(values, pa.int64())).as_py()


def number_measures(values):
    return [count(values), total(values), *extremes(values)]


def double_measures(values):
    floors = pc.floor(pc.multiply(values, 1e3))
    return [count(values), total(floors), *extremes(values)]


def text_measures(values):
    return [count(values), total(pc.utf8_length(values)), *extremes(values)]


def time_measures(values):
    days = pc.multiply(pc.divide(values, DAY_MICROS), DAY_MICROS)
    return [count(values), total(pc.subtract(values, days)), *extremes(values)]


def all_rows(rows, columns):
    values = [column(rows, declared["path"]).to_pylist() for declared in columns]
    values.append(pc.cast(pc.is_null(rows.column("geo")), pa.int64()).to_pylist())
    yield from zip(*values)


def per_day(rows, columns):
    days = pc.strftime(pc.cast(rows.column("ts"), pa.timestamp("us", "UTC")), format="%Y-%m-%d")
    return grouped(days, rows)


def per_action(rows, columns):
    return grouped(rows.column("action"), rows)


def grouped(keys, rows):
    groups = pa.table({"key": keys, "id": rows.column("row_id")}).group_by("key")
    for group in groups.aggregate([("id", "count"), ("id", "sum")]).to_pylist():
        yield [group["key"], group["id_count"], group["id_sum"]]


def text(cell):
    if cell is None:
        return "\\N"
    if isinstance(cell, float):
        return struct.pack(">d", cell).hex()
    if isinstance(cell, int):
        return str(cell)
    return cell.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


MEASURES = {
    "NUMBER": number_measures,
    "DOUBLE": double_measures,
    "TEXT": text_measures,
    "TIME": time_measures,
}
SHAPES = {"SUMS": sums, "ROWS": all_rows, "PER_DAY": per_day, "PER_ACTION": per_action}

if __name__ == "__main__":
    main(*sys.argv[1:])
