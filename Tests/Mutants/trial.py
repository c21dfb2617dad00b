"""A copy of the package with faults planted in it: how it is made, built and run."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading

from faults import SWITCH

# A fault that fills the memory or never ends shall not take the machine with it.
MEMORY = 8 << 30
# So much more processor time than without a fault, and at least so many seconds.
PATIENCE, LEAST_SECONDS = 5, 20
PLANTED = "PlantedFaults.swift"
COPIED_NOT = {".git", ".build", "__pycache__"}
ERROR = re.compile(r"^(/.*?\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)


class Stop(Exception):
    """Why the work cannot be done."""


class Tree:
    """The copy. What did not change keeps its time, so that little is built again."""

    def __init__(self, package, folder):
        self.package = package
        self.root = os.path.join(folder, "tree")
        self._copy()

    def _copy(self):
        wanted = set()
        self.sources = {}
        for folder, folders, files in os.walk(self.package):
            folders[:] = [name for name in folders if name not in COPIED_NOT and not name.startswith(".build")]
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), self.package)
                wanted.add(path)
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".build"]
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), self.root)
                if path not in wanted and name != PLANTED:
                    os.unlink(os.path.join(self.root, path))
        for path in wanted:
            source, target = os.path.join(self.package, path), os.path.join(self.root, path)
            if path.endswith(".swift") and path.startswith("Sources" + os.sep):
                # Kept, since whoever works on the package meanwhile moves the lines.
                with open(source, encoding="utf-8") as file:
                    self.sources[path] = file.read()
                continue
            if os.path.islink(source) or not os.path.exists(source):
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as file:
                if _write(target, file.read()):
                    shutil.copymode(source, target)

    def plant(self, faults, modules):
        """Writes the sources with these faults; `modules` are the names of those that have any."""
        edits, declarations = {}, {module: [] for module in modules}
        self.lines = {}
        for fault in faults:
            edits.setdefault(fault.path, []).extend(fault.planted_edits())
            declarations[fault.path.split(os.sep)[1]].append(fault)
        for path, text in self.sources.items():
            # From the end, so that offsets stay; of two at a place, what closes comes before what opens.
            for start, end, new in sorted(edits.get(path, []), key=lambda edit: edit[:2], reverse=True):
                text = text[:start] + new + text[end:]
            _write(os.path.join(self.root, path), text.encode())
        for module, planted in declarations.items():
            path = os.path.join("Sources", module, PLANTED)
            text = SWITCH
            for fault in planted:
                begin = text.count("\n") + 1
                text += fault.planted_declaration() + "\n"
                for line in range(begin, text.count("\n") + 1):
                    self.lines[path, line] = fault
            _write(os.path.join(self.root, path), text.encode())
        for module in os.listdir(os.path.join(self.root, "Sources")):
            if module not in declarations and os.path.exists(os.path.join(self.root, "Sources", module, PLANTED)):
                os.unlink(os.path.join(self.root, "Sources", module, PLANTED))

    def build(self, log):
        """Builds all tests and programs; the places of errors, if there are any."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AAK_")}
        done = subprocess.run(
            ["swift", "build", "--build-tests", "--disable-automatic-resolution", "--package-path", self.root,
             "--scratch-path", os.path.join(self.root, ".build")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, encoding="utf-8", errors="replace")
        with open(log, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        if done.returncode == 0:
            return []
        places = {
            (os.path.relpath(match[1], self.root), int(match[2])): match[4] for match in ERROR.finditer(done.stdout)}
        if not places:
            raise Stop(f"the copy does not build, see {log}")
        return sorted(places)

    def culprits(self, places, faults):
        """The faults at which the compiler stopped."""
        found = set()
        for path, line in places:
            if (path, line) in self.lines:
                found.add(self.lines[path, line])
                continue
            near = [fault for fault in faults if fault.path == path]
            if not near:
                raise Stop(f"the copy does not build without a fault, at {path}:{line}")
            found.add(min(near, key=lambda fault: max(fault.first_line - line, line - fault.last_line, 0)))
        return found

    def test_program(self):
        folder = os.path.join(self.root, ".build", "debug")
        names = [name for name in sorted(os.listdir(folder)) if name.endswith("PackageTests.xctest")]
        if not names:
            raise Stop(f"there are no tests in {folder}")
        return os.path.join(folder, names[0])

    def run_tests(self, targets, fault, limit=None):
        """Runs the tests of these targets with one fault, or with none, until the first that fails."""
        command = [
            self.test_program(), "--testing-library", "swift-testing", "--filter", "^(" + "|".join(targets) + r")\."]
        return _run(command, self.root, fault, lambda line: "✘" in line, limit)

    def run_script(self, script, fault, limit=None):
        """Runs a script that tests the program with one fault, or with none, until the first case that fails."""
        program = os.path.join(self.root, ".build", "debug", "aak")
        # The scripts clear the environment.
        wrapper = os.path.join(self.root, ".build", "with-fault", "aak")
        os.makedirs(os.path.dirname(wrapper), exist_ok=True)
        with open(wrapper, "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\nAAK_MUTANT={fault} exec {program} "$@"\n')
        os.chmod(wrapper, 0o755)
        command = ["sh", os.path.join(self.root, "Tests", "aakTests", "run"), wrapper, script]
        return _run(command, self.root, fault, lambda line: line.startswith("FAIL"), limit)


class Outcome:
    """How a run ended: `why` is what gave the fault away, if anything did."""

    def __init__(self, why, seconds):
        self.why = why
        # Of processor time.
        self.seconds = seconds


def _run(command, folder, fault, fails, limit):
    environment = dict(os.environ, AAK_MUTANT=str(fault), SWIFT_BACKTRACE="enable=no")
    seconds = None if limit is None else int(max(LEAST_SECONDS, PATIENCE * limit))

    def restrain():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", errors="replace", start_new_session=True, preexec_fn=restrain)
    late = threading.Event()

    def end(is_late=False):
        if is_late:
            late.set()
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    # What waits uses no processor time; a busy machine is slower by itself.
    timer = threading.Timer(600 if seconds is None else 10 * seconds, end, (True,))
    timer.start()
    why, last = None, ""
    try:
        for line in process.stdout:
            if fails(line):
                why = line.strip()
                break
            last = line.strip() or last
    finally:
        if why is not None or sys.exc_info()[0] is not None:
            end()
        process.stdout.close()
        status = process.wait()
        timer.cancel()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if why is None and late.is_set() or status == -signal.SIGXCPU:
        why = "did not end"
    elif why is None and status != 0:
        why = f"ended by signal {-status}" if status < 0 else f"status {status}: {last}"
    return Outcome(why, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _write(path, content):
    """Writes a file unless it is so already; whether it was written."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    return True
