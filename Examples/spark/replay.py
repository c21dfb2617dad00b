#!/usr/bin/env python3
"""Plays a log of many devices under Apache Spark, in the stages that one machine goes through alone.

    spark-submit replay.py --aak AAK --world WORLD --log LOG --output FOLDER [--partitions N] [--key PUBLIC]

1. The log is cut into partitions, the lines of a device together and in the order of the log.
2. Where the world has a crowd, `aak simulate --count-crowd` counts each partition; the counts are added.
3. Each partition is piped through `aak simulate` with the whole crowd's counts: draws come from the seed and the
   device's name, so what comes of a device does not depend on the partition it is in.
4. With --key, the postbacks are piped through `aak verify`, and the job fails unless all are valid.

A worker that dies in the middle changes nothing: Spark plays its partitions again, and they come out the same.
The lines in FOLDER are those of one machine's `aak simulate --world WORLD LOG`, in another order.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from pyspark import SparkFiles
from pyspark.sql import SparkSession


def run(command, lines):
    """Pipes lines through a command; what it writes to standard error is told where it fails."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as messages:
        for line in lines:
            source.write(line.encode() + b"\n")
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=messages)
        for line in process.stdout:
            yield line.rstrip(b"\n").decode()
        if process.wait() != 0:
            messages.seek(0)
            raise RuntimeError(f"{' '.join(command)}: {messages.read().decode(errors='replace')[-2000:]}")


def count(aak, world):
    def task(lines):
        yield from run([aak, "simulate", "--world", SparkFiles.get(world), "--count-crowd", "-", "-j1"], lines)
    return task


def replay(aak, world, crowd, fail_once):
    def task(index, lines):
        options = ["--crowd", SparkFiles.get(crowd)] if crowd else []
        marker = os.path.join(fail_once, str(index)) if fail_once else None
        command = [aak, "simulate", "--world", SparkFiles.get(world), "-j1", *options]
        for number, line in enumerate(run(command, lines)):
            # For tests: the first attempt at a partition ends the worker's process in the middle.
            if marker and index == 0 and number == 100 and not os.path.exists(marker):
                open(marker, "w").close()
                os._exit(9)
            yield line
    return task


def verify(aak, key):
    def task(lines):
        bodies = (json.dumps(json.loads(line)["body"], separators=(",", ":"))
                  for line in lines if '"event":"postback"' in line and '"jws-string"' in line)
        yield from run([aak, "verify", "--key", SparkFiles.get(key), "-j1"], bodies)
    return task


def main():
    parser = argparse.ArgumentParser()
    for name in ["aak", "world", "log", "output"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--key")
    parser.add_argument("--fail-once", help=argparse.SUPPRESS)
    options = parser.parse_args()
    spark = SparkSession.builder.appName("aak simulate").getOrCreate()
    context = spark.sparkContext
    context.addFile(options.world)
    world = os.path.basename(options.world)

    # Lines of a device together, in their order; the devices of a partition one after another.
    numbered = context.textFile(options.log, options.partitions).zipWithIndex()
    devices = numbered.map(lambda pair: (json.loads(pair[0])["device"], pair[1], pair[0]))
    cut = devices.map(lambda line: ((line[0], line[1]), line[2])).repartitionAndSortWithinPartitions(
        options.partitions, lambda key: hash_of(key[0])).values()

    crowd = None
    with open(options.world, encoding="utf-8") as file:
        has_crowd = "crowd" in json.load(file)
    if has_crowd:
        counts = cut.mapPartitions(count(options.aak, world)).collect()
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "crowd.ndjson"), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in counts)
        context.addFile(file.name)
        crowd = os.path.basename(file.name)

    played = cut.mapPartitionsWithIndex(replay(options.aak, world, crowd, options.fail_once))
    played.saveAsTextFile(options.output)
    if options.key:
        context.addFile(options.key)
        verdicts = context.textFile(options.output).mapPartitions(verify(options.aak, os.path.basename(options.key)))
        wrong = verdicts.filter(lambda line: '"verdict":"valid"' not in line).take(1)
        if wrong:
            sys.exit(f"a postback is not valid: {wrong[0]}")
    spark.stop()


def hash_of(text):
    """The same on every worker, which Python's own hash is not."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


if __name__ == "__main__":
    main()
