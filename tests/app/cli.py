# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of ondelette-cli share: running it, TAP, and the promise that a refusal is one line and writes nothing.
# The scripts get the program as their first argument.
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

PROGRAM = os.path.abspath(sys.argv[1])
SHARED = os.path.join(os.environ.get("ONDELETTE_SHARED", "/nonexistent"), "data", "real")

tests = []


class Skip(Exception):
    pass


def test(function):
    """Registers a test; its name is the rule."""
    tests.append(function)
    return function


def run(*args, folder=None, code=0, env=None, **more):
    """Runs the program and checks its exit code."""
    environment = dict(os.environ, **(env or {}))
    done = subprocess.run([PROGRAM, *args], cwd=folder, env=environment, capture_output=True, timeout=300, **more)
    done.out = done.stdout.decode(errors="replace")
    done.err = done.stderr.decode(errors="replace")
    assert done.returncode == code, f"{args}: exit {done.returncode}, not {code}: {done.err or done.out}"
    return done


def run_json(*args, folder=None):
    return json.loads(run(*args, "--json", folder=folder).out)


def snapshot(folder):
    """Every name below a folder with the hash of what it holds."""
    result = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                result[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return result


def refused(code, *args, folder, says=(), **more):
    """Exit code, one line on stderr, nothing on stdout, no file touched."""
    before = snapshot(folder)
    done = run(*args, folder=folder, code=code, **more)
    lines = done.err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("ondelette-cli: "), f"{args}: stderr is {done.err!r}"
    assert done.out == "", f"{args}: stdout is {done.out!r}"
    assert snapshot(folder) == before, f"{args}: touched {set(snapshot(folder)) ^ set(before)}"
    for word in says:
        assert word in lines[0], f"{args}: {word!r} is not in {lines[0]!r}"
    return lines[0]


def main():
    failed = 0
    print(f"1..{len(tests)}")
    for number, function in enumerate(tests, 1):
        name = function.__name__.replace("_", "-")
        folder = tempfile.mkdtemp(prefix="ondelette-cli-")
        try:
            function(folder)
            print(f"ok {number} {name}", flush=True)
        except Skip as why:
            print(f"ok {number} {name} # SKIP {why}", flush=True)
        except Exception:
            failed += 1
            for line in traceback.format_exc().splitlines():
                print("# " + line)
            print(f"not ok {number} {name}", flush=True)
        finally:
            shutil.rmtree(folder)
    sys.exit(failed > 0)
