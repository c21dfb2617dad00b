"""Keeps one aak running and asks it about one message after another, from any thread.

    with Verifier("--production", "--network", "acme.adattributionkit") as verifier:
        verdict = verifier.verdict(body)["verdict"]
"""
import contextlib
import json
import subprocess
import sys
import threading


class Verifier:
    """What `aak verify --lines` says of messages. The options are those of aak verify."""

    def __init__(self, *options):
        self.command = ["aak", "verify", "--lines", "--quiet", *options]
        self.process = None
        self.lock = threading.Lock()

    def verdict(self, body):
        """The verdict on the bytes that a device sent, as a dictionary.

        Raises OSError where there is no answer. Nobody knows then what the message is: answer 500, and the device sends it
        again. The next call starts aak anew.
        """
        # A line break is white space in JSON, and makes two lines of anything else.
        line = body.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"
        with self.lock:
            if self.process is None:
                self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            try:
                # If aak has ended, so has its output, and there is no answer to read.
                with contextlib.suppress(BrokenPipeError):
                    self.process.stdin.write(line)
                    self.process.stdin.flush()
                answer = self.process.stdout.readline()
                if not answer.endswith(b"\n"):
                    raise OSError("aak ended without an answer")
            except BaseException:
                # An answer that comes late would be taken for that to the next message.
                self.process.kill()
                self.close()
                raise
        return json.loads(answer)

    def close(self):
        process, self.process = self.process, None
        if process:
            process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


if __name__ == "__main__":
    # Each line of standard input is a message.
    with Verifier(*sys.argv[1:]) as verifier:
        for message in sys.stdin.buffer:
            print(verifier.verdict(message)["verdict"])
