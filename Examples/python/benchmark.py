"""The package beside the same job by hand, with orjson and with the standard library.

    python benchmark.py [--megabytes 50] [--rounds 7]
    python benchmark.py --threads              how much faster two threads are than one, and nothing else

One document of about 1 KB at a time, in microseconds; and many, in MB/s, with one thread and with two.
Everything is in memory; of all rounds the fastest counts, and what is compared runs in turns, so that a busy
machine treats both alike. What counts are ratios.
"""

import argparse
import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

RULES = Path(__file__).parents[2] / "Sources" / "Benchmarks" / "rules" / "headline"
STATUS = {"todo": "pending", "doing": "active", "done": "completed"}


def record(draw: random.Random, number: int) -> dict:
    """As the records of Sources/Benchmarks, with five items, which makes about 1 KB."""
    word = lambda: "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9)))
    words = lambda count: " ".join(word() for _ in range(count))
    flag = lambda: draw.random() < 0.5
    return {
        "id": f"rec-{number:09}", "version": 1, "createdAt": "2026-01-31T12:00:00Z",
        "name": f"{word().title()} {word().title()}", "email": f"{word()}@example.com",
        "status": draw.choice(list(STATUS)), "body": words(15) + " “é” \\ \" \n",
        "tags": [word() for _ in range(draw.randrange(5))], "legacyFlag": flag(),
        "address": {
            "street": f"{draw.randrange(300)} {word()}", "city": word(), "zip": "12345",
            "geo": {"lat": round(draw.uniform(-90, 90), 5), "lon": round(draw.uniform(-180, 180), 5)},
        },
        "settings": {
            "theme": "dark", "pageSize": draw.choice([10, 25, 50]),
            "notify": {"email": flag(), "push": flag()},
        },
        "score": round(draw.uniform(0, 100), 3), "visits": draw.randrange(100_000), "parent": None,
        "items": [
            {"sku": f"sku-{draw.randrange(1_000_000):06}", "title": words(2),
             "price": round(draw.uniform(0, 1_000), 2), "quantity": draw.randrange(1, 10), "done": flag()}
            for _ in range(5)
        ],
    }


def by_hand(record: dict) -> dict:
    """The rules of Sources/Benchmarks/rules/headline, as a program."""
    if record.get("version", 1) >= 3:
        return record
    record["version"] = 3
    if "body" in record:
        record["text"] = record.pop("body")
    record.setdefault("priority", 0)
    if "status" in record:
        record["status"] = STATUS.get(record["status"], record["status"])
    record.pop("legacyFlag", None)
    if "name" in record:
        record["firstName"], _, record["lastName"] = record.pop("name").partition(" ")
    return record


def fastest(ways: dict, rounds: int) -> dict:
    """The seconds that each way takes, of all rounds the fewest."""
    seconds = {name: float("inf") for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = perf_counter()
            way()
            seconds[name] = min(seconds[name], perf_counter() - start)
    return seconds


def show(title: str, unit: str, figures: dict, ratios: dict):
    print(f"\n| {title} | {unit} | times orjson by hand |\n| --- | --: | --: |")
    for name, figure in figures.items():
        print(f"| {name} | {figure:.2f} | {ratios[name]:.2f} |")


def one_at_a_time(migrator, documents: list, rounds: int):
    import orjson

    plain = lambda document: type(migrator).migrate(migrator, document)
    loads, dumps = orjson.loads, orjson.dumps
    for document in documents:
        assert loads(migrator.migrate(document)) == loads(plain(document)) == by_hand(loads(document))

    def each(call):
        def run():
            for document in documents:
                call(document)
        return run

    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    ways = {
        "orjson by hand": each(lambda document: dumps(by_hand(loads(document)))),
        "json by hand": each(lambda document: encode(by_hand(json.loads(document))).encode()),
        "`migrate`, ctypes alone": each(plain),
    }
    if "migrate" in vars(migrator):
        ways["`migrate`, with the extension"] = each(migrator.migrate)
    seconds = fastest(ways, rounds)
    show(f"one document of {len(documents[0])} bytes", "µs",
         {name: value / len(documents) * 1e6 for name, value in seconds.items()},
         {name: seconds["orjson by hand"] / value for name, value in seconds.items()})


def many(migrator, documents: list, rounds: int, only_threads: bool):
    import pyarrow as pa

    data = b"\n".join(documents) + b"\n"
    column = pa.array(documents, pa.large_binary())
    half = len(documents) // 2
    pieces = [b"\n".join(part) + b"\n" for part in (documents[:half], documents[half:])]
    parts = [column.slice(0, half), column.slice(half)]
    few = data[: len(data) // 10]

    def by_orjson():
        from orjson import dumps, loads

        return b"\n".join(dumps(by_hand(loads(line))) for line in few.split(b"\n")[:-1])

    with ThreadPoolExecutor(2) as pool:
        ways = {} if only_threads else {"orjson by hand": by_orjson}
        ways.update({
            "`migrate_lines`": lambda: migrator.migrate_lines(data),
            "`migrate_lines`, two threads": lambda: list(pool.map(migrator.migrate_lines, pieces)),
            "`migrate_array`": lambda: migrator.migrate_array(column),
            "`migrate_array`, two threads": lambda: list(pool.map(migrator.migrate_array, parts)),
        })
        seconds = fastest(ways, rounds)
    sizes = {name: len(few) if "hand" in name else len(data) for name in seconds}
    speeds = {name: sizes[name] / value / 1e6 for name, value in seconds.items()}
    if not only_threads:
        show(f"{len(data) / 1e6:.0f} MB of documents", "MB/s", speeds,
             {name: value / speeds["orjson by hand"] for name, value in speeds.items()})
    for name in ("`migrate_lines`", "`migrate_array`"):
        print(f"two threads of {name}: {speeds[name + ', two threads'] / speeds[name]:.2f} times one")


def main():
    import jsonmigration

    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=float, default=50)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", action="store_true")
    arguments = parser.parse_args()
    draw = random.Random(1)
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    documents, size = [], 0
    while size < arguments.megabytes * 1e6:
        documents.append(encode(record(draw, len(documents))).encode())
        size += len(documents[-1])
    migrator = jsonmigration.Migrator(RULES)
    print(f"jsonmigration {jsonmigration.__version__}, Python {sys.version.split()[0]}")
    if not arguments.threads:
        one_at_a_time(migrator, documents[:1_000], arguments.rounds * 3)
    many(migrator, documents, arguments.rounds, arguments.threads)


if __name__ == "__main__":
    main()
