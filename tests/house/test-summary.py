#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The closing line of ./run test counts what happened, and a test cannot vanish by skipping."""
import json
import os
import subprocess
import tempfile

import tap

SUMMARY = os.path.join(tap.ROOT, 'tests', 'house', 'summary.py')
MAY_SKIP = '# a comment\nno-gpu   # why\nfits:/fits/real-*\n'


def last_line(tests, status):
    """(status, last line) for tests given as (name, result, output), None: there is no log; and Meson's own status."""
    with tempfile.TemporaryDirectory() as folder:
        log, may_skip = os.path.join(folder, 'log'), os.path.join(folder, 'may-skip')
        with open(may_skip, 'w', encoding='utf-8') as file:
            file.write(MAY_SKIP)
        if tests is not None:
            with open(log, 'w', encoding='utf-8') as file:
                for name, result, output in tests:
                    file.write(json.dumps({'name': name, 'result': result, 'stdout': output}) + '\n')
        done = subprocess.run(['/usr/bin/python3', SUMMARY, log, may_skip, status], stdout=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode().splitlines()[-1]


# rule, tests, exit status, closing line, Meson's own exit status unless 0
CASES = [
    ('all-passed', [('a', 'OK', 'ok 1 /a'), ('b', 'OK', '')], 0, '2 passed, 0 failed, 0 skipped'),
    ('a-failure-is-red', [('a', 'OK', ''), ('b', 'FAIL', 'not ok 1')], 1, '1 passed, 1 failed, 0 skipped'),
    ('a-timeout-is-a-failure', [('a', 'TIMEOUT', '')], 1, '0 passed, 1 failed, 0 skipped'),
    ('an-interruption-is-a-failure', [('a', 'INTERRUPT', '')], 1, '0 passed, 1 failed, 0 skipped'),
    ('an-error-is-a-failure', [('a', 'ERROR', '')], 1, '0 passed, 1 failed, 0 skipped'),
    ('a-listed-test-may-skip', [('ondelette:gpu / no-gpu', 'SKIP', '1..0 # SKIP no device')], 0,
     '0 passed, 0 failed, 1 skipped'),
    ('a-listed-subtest-may-skip', [('fits', 'OK', 'ok 1 /fits/a\nok 2 /fits/real-cube # SKIP no data')], 0,
     '1 passed, 0 failed, 0 skipped'),
    ('an-unlisted-test-may-not-skip', [('gl', 'SKIP', '')], 1, '0 passed, 1 failed, 0 skipped'),
    ('an-unlisted-subtest-may-not-skip', [('gl', 'OK', 'ok 1 /gl/draws # SKIP no display\nok 2 /gl/b')], 1,
     '0 passed, 1 failed, 0 skipped'),
    ('dashes-before-names-are-no-part-of-them', [('fits', 'OK', 'ok 1 - /fits/real-cube # skip no data')], 0,
     '1 passed, 0 failed, 0 skipped'),
    ('no-log-is-a-failure', None, 1, '0 passed, 1 failed, 0 skipped'),
    ('no-test-is-a-failure', [], 1, '0 passed, 1 failed, 0 skipped'),
    ('an-unhappy-meson-is-a-failure', [('a', 'OK', '')], 1, '1 passed, 1 failed, 0 skipped', '2'),
    ('a-failure-is-counted-once', [('a', 'FAIL', '')], 1, '0 passed, 1 failed, 0 skipped', '1'),
]


def check(tests, status, line, meson_status='0'):
    found = last_line(tests, meson_status)
    return [] if found == (status, line) else [f'{found}, not {(status, line)}']


tap.report([(case[0], lambda case=case: check(*case[1:])) for case in CASES])
