"""Python's JSON libraries at the same work, for comparison.

    python3 peers.py FILE [--runs N]      a table: validate, the headline job, checksum of its output
    python3 peers.py FILE --checksum      the checksum of a file, whatever its layout and key order
    python3 peers.py FILE --serve NAME    for the benchmark: "validate", "copy" or a job a line,
                                          seconds back; or a job and a file, which it writes
    python3 peers.py - --stream NAME      the headline job from standard input to standard output
    python3 peers.py FILE --duckdb OUT    the headline job with duckdb

With `--repeat BYTES`, FILE is a list of texts, which are gone through until there were so many bytes.
FILE is in memory and cut into documents before the clock starts, which favours the peers. With
`--megabytes N` only the lines of its beginning count.
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
    """The documents of a generated file: a whole one, records of several lines, or NDJSON."""
    if data.startswith(b"[") or data.count(b"\n") == 1:
        return [data]
    if data.startswith(b"{\n"):
        return [part + b"\n}" for part in data.split(b"\n}\n") if part]
    return [line for line in data.split(b"\n") if line]


def headline(record):
    if isinstance(record, list):
        return [headline(element) for element in record]
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


def wildcard(record):
    record["version"] = 2
    for item in record["items"]:
        item["amount"] = item.pop("price")
    return record


def filtered(record):
    record["version"] = 2
    for item in record["items"]:
        if item["quantity"] > 5:
            item["bulk"] = True
    return record


def below(value):
    def visit(value):
        if isinstance(value, dict):
            value.pop("done", None)
            for child in value.values():
                visit(child)
        elif isinstance(value, list):
            for child in value:
                visit(child)

    value["version"] = 2
    visit(value)
    return value


def split_join(record):
    record["version"] = 2
    record["firstName"], _, record["lastName"] = record.pop("name").partition(" ")
    address = record["address"]
    address["line"] = address.pop("street") + ", " + address.pop("city")
    return record


def move(record):
    record["version"] = 2
    geo = record["address"]["geo"]
    record["position"] = {"lat": geo.pop("lat"), "lon": geo.pop("lon")}
    return record


def block(record):
    record["version"] = 2
    for item in record["items"]:
        if item["done"] is True:
            item["label"] = item.pop("title")
            item.setdefault("unit", "piece")
            del item["done"]
    return record


def wide(record):
    record["version"] = 2
    record["renamed"] = record.pop("key00010")
    del record["key05000"], record["key09990"]
    record.setdefault("added", True)
    return record


def long(record):
    record["version"] = 2
    for item in record["items"]:
        item["number"] = item.pop("n")
    return record


JOBS = {
    "headline": headline,
    "headline-array": headline,
    "wildcard": wildcard,
    "filter": filtered,
    "below": below,
    "split-join": split_join,
    "move": move,
    "block": block,
    "wide": wide,
    "long": long,
}


def validate(parts, loads, _dumps):
    for part in parts:
        loads(part)


def copy(parts, loads, dumps):
    for part in parts:
        dumps(loads(part))


def job(name, parts, loads, dumps):
    edit = JOBS[name]
    return b"\n".join([dumps(edit(loads(part))) for part in parts]) + b"\n"


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


def repeated(data, size):
    """The texts of a list, over and over, up to a size."""
    texts = [text.encode() for text in json.loads(data)]
    parts, count = [], 0
    while count < size:
        parts += texts
        count += sum(len(text) + 1 for text in texts)
    return parts


def serve(name, parts):
    tools = library(name)
    if tools is None:
        sys.exit(f"{name} is not installed")
    print("ready", flush=True)
    for line in sys.stdin:
        task, _, file = line.strip().partition(" ")
        if file:
            with open(file, "wb") as out:
                out.write(job(task, parts, *tools))
            print(0, flush=True)
        elif task in ("validate", "copy"):
            print(timed({"validate": validate, "copy": copy}[task], parts, *tools), flush=True)
        else:
            print(timed(job, task, parts, *tools), flush=True)


def stream(name):
    tools = library(name)
    if tools is None:
        sys.exit(f"{name} is not installed")
    loads, dumps = tools
    write = sys.stdout.buffer.write
    for line in sys.stdin.buffer:
        write(dumps(headline(loads(line))) + b"\n")


def duckdb(file, out):
    try:
        module = importlib.import_module("duckdb")
    except ImportError:
        sys.exit("duckdb is not installed")
    base = module.connect()
    base.execute("SET threads = 1")
    base.execute(
        "COPY (SELECT * EXCLUDE (body, legacyFlag, name) "
        "REPLACE (3 AS version, CASE status WHEN 'todo' THEN 'pending' WHEN 'doing' THEN 'active' "
        "ELSE 'completed' END AS status), body AS text, 0 AS priority, "
        "split_part(name, ' ', 1) AS firstName, split_part(name, ' ', 2) AS lastName "
        f"FROM read_json('{file}', format = 'newline_delimited', columns = {{"
        "id: 'VARCHAR', version: 'INTEGER', createdAt: 'VARCHAR', name: 'VARCHAR', "
        "email: 'VARCHAR', status: 'VARCHAR', body: 'VARCHAR', tags: 'JSON', legacyFlag: 'BOOLEAN', "
        "address: 'JSON', settings: 'JSON', score: 'DOUBLE', visits: 'INTEGER', "
        f"parent: 'VARCHAR'}})) TO '{out}' (FORMAT json)"
    )


def table(parts, size, runs):
    print(f"{'':10}{'validate':>14}{'job':>14}  checksum of the output")
    for name in ["orjson", "msgspec", "json"]:
        tools = library(name)
        if tools is None:
            print(f"{name:10}not installed, left out")
            continue
        speeds = [
            size / 1e6 / statistics.median(timed(*task, parts, *tools) for _ in range(runs))
            for task in ((validate,), (job, "headline"))
        ]
        columns = "".join(f"{speed:9.0f} MB/s" for speed in speeds)
        print(f"{name:10}{columns}  {checksum(job('headline', parts, *tools))}")


def contents(file, megabytes):
    with open(file, "rb") as stream:
        data = stream.read()
    if megabytes and len(data) > megabytes * 1_000_000:
        data = data[: data.rindex(b"\n", 0, megabytes * 1_000_000) + 1]
    return data


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("file")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--megabytes", type=int)
    arguments.add_argument("--checksum", action="store_true")
    arguments.add_argument("--serve", metavar="NAME")
    arguments.add_argument("--repeat", type=int, metavar="BYTES")
    arguments.add_argument("--stream", metavar="NAME")
    arguments.add_argument("--duckdb", metavar="OUT")
    options = arguments.parse_args()
    if options.stream:
        return stream(options.stream)
    if options.duckdb:
        return duckdb(options.file, options.duckdb)
    data = contents(options.file, options.megabytes)
    if options.checksum:
        print(checksum(data))
    elif options.serve:
        parts = repeated(data, options.repeat) if options.repeat else documents(data)
        serve(options.serve, parts)
    else:
        table(documents(data), len(data), options.runs)


main()
