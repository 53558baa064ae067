"""Python's JSON libraries at the same work, for comparison.

    python3 peers.py FILE [--runs N]     a table: validate, the headline job, checksum of its output
    python3 peers.py FILE --checksum     the checksum of a file, whatever its layout and key order
    python3 peers.py FILE --serve NAME   for the benchmark: "validate" or "job" a line, seconds back

FILE is in memory and cut into documents before the clock starts, which favours the peers.
"""

import argparse
import hashlib
import importlib
import json
import statistics
import sys
import time

STATUS = {"todo": "pending", "doing": "active", "done": "completed"}


def library(name):
    """(loads, dumps to bytes), or None when it isn't installed."""
    if name == "json":
        encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
        return json.loads, lambda value: encoder.encode(value).encode()
    try:
        module = importlib.import_module({"msgspec": "msgspec.json"}.get(name, name))
    except ImportError:
        return None
    return (module.loads, module.dumps) if name == "orjson" else (module.decode, module.encode)


def documents(data):
    """The documents of a generated file: one array, records of several lines, or NDJSON."""
    if data.startswith(b"["):
        return [data]
    if data.startswith(b"{\n"):
        return [part + b"\n}" for part in data.split(b"\n}\n") if part]
    return [line for line in data.split(b"\n") if line]


def migrate(record):
    record["version"] = 3
    if "body" in record:
        record["text"] = record.pop("body")
    if "priority" not in record:
        record["priority"] = 0
    if "status" in record:
        record["status"] = STATUS.get(record["status"], record["status"])
    record.pop("legacyFlag", None)
    if "name" in record:
        record["firstName"], _, record["lastName"] = record.pop("name").partition(" ")
    return record


def validate(parts, loads, _dumps):
    for part in parts:
        loads(part)


def job(parts, loads, dumps):
    if parts[0].startswith(b"["):
        return dumps([migrate(record) for record in loads(parts[0])])
    return b"\n".join([dumps(migrate(loads(part))) for part in parts]) + b"\n"


def timed(task, *arguments):
    start = time.perf_counter()
    task(*arguments)
    return time.perf_counter() - start


def checksum(data):
    """Equal for texts that hold the same documents in the same order."""
    text, position, digest = data.decode(), 0, hashlib.sha256()
    decoder = json.JSONDecoder()
    while True:
        while position < len(text) and text[position] in " \t\r\n":
            position += 1
        if position == len(text):
            return digest.hexdigest()[:16]
        value, position = decoder.raw_decode(text, position)
        digest.update(json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n")


def serve(name, parts):
    tools = library(name)
    if tools is None:
        sys.exit(f"{name} is not installed")
    print("ready", flush=True)
    for line in sys.stdin:
        task = {"validate": validate, "job": job}[line.strip()]
        print(timed(task, parts, *tools), flush=True)


def table(parts, size, runs):
    print(f"{'':10}{'validate':>14}{'job':>14}  checksum of the output")
    for name in ["orjson", "msgspec", "json"]:
        tools = library(name)
        if tools is None:
            print(f"{name:10}not installed, left out")
            continue
        speeds = [
            size / 1e6 / statistics.median(timed(task, parts, *tools) for _ in range(runs))
            for task in (validate, job)
        ]
        columns = "".join(f"{speed:9.0f} MB/s" for speed in speeds)
        print(f"{name:10}{columns}  {checksum(job(parts, *tools))}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("file")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--checksum", action="store_true")
    arguments.add_argument("--serve", metavar="NAME")
    options = arguments.parse_args()
    with open(options.file, "rb") as file:
        data = file.read()
    if options.checksum:
        print(checksum(data))
    elif options.serve:
        serve(options.serve, documents(data))
    else:
        table(documents(data), len(data), options.runs)


main()
