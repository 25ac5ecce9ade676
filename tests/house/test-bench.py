#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables in tests/bench/README.md are where peers.py writes them, with the columns that it writes."""
import os
import sys

import tap

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(tap.ROOT, 'tests', 'bench'))

import meter  # noqa: E402
import table  # noqa: E402

README = tap.read('tests/bench/README.md')


def tables_without_their_columns(text=README):
    wrong = []
    for kind in table.COLUMNS:
        begin, end = table.markers(kind)
        inside = text.partition(begin)[2].partition(end)
        if text.count(begin) != 1 or not inside[1] or table.header(kind) not in inside[0]:
            wrong.append(f'{kind}: no table with {table.header(kind)!r} between {begin} and {end}')
    return wrong


def block(text, kind):
    begin, end = table.markers(kind)
    return text.partition(begin)[2].partition(end)[0]


def other_quotations():
    """The project's README has the table of the cube as it is here."""
    quoted = tap.read('README.md')
    return [] if block(quoted, 'cube') and block(quoted, 'cube') == block(README, 'cube') else ['README.md: cube']


def wrong_replacements():
    wrong = []
    for kind in table.COLUMNS:
        written = table.replace(README, kind, table.markdown(kind, [['a', 'b']], 'A caption.'))
        if table.replace(written, kind, '') != table.replace(README, kind, '') or 'A caption.' not in written:
            wrong.append(f'{kind}: more than the table has changed')
        if tables_without_their_columns(written):
            wrong.append(f'{kind}: the new table is not found again')
        try:
            table.replace(README.replace(table.markers(kind)[1], ''), kind, '')
            wrong.append(f'{kind}: a missing marker is not noticed')
        except ValueError:
            pass
    return wrong


def wrong_energies():
    """Two packages, of which the second begins anew at 1000; none; and one that came in between."""
    cases = [([(5, 9999999), (900, 999)], [(2000005, 9999999), (100, 999)], 2.0002), ([], [], None),
             ([(5, 9999999)], [], None)]
    return [f'{before} to {after}: {meter.joules(before, after)}' for before, after, right in cases
            if meter.joules(before, after) != right]


def blind_checks():
    """A check that does not see a table with other columns could never fail."""
    return [] if tables_without_their_columns(README.replace('Theirs / ours', 'Ours / theirs')) else ['columns']


tap.report([('tables-have-their-columns', tables_without_their_columns),
            ('a-table-is-replaced-and-nothing-else', wrong_replacements),
            ('the-readme-quotes-the-table', other_quotations),
            ('energies-survive-a-counter-that-wraps', wrong_energies),
            ('the-check-of-columns-sees-a-breach', blind_checks)])
