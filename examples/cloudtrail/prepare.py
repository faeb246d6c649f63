#!/usr/bin/env python3
"""Makes CloudTrail log files of StreamAlert's test events.

CloudTrail delivers files of one line of JSON, gzipped: {"Records": [...]}. The test events hold such
records one by one, each wrapped with what a test expects of it. This takes the records out, unchanged
and in their order, and puts those of one file of tests into one log file of the same name. Test events
that hold something else than records (CloudWatch events) are left out.

    prepare.py FOLDER_WITH_TEST_EVENTS incoming

The output is the same, byte for byte, each time.
"""

import gzip
import json
import pathlib
import sys


def main(tests: pathlib.Path, logs: pathlib.Path) -> None:
    for path in sorted(tests.rglob("*.json")):
        events = json.loads(path.read_text(encoding="utf-8"))
        records = [record for event in events for record in event["data"].get("Records", [])]
        if not records:
            continue
        line = json.dumps({"Records": records}, ensure_ascii=False, separators=(",", ":"))
        with open(logs / (path.name + ".gz"), "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out:
                out.write(line.encode("utf-8"))


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
