"""Brings lines of JSON in Spark to the newest version, by a pipe to the command on each executor.

    job = Migration(context, "jsonmigrate", "rules")
    good, bad = job.run(context.textFile("events/"))

`good` has the documents, `bad` pairs of a document as it came and its error, as `--reasons` has it. The
command and the rules travel with the job, so nothing has to be installed on the executors.
"""

import os
import subprocess
import tempfile
import threading

from pyspark import SparkFiles


class Migration:
    def __init__(self, context, tool, rules, flags=()):
        """`flags` are more of `jsonmigrate apply`, such as --skip-newer or --each=doc."""
        context.addPyFile(os.path.abspath(__file__))
        context.addFile(tool)
        context.addFile(rules, recursive=True)
        self.tool, self.rules = os.path.basename(tool), os.path.basename(rules.rstrip("/"))
        self.flags = list(flags)

    def run(self, lines):
        """The migrated documents, and the bad ones with their errors.

        The result is kept, since both are read from it: `job.kept.unpersist()` gives it up.
        """
        tool, rules, flags = self.tool, self.rules, self.flags
        both = self.kept = lines.mapPartitions(lambda part: _pipe(part, tool, rules, flags)).cache()
        return (both.filter(lambda pair: pair[1] is None).map(lambda pair: pair[0]),
                both.filter(lambda pair: pair[1] is not None))


def _pipe(part, tool, rules, flags):
    """Pairs of a document and None, and then of bad documents and their errors."""
    program = SparkFiles.get(tool)
    os.chmod(program, 0o755)
    with tempfile.TemporaryDirectory() as folder:
        bad, reasons = os.path.join(folder, "bad"), os.path.join(folder, "reasons")
        process = subprocess.Popen(
            [program, "apply", SparkFiles.get(rules), "--ndjson", "--jobs=1", "--skip-bad", bad,
             "--reasons", reasons, "--bad-ok", "-qq", *flags],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        failure = []

        def feed():
            try:
                with process.stdin:
                    for line in part:
                        process.stdin.write(line.encode() + b"\n")
            except BrokenPipeError:
                pass
            except BaseException as error:
                failure.append(error)

        writer = threading.Thread(target=feed)
        writer.start()
        try:
            for line in process.stdout:
                yield line.decode().removesuffix("\n"), None
        finally:
            process.stdout.close()
            status = process.wait()
            writer.join()
        if failure:
            raise failure[0]
        # Bad documents are no failure here; anything else is, and Spark tries again.
        if status != 0:
            raise RuntimeError(f"jsonmigrate ended with {status}")
        with open(bad, "rb") as lines, open(reasons, "rb") as errors:
            # As bytes, of which a line ends at a newline alone.
            for line, error in zip(lines, errors, strict=True):
                yield line.decode().removesuffix("\n"), error.decode().removesuffix("\n")
