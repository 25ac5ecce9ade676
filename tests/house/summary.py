#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what Meson's tests did and prints "N passed, N failed, N skipped" as its last line.

Called by `./run test`, not a test itself. A test that skipped, whole or in part, without being on the list of those
that may counts as failed: else tests vanish without anybody noticing. Without a log (the build failed), or when Meson
was unhappy (STATUS) though every test in the log passed, the count is one failure. Exit status 1 when anything failed.

usage: summary.py TESTLOG.JSON MAY-SKIP.TXT STATUS
"""
import fnmatch
import json
import re
import sys

SKIPPED_SUBTEST = re.compile(r'^\s*ok\b\s*\d*\s*-?\s*(?P<name>.*?)\s*# *SKIP\b\s*(?P<why>.*)$',
                             re.IGNORECASE | re.MULTILINE)
PASSED = ('OK', 'EXPECTEDFAIL')


def read_patterns(path):
    """One pattern a line, "test" or "test:subtest", with shell wildcards; # begins a comment."""
    with open(path, encoding='utf-8') as lines:
        words = (line.partition('#')[0].strip() for line in lines)
        return [word for word in words if word]


def skips(test):
    """What a test left out, as (name, why): itself, or some of its subtests."""
    # Meson writes "project:suite / name" once there are several suites.
    name = test['name'].rpartition(' / ')[2]
    found = [(f"{name}:{match['name']}", match['why']) for match in SKIPPED_SUBTEST.finditer(test.get('stdout', ''))]
    if test['result'] == 'SKIP' and not found:
        found = [(name, '')]
    return found


def judge(test, patterns):
    """'passed', 'failed' or 'skipped', saying why where that is not plain from Meson's own output."""
    unexpected = [skip for skip in skips(test) if not any(fnmatch.fnmatchcase(skip[0], p) for p in patterns)]
    for name, why in unexpected:
        print(f'may not skip: {name} ({why or "no reason given"})')
    if test['result'] == 'SKIP' and not unexpected:
        return 'skipped'
    return 'passed' if test['result'] in PASSED and not unexpected else 'failed'


def main(log, list_of_skips, status):
    patterns = read_patterns(list_of_skips)
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    try:
        with open(log, encoding='utf-8') as lines:
            for line in lines:
                counts[judge(json.loads(line), patterns)] += 1
    except FileNotFoundError:
        print('There is no log of any test.')
    if status != '0' and not counts['failed']:
        print(f'meson test ended with status {status}')
    if not any(counts.values()) or (status != '0' and not counts['failed']):
        counts['failed'] += 1
    print(', '.join(f'{n} {what}' for what, n in counts.items()))
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
