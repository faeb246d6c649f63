"""Times of pyiceberg's plans: plan_times.py DATABASE (NAME FILTER)...; each is planned twice, the second one counts."""

import sys
import time

import pyiceberg
from pyiceberg.catalog.sql import SqlCatalog


def main(database, *questions):
    table = SqlCatalog("firn", uri="sqlite:///" + database).load_table("bench.plan")
    for name, row_filter in zip(questions[::2], questions[1::2]):
        for _ in range(2):
            wall, cpu = time.perf_counter(), time.process_time()
            scan = table.scan(row_filter=row_filter) if row_filter else table.scan()
            tasks = len(list(scan.plan_files()))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(
            f"{name:22} {tasks:9,} tasks  pyiceberg {pyiceberg.__version__} {wall * 1e3:9.1f} ms (cpu {cpu * 1e3:9.1f})"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
