"""Works with pyiceberg's SqlCatalog on Firn's SQLite file, one JSON request per line of standard input.

Usage: talk.py DATABASE. A request is an object with "do" and the action's arguments; the answer is one line of JSON,
{"ok": ...} or {"error": ...}. Ends with the input.
"""

import json
import sys

import pyarrow as pa
from pyiceberg.catalog.sql import SqlCatalog

SCHEMA = pa.schema([pa.field("id", pa.int64(), nullable=False), pa.field("name", pa.string())])


def main(database):
    catalog = SqlCatalog("firn", uri="sqlite:///" + database)
    for line in sys.stdin:
        request = json.loads(line)
        action = ACTIONS[request.pop("do")]
        try:
            answer = {"ok": action(catalog, **request)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def create(catalog, table, location):
    catalog.create_table(table, schema=SCHEMA, location=location)


def append(catalog, table, rows):
    columns = {"id": [row[0] for row in rows], "name": [row[1] for row in rows]}
    catalog.load_table(table).append(pa.table(columns, schema=SCHEMA))


def tables(catalog, namespace):
    return sorted(name for _, name in catalog.list_tables(namespace))


def rows(catalog, table):
    found = catalog.load_table(table).scan().to_arrow().to_pylist()
    return sorted([row["id"], row["name"]] for row in found)


def join(catalog, names):
    """The names of each id that all tables have."""
    joined = None
    for table in names:
        found = dict(rows(catalog, table))
        joined = {
            key: [*values, found[key]]
            for key, values in (joined if joined is not None else dict.fromkeys(found, [])).items()
            if key in found
        }
    return sorted([key, *values] for key, values in joined.items())


def rename(catalog, old, new):
    catalog.rename_table(old, new)


def drop(catalog, table):
    catalog.drop_table(table)


def location(catalog, table):
    return catalog.load_table(table).location()


def newest(catalog, tables):
    """The largest id of each table, one table read after the other; 0 for an empty one."""
    return [max((row["id"] for row in scan(catalog, table)), default=0) for table in tables]


def scan(catalog, table):
    return catalog.load_table(table).scan(selected_fields=("id",)).to_arrow().to_pylist()


ACTIONS = {
    "create": create,
    "append": append,
    "tables": tables,
    "rows": rows,
    "join": join,
    "rename": rename,
    "drop": drop,
    "location": location,
    "newest": newest,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
