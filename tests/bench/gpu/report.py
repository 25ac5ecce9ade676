#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a table and one JSON document of what a run left: `report.py FOLDER`, exit status 1 when a check failed.

The folder holds results.jsonl (what gpu-bench and peers.py printed, and lines {"step": NAME, "status": N}) and, where a
profiler could be had, stages-BATCH.csv of Nsight Compute. A time beside the copy is the time over that of moving the
same bytes at the bandwidth that was measured: 1 is the floor. Bytes: spectrum read (once a batch) and product written
and read, response written and read; four times the spectrum more where the inverse transform takes three passes.
"""
import csv
import json
import os
import sys

SWEEP_POINTS = 100 * 100 * 20


def read_lines(path):
    """Lines that are no JSON are somebody's words on stdout, and no results."""
    with open(path, encoding='utf-8') as file:
        for line in file:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                yield value


def floors(size, batch, bandwidth):
    """Microseconds of one pass and of three."""
    nx, ny, nz = size
    spectrum, response = 8 * (nx // 2 + 1) * ny * nz, 4 * nx * ny * nz
    one = spectrum / batch + 2 * spectrum + 2 * response
    return one / bandwidth * 1e6, (one + 4 * spectrum) / bandwidth * 1e6


def read_stages(path):
    """Microseconds a kernel, by its name, over the whole of the profiled run."""
    stages = {}
    with open(path, encoding='utf-8', errors='replace') as file:
        rows = csv.DictReader(line for line in file if line.startswith('"'))
        for row in rows:
            if row.get('Metric Name') != 'gpu__time_duration.sum':
                continue
            unit = {'nsecond': 1e-3, 'ns': 1e-3, 'usecond': 1, 'us': 1, 'msecond': 1e3, 'ms': 1e3}[row['Metric Unit']]
            name = row['Kernel Name'].split('(')[0][:60]
            count, total = stages.get(name, (0, 0.0))
            stages[name] = count + 1, total + float(row['Metric Value'].replace(',', '')) * unit
    return stages


def gather(folder):
    lines = list(read_lines(os.path.join(folder, 'results.jsonl')))
    result = {'device': None, 'copy_bytes_per_second': None, 'checks': [], 'times': [], 'peers': [], 'steps': [],
              'stages': {}}
    for line in lines:
        for key, kind in (('check', 'checks'), ('size', 'times'), ('peer', 'peers'), ('step', 'steps')):
            if key in line:
                result[kind].append(line)
        if 'copy_bytes_per_second' in line:
            result.update(line)
    for name in sorted(os.listdir(folder)):
        if name.startswith('stages-') and name.endswith('.csv'):
            result['stages'][name[len('stages-'):-len('.csv')]] = read_stages(os.path.join(folder, name))
    bandwidth = result['copy_bytes_per_second']
    for entry in result['times']:
        entry['over_copy'] = {batch: round(us / floors(entry['size'], int(batch), bandwidth)[0], 3)
                              for batch, us in entry['stats_us'].items()} if bandwidth else None
        if entry['size'] == [200, 200, 200]:
            result['sweep_seconds'] = round(entry['stats_us']['64'] * SWEEP_POINTS / 1e6, 2)
    return result


def failures(result):
    """What went wrong; what was not to be had there (a profiler, a peer) is told in the table alone."""
    wrong = [f"check {line['check']}" for line in result['checks'] if not line['ok']]
    wrong += [f"step {line['step']}: exit status {line['status']}" for line in result['steps']
              if line['status'] != 0 and line.get('needed', True)]
    if not result['checks']:
        wrong.append('no result was checked')
    wrong += [f"{entry['size']}: other bits with another batch" for entry in result['times'] if not entry['same_bits']]
    return wrong


def table(result):
    bandwidth = result['copy_bytes_per_second']
    yield f"device: {result['device'] or 'not known'}; copy: " + (f'{bandwidth / 1e12:.2f} TB/s' if bandwidth else '-')
    for line in result['checks']:
        errors = ' '.join(f'{what} {line[what]:.1e}' for what in ('volume', 'slices', 'moments', 'energy'))
        yield f"check {os.path.basename(line['check']):12} {'ok' if line['ok'] else 'FAILED':6} {errors}"
    for line in result['steps']:
        yield f"step {line['step']:24} exit status {line['status']}"
    for entry in result['times']:
        yield ' x '.join(str(n) for n in entry['size']) + ', microseconds a point by batch (over the copy):'
        for batch, us in entry['stats_us'].items():
            beside = f"{entry['over_copy'][batch]:.2f}" if entry['over_copy'] else '-'
            yield f'  stats, {batch:>2} at once {us:12.1f}  {beside}'
        for what in ('energy', 'slices', 'volume', 'open'):
            yield f"  {what:16} {entry[what + '_us']:14.1f}"
    for batch, stages in result['stages'].items():
        yield f'kernels of 64 points at 200^3, {batch} at once, microseconds in all:'
        for name, (count, us) in sorted(stages.items(), key=lambda item: -item[1][1]):
            yield f'  {us:10.1f}  {count:4} x {name}'
    for line in result['peers']:
        agrees = f"agrees to {line['agrees_to']:.0e}" if line.get('agrees_to') is not None else 'not compared'
        said = f"{line['us']:10.1f} us a point, {agrees}" if 'us' in line else line['failed']
        yield f"peer {line['peer']:40} {said}"
    if 'sweep_seconds' in result:
        yield f"the sweep of 100 x 100 x 20 points at 200^3, extrapolated: {result['sweep_seconds']} s"


def main():
    folder = sys.argv[1]
    result = gather(folder)
    result['failures'] = failures(result)
    with open(os.path.join(folder, 'report.json'), 'w', encoding='utf-8') as file:
        json.dump(result, file, indent=1)
    text = '\n'.join([*table(result), *[f'FAILED: {line}' for line in result['failures']]]) + '\n'
    with open(os.path.join(folder, 'report.txt'), 'w', encoding='utf-8') as file:
        file.write(text)
    print(text, end='')
    return 1 if result['failures'] else 0


if __name__ == '__main__':
    sys.exit(main())
