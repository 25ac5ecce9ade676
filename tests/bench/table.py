# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables that peers.py writes: their columns, Markdown, and the place in README.md that each is kept in."""

COLUMNS = {
    "cube": ["Method", "Boundary", "A response", "Theirs / ours", "Peak memory", "Energy of a response", "Agrees to"],
    "sweep": ["Method", "A point", "The whole sweep", "Theirs / ours", "Peak memory", "Energy of a point",
              "Agrees to"],
    "image": ["Wavelet", "Method", "File to numbers", "Theirs / ours", "Peak memory", "Energy", "Agrees to"],
}


def markers(kind):
    return f"<!-- peers {kind}: begin -->", f"<!-- peers {kind}: end -->"


def line(cells):
    return "| " + " | ".join(cells) + " |"


def header(kind):
    columns = COLUMNS[kind]
    return line(columns) + "\n" + line(["---"] * len(columns))


def markdown(kind, rows, caption):
    """The caption and the table. A row has a cell a column, or fewer: the last then says why there are no more."""
    width = len(COLUMNS[kind])
    return "\n".join([caption, "", header(kind)] + [line(row + [""] * (width - len(row))) for row in rows])


def replace(text, kind, table):
    """The text with another table between its markers; ValueError unless they are there once."""
    begin, end = markers(kind)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"the lines {begin} and {end} must each be there once")
    return text[:text.index(begin)] + begin + "\n" + table + "\n" + text[text.index(end):]


def seconds(value):
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1, 1e3, "ms"), (120, 1, "s"), (7200, 1 / 60, "min"),
                                (172800, 1 / 3600, "h")):
        if value < limit:
            return f"{value * factor:.3g} {unit}"
    return f"{value / 86400:.3g} days"


def size(n_bytes):
    return f"{n_bytes / 2**20:.0f} MiB" if n_bytes < 10 * 2**30 else f"{n_bytes / 2**30:.1f} GiB"


def energy(joules, cpu):
    """Joules where the processor counts them, else its time."""
    return f"{joules:.3g} J" if joules is not None else f"{seconds(cpu)} of CPU"
