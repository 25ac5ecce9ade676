# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes and what they take: wall time, processor time, peak memory, energy where the processor counts it."""
import glob
import os
import platform
import subprocess
import tempfile
import time

# The packages of the processor; cores and memory controllers below them would count twice.
RAPL = "/sys/class/powercap/intel-rapl:[0-9]"


def number(path):
    with open(path, encoding="ascii") as file:
        return int(file.read())


def counters():
    """(counter, range) in microjoules of each package of the processor; empty where they cannot be read."""
    found = []
    for package in sorted(glob.glob(RAPL)):
        try:
            found.append((number(os.path.join(package, "energy_uj")),
                          number(os.path.join(package, "max_energy_range_uj"))))
        except OSError:
            return []
    return found


def joules(before, after):
    """What the whole machine took between two readings, or None. A counter wraps at most once."""
    if not before or len(before) != len(after):
        return None
    return sum((b - a) % (size + 1) for (a, size), (b, _) in zip(before, after)) / 1e6


class Span:
    """A piece of work of this process: with Span() as span: ...; then span.seconds, .cpu, .joules."""

    def __enter__(self):
        self.counters, self.cpu, self.begun = counters(), time.process_time(), time.perf_counter()
        return self

    def __exit__(self, *error):
        self.seconds = time.perf_counter() - self.begun
        self.cpu = time.process_time() - self.cpu
        self.joules = joules(self.counters, counters())


class Failure(Exception):
    """A process that did not end well; the last line that it complained."""


class Run:
    """A process run to its end: .out, .seconds, .cpu, .joules, .peak (bytes). Raises Failure."""

    def __init__(self, command, stdin=""):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
            given.write(stdin.encode())
            given.seek(0)
            before, begun = counters(), time.perf_counter()
            process = subprocess.Popen(command, stdin=given, stdout=out, stderr=err)
            try:
                _, status, usage = os.wait4(process.pid, 0)
            except BaseException:
                process.kill()
                process.wait()
                raise
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.perf_counter() - begun
            self.joules = joules(before, counters())
            self.cpu, self.peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
            out.seek(0)
            err.seek(0)
            self.out, complaint = out.read().decode(), err.read().decode(errors="replace").strip()
        if process.returncode != 0:
            raise Failure(complaint.splitlines()[-1] if complaint else f"ended with {process.returncode}")


def free_memory():
    """Bytes that a new process may take without making the machine swap."""
    with open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()
