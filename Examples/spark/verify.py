#!/usr/bin/env python3
"""Verifies the postbacks of many files under Apache Spark, and counts each identifier once over all of them.

    spark-submit verify.py --aak AAK --output FOLDER [--partitions N] FILE ... -- OPTION ...

The options after `--` are those of `aak verify`, such as --production and --network. The files and FOLDER have to be
the same for all workers; the files count in the given order.

1. Each file is given to one `aak verify --remember`: workers get files, not lines, so that no line goes through Python.
2. The remembered identifiers and marks, not the verdicts, are exchanged: those of one bucket go to one worker, which finds the
   identifiers that several files have. The first file in order counts.
3. In the files with such identifiers their verdict becomes "repeated", as one `aak verify` over all files says it.

FOLDER then has one file of verdicts for each input, part-00000.ndjson and so on. A worker that dies in the middle changes
nothing: each file is written under another name and renamed when it is complete.
"""

import argparse
import os
import subprocess
import sys
import zlib

from pyspark.sql import SparkSession

VALID = b'{"verdict":"valid"'


def staged(folder, number):
    return os.path.join(folder, "_staged", f"{number:05}.ndjson")


def remembered(folder, number):
    return os.path.join(folder, "_staged", f"{number:05}.seen")


def verify(aak, options, folder, buckets, fail_once):
    def task(numbered):
        for number, path in numbered:
            if fail_once and number == 0 and not os.path.exists(fail_once):
                # For tests: the first attempt at a file ends the worker's process.
                open(fail_once, "w").close()
                os._exit(9)
            seen = remembered(folder, number)
            command = [aak, "verify", "-j1", "--quiet", "--unique", "--accept", "postback", "--accept", "skadnetwork-postback",
                       "--remember", seen, "-o", staged(folder, number), *options, "-i", path]
            process = subprocess.run(command, stderr=subprocess.PIPE)
            if process.returncode not in (0, 1):
                raise RuntimeError(f"{' '.join(command)}: {process.stderr.decode(errors='replace')[-2000:]}")
            # One text for each bucket: Spark's cost is by record.
            texts = [[] for _ in range(buckets)]
            with open(seen, "rb") as lines:
                for line in lines:
                    texts[zlib.crc32(line.split(b"\t", 1)[0]) % buckets].append(line)
            for bucket, lines in enumerate(texts):
                if lines:
                    yield bucket, (number, b"".join(lines))
    return task


def repeats(texts):
    """Returns the identifiers that a file has and an earlier one had: (file, [(identifier, whether the marks are equal)])."""
    first = {}
    later = {}
    for number, text in sorted(texts):
        for line in text.splitlines():
            identifier, mark = line.split(b"\t")
            known = first.setdefault(identifier, mark)
            if known is not mark:
                later.setdefault(number, []).append((identifier, known == mark))
    return list(later.items())


def rewrite(folder, repeated_in):
    def task(numbers):
        for number in numbers:
            final = os.path.join(folder, f"part-{number:05}.ndjson")
            repeated = dict(pair for pairs in repeated_in.get(number, []) for pair in pairs)
            if not repeated:
                if not os.path.exists(final):
                    os.link(staged(folder, number), final)
                continue
            # Identifiers are remembered in the order of their verdicts.
            with open(staged(folder, number), "rb") as source, open(remembered(folder, number), "rb") as seen, \
                    open(final + ".new", "wb") as output:
                for line in source:
                    if line.startswith(VALID):
                        same = repeated.get(seen.readline().split(b"\t", 1)[0])
                        if same is not None:
                            rule = b"repeated-identifier" if same else b"repeated-identifier-differs"
                            line = b'{"verdict":"repeated","rule":"%s","same":%s%s' % (
                                rule, b"true" if same else b"false", line[len(VALID):])
                    output.write(line)
            os.replace(final + ".new", final)
            yield number
    return task


def main():
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser()
    parser.add_argument("--aak", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--fail-once", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments[:split])
    os.makedirs(os.path.join(options.output, "_staged"))

    spark = SparkSession.builder.appName("aak verify").getOrCreate()
    context = spark.sparkContext
    files = list(enumerate(options.files))
    buckets = options.partitions
    texts = context.parallelize(files, len(files)).mapPartitions(
        verify(options.aak, arguments[split + 1:], options.output, buckets, options.fail_once))
    found = texts.groupByKey(buckets).flatMap(lambda bucket: repeats(list(bucket[1]))).groupByKey().collect()
    repeated_in = {number: list(pairs) for number, pairs in found}
    context.parallelize(range(len(files)), len(files)).mapPartitions(rewrite(options.output, repeated_in)).count()
    spark.stop()


if __name__ == "__main__":
    main()
