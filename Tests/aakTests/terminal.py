#!/usr/bin/env python3
"""Runs a command with some of its standard streams on a terminal.

usage: terminal.py STREAMS SECONDS COMMAND...

STREAMS names what is a terminal: i, o, e or several of them; the rest is inherited. What the command writes to its
terminal comes out on our standard output. With ROWS in the environment the terminal has so many rows. If it still runs after SECONDS it is ended and the status is 124.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time


def main():
    streams, seconds, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    ours, theirs = pty.openpty()
    if "ROWS" in os.environ:
        size = struct.pack("HHHH", int(os.environ["ROWS"]), 80, 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    attributes = termios.tcgetattr(theirs)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    child = os.fork()
    if child == 0:
        for number, name in enumerate("ioe"):
            if name in streams:
                os.dup2(theirs, number)
        os.close(ours)
        os.execvp(command[0], command)
    os.close(theirs)
    deadline = time.monotonic() + seconds
    status = None
    while True:
        ready, _, _ = select.select([ours], [], [], 0.05)
        if ready:
            try:
                data = os.read(ours, 65536)
            except OSError:
                data = b""
            if data:
                sys.stdout.buffer.write(data)
                continue
            break
        if status is None:
            ended, state = os.waitpid(child, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(state)
        else:
            break
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            status = 124
    if status is None:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.stdout.flush()
    sys.exit(status if status >= 0 else 128 - status)


main()
