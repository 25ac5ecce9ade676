#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GPU's bench where there is no GPU: it runs on stand-ins for the module, and its checks can fail.

Arguments: gpu-bench, gpu-bench-reference and the stand-ins. No test looks at how long anything took.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', '..', 'house')]
sys.dont_write_bytecode = True

import report  # noqa: E402
import tap  # noqa: E402

BENCH, REFERENCE, *MODULES = map(os.path.abspath, sys.argv[1:])
MOMENTS, ENERGY, ARRAYS = 336, 624, 672  # where a case file has them: case.h


def folder_like_prepared(scratch):
    folder = os.path.join(scratch, 'carried')
    os.mkdir(folder)
    for name in ('run.sh', 'peers.py', 'report.py'):
        shutil.copy(os.path.join(HERE, name), folder)
    shutil.copy(BENCH, os.path.join(folder, 'gpu-bench'))
    subprocess.run([REFERENCE, folder], check=True)
    return folder


def run(folder, module):
    """The exit status and the report."""
    env = dict(os.environ, GPU_BENCH_MODULE=module, GPU_BENCH_SIZES='20,18,16 24,20,1', GPU_BENCH_PEERS='20,18,16',
               GPU_BENCH_PEERS_OPTIONS='--numpy', GPU_BENCH_SECONDS='0',
               PATH=f'{scratch_path}:/usr/bin:/bin')
    out = os.path.join(folder, 'out')
    done = subprocess.run([os.path.join(folder, 'run.sh'), out], env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    try:
        with open(os.path.join(out, 'report.json'), encoding='utf-8') as file:
            return done.returncode, json.load(file), done.stdout
    except OSError:
        return done.returncode, {}, done.stdout


def patch(path, offset, kind, change):
    with open(path, 'r+b') as file:
        file.seek(offset)
        value, = struct.unpack(kind, file.read(struct.calcsize(kind)))
        file.seek(offset)
        file.write(struct.pack(kind, change(value)))


def the_whole_runs():
    wrong = []
    for module in MODULES:
        with tempfile.TemporaryDirectory() as scratch:
            status, result, said = run(folder_like_prepared(scratch), module)
            if status != 0 or len(result.get('checks', [])) != 3 or len(result['times']) != 2:
                wrong.append(f'{module}: exit status {status}: {said}')
                continue
            if len(result['peers']) != 2 or not all(peer.get('agrees_to', 1) < 1e-4 for peer in result['peers']):
                wrong.append(f"{module}: peers {result['peers']}")
            times = result['times'][0]
            if set(times['stats_us']) != {'1', '2', '4', '8', '16', '64'} or not times['slices_us'] > 0:
                wrong.append(f'{module}: times {times}')
    return wrong


def each_damage_is_found():
    """A little of each kind of result, in the reference of each shape."""
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder_like_prepared(scratch)
        n = 64 ** 3
        places = [('a sum', MOMENTS + 8, '<d', n * 1e-4), ('a maximum', MOMENTS + 32, '<d', 1e-3),
                  ('a count', MOMENTS, '<Q', 1), ('an energy', ENERGY, '<d', 100),
                  ('the response', ARRAYS + 4 * (n + 1000), '<f', 1e-3),
                  ('a slice', ARRAYS + 4 * (2 * n + 64 * 64 + 100), '<f', 1e-3)]
        path = os.path.join(folder, 'cube.case')
        if os.path.getsize(path) != ARRAYS + 4 * (2 * n + 3 * 64 * 64):
            return [f'{path}: has {os.path.getsize(path)} bytes']
        for what, offset, kind, change in places:
            shutil.copy(path, path + '.whole')
            patch(path, offset, kind, lambda v, change=change: v + change)
            done = subprocess.run([BENCH, MODULES[0], 'check', path], text=True, stdout=subprocess.PIPE, check=False)
            if done.returncode != 1 or json.loads(done.stdout)['ok']:
                wrong.append(f'{what} may be wrong: {done.stdout}')
            os.replace(path + '.whole', path)
    return wrong


def a_run_that_fails_says_so():
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder_like_prepared(scratch)
        patch(os.path.join(folder, 'odd.case'), ENERGY, '<d', lambda v: 2 * v)
        status, result, said = run(folder, MODULES[0])
        if status != 1 or 'FAILED: check' not in said or not any('odd' in line for line in result['failures']):
            wrong.append(f'a wrong energy: exit status {status}: {said}')
        status, result, said = run(folder, os.path.join(folder, 'none.so'))
        if status != 1 or 'no result was checked' not in said:
            wrong.append(f'no module: exit status {status}: {said}')
    return wrong


def sanitizers_are_heard():
    """Programs of their names stand in for the sanitizer and the profiler."""
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder_like_prepared(scratch)
        tools = os.path.join(scratch, 'tools')
        os.mkdir(tools)
        for name, text in (('compute-sanitizer', 'echo "a race" >&2; [ "$2" != racecheck ] || exit 9'),
                           ('ncu', 'printf \'"Kernel Name","Metric Name","Metric Unit","Metric Value"\\n'
                                   '"kernel(int)","gpu__time_duration.sum","nsecond","1,500"\\n\'')):
            with open(os.path.join(tools, name), 'w', encoding='utf-8') as file:
                file.write(f'#!/bin/sh\n{text}\n')
            os.chmod(file.name, 0o755)
        global scratch_path
        scratch_path = tools
        status, result, said = run(folder, MODULES[0])
        scratch_path = '/usr/bin'
        steps = {line['step']: line['status'] for line in result.get('steps', [])}
        if status != 1 or steps.get('memcheck') != 0 or steps.get('racecheck') != 9:
            wrong.append(f'exit status {status}, steps {steps}: {said}')
        if result.get('stages', {}).get('16') != {'kernel': [1, 1.5]}:
            wrong.append(f"stages {result.get('stages')}")
    return wrong


def floors_are_those_of_the_bytes():
    one, three = report.floors([200, 200, 200], 1, 4e12)
    spectrum, response = 8 * 101 * 200 * 200, 4 * 200 ** 3
    right = (3 * spectrum + 2 * response) / 4e12 * 1e6, (7 * spectrum + 2 * response) / 4e12 * 1e6
    return [] if (abs(one - right[0]), abs(three - right[1])) < (1e-9, 1e-9) else [f'{one}, {three}, not {right}']


scratch_path = '/usr/bin'
tap.report([('the-whole-runs', the_whole_runs), ('each-damage-is-found', each_damage_is_found),
            ('a-run-that-fails-says-so', a_run_that_fails_says_so), ('sanitizers-are-heard', sanitizers_are_heard),
            ('floors-are-those-of-the-bytes', floors_are_those_of_the_bytes)])
