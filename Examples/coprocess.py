"""Keeps an aak running and asks it about one line after another, from any thread.

    verifier = Coprocess("verify", "--production", "--network", "acme.adattributionkit", "--validate",
                         "--accept", "postback", "--accept", "skadnetwork-postback")
    verdict = json.loads(verifier.ask(body))["verdict"]
    token = Coprocess("sign", "--key", "acme.private.pem").ask(json.dumps(payload).encode()).decode()
"""
import json
import os
import select
import subprocess
import sys
import threading
import time


class Coprocess:
    def __init__(self, *arguments, timeout=10):
        self.command, self.timeout = ["aak", *arguments, "--lines", "--quiet"], timeout
        self.process, self.lock = None, threading.Lock()

    def ask(self, line):
        """The result for some bytes. Raises ValueError if aak rejects them, and OSError if no result comes in time: it is
        unknown then what they are, so respond with 500, and the device sends them again. The next call starts a new aak,
        which does not know what --unique saw before: have the database reject a second row with the same identifier."""
        # A line break is white space in JSON, and makes two lines of anything else.
        line = memoryview(line.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n")
        with self.lock:
            try:
                answer = self._exchange(line, time.monotonic() + self.timeout)
            except BaseException:
                if self.process:
                    self.process.kill()  # A result that comes late would be taken for that of the next line.
                self.close()
                raise
        if answer.startswith(b'{"error":'):
            raise ValueError(json.loads(answer)["error"]["message"])
        return answer.rstrip(b"\n")

    def _exchange(self, rest, end):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            os.set_blocking(self.process.stdin.fileno(), False)
        source, target, answer = self.process.stdout.fileno(), self.process.stdin.fileno(), b""
        while not answer.endswith(b"\n"):
            ready = select.poll()
            ready.register(source, select.POLLIN)
            if rest:
                ready.register(target, select.POLLOUT)
            places = [place for place, _ in ready.poll(max(0, 1000 * (end - time.monotonic())))]
            if not places:
                raise TimeoutError("aak gave no answer in time")
            if source in places:
                part = os.read(source, 1 << 16)
                if not part:
                    raise OSError("aak ended without an answer")
                answer += part
            elif target in places:
                try:
                    rest = rest[os.write(target, rest):]
                except BrokenPipeError:
                    rest = b""  # If aak has ended, so has its output.
        return answer

    def close(self):
        process, self.process = self.process, None
        if process:
            process.communicate()


if __name__ == "__main__":
    # Each line of standard input is a message.
    aak = Coprocess("verify", *sys.argv[1:])
    for message in sys.stdin.buffer:
        print(json.loads(aak.ask(message))["verdict"])
    aak.close()
