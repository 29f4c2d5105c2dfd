"""Whole runs of a program: wall time, processor time, peak memory.

A process that is started by a big one counts the big one's memory as its own, so this one stays small:
whatever needs much memory runs in a process of its own.
"""
import os
import statistics
import subprocess
import time


class Runs:
    """The medians of some runs: seconds, processor seconds; the highest peak in MB."""

    def __init__(self, samples):
        self.seconds = statistics.median(sample[0] for sample in samples)
        self.processor = statistics.median(sample[1] for sample in samples)
        self.memory = max(sample[2] for sample in samples)


def run(command, folder, environment):
    """Seconds, processor seconds, peak memory in MB, exit status."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def measure(command, folder, environment, times, before=None):
    samples = []
    for _ in range(times):
        if before:
            before()
        samples.append(run(command, folder, environment))
    return Runs(samples)


def beside(command, reference, folder, environment, times):
    """Both in turn, so that a busy moment hits both."""
    own, other = [], []
    for _ in range(times):
        own.append(run(command, folder, environment))
        other.append(run(reference, folder, environment))
    return Runs(own), Runs(other)
