"""Ends runs of the program by each signal that ends a process by default, and looks at what they leave.

usage: signals.py AAK
"""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile

AAK = sys.argv[1]
# What ends no process, what no process can handle, and what the program ignores: it writes to pipes, and beyond limits of size.
OTHERS = ['CHLD', 'CONT', 'TSTP', 'TTIN', 'TTOU', 'URG', 'WINCH', 'INFO', 'KILL', 'STOP', 'PIPE', 'XFSZ']
if sys.platform == 'darwin':
    OTHERS.append('IO')
FAULTS = ['ILL', 'TRAP', 'ABRT', 'BUS', 'FPE', 'SEGV', 'SYS']


def numbers(names):
    return {getattr(signal, 'SIG' + name) for name in names if hasattr(signal, 'SIG' + name)}


def prepare():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Shells ignore some of them in the background.
    for number in signal.valid_signals() - numbers(['KILL', 'STOP']):
        signal.signal(number, signal.SIG_DFL)


def end(number, send):
    """Sends a signal to a run that waits for its second line."""
    with tempfile.TemporaryDirectory(dir='.') as folder:
        results, rejects, seen = (os.path.join(folder, name) for name in ('results', 'rejects', 'seen'))
        for path in (results, rejects, seen):
            with open(path, 'w') as file:
                file.write('old\n')
        run = subprocess.Popen(
            [AAK, 'verify', '-o', results, '--rejects', rejects, '--unique', '--remember', seen, '--jobs', '2'],
            stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=prepare,
            # Otherwise Swift's runtime handles the faults, to write how they came about.
            env={**os.environ, 'SWIFT_BACKTRACE': 'enable=no'})
        run.stdin.write(b'bad\n')
        run.stdin.flush()
        run.stderr.readline()
        assert len([name for name in os.listdir(folder) if name.startswith('.aak-')]) >= 3, os.listdir(folder)
        send(run.pid, number)
        # The input has no end before.
        status = run.wait(60)
        run.stdin.close()
        run.stderr.close()
        left = sorted(name for name in os.listdir(folder) if name != '.aak-lock' or send is os.kill)
        kept = [open(path).read() for path in (results, rejects, seen)]
    if (status, left, kept) != (-number, ['rejects', 'results', 'seen'], ['old\n'] * 3):
        sys.exit(f'signal {int(number)}: status {status}, files {left}, contents {kept}')


def fail(pid, number):
    """Sends a signal as a fault of the program itself would, not as kill does."""
    if ctypes.CDLL(None, use_errno=True).sigqueue(pid, int(number), None) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))


ended = sorted(signal.valid_signals() - numbers(OTHERS))
assert len(ended) >= 20, ended
for number in ended:
    end(number, os.kill)
if sys.platform == 'linux':
    for number in sorted(numbers(FAULTS)):
        end(number, fail)
