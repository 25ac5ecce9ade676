#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dependencies point one way: core <- gpu, core <- ui, all <- app; each foreign library has one room. Reads the
#include lines of the tracked sources and names every line that breaks a rule."""
import os
import re
from fnmatch import fnmatchcase

import tap

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
TOOLKIT = r'(gtk|gdk|gsk|graphene|adwaita|epoxy|GL|GLES\w*|EGL)\b'
CUDA = r'(cuda|cufft|curand)\w*\.h'

# name, the files it is about, the files it spares, what they may not include, and one include that breaks it
RULES = [
    ('core-sees-no-other-folder', ['core/*'], [], r'(ui|app|gpu)/', 'core/a.c', '../ui/session.h'),
    ('core-has-no-toolkit', ['core/*'], [], TOOLKIT, 'core/draw/a.c', 'gtk/gtk.h'),
    ('core-has-no-cuda', ['core/*'], [], CUDA, 'core/a.h', 'cuda_runtime.h'),
    ('only-draw-has-cairo', ['core/*'], ['core/draw/*'], r'(cairo|pango)|core/draw/', 'core/a.c', 'draw/figure.h'),
    ('gpu-sees-the-seam-only', ['gpu/*'], [],
     r'(ui|app)/|core/(?!(backend|error|geometry|wavelet-formula)\.h)', 'gpu/cuda/a.cu', 'core/engine.h'),
    ('ui-sees-no-gpu-and-no-app', ['ui/*'], [], rf'(gpu|app)/|{CUDA}', 'ui/a.c', '../gpu/a.h'),
    ('gl-code-has-no-widgets', ['ui/gl-*'], [], r'(gtk|adwaita)', 'ui/gl-a.c', 'gtk/gtk.h'),
    ('the-command-line-has-no-toolkit', ['app/cli*'], [], rf'ui/|{TOOLKIT}', 'app/cli-a.c', '../ui/session.h'),
    ('cfitsio-has-one-room', ['*'], ['core/fits*', 'core/maps*', 'tests/core/*'], r'(cfitsio/)?fitsio',
     'app/cli.c', 'fitsio.h'),
    ('wcslib-has-one-room', ['*'], ['core/world*', 'core/fits-axes*'], r'wcs', 'core/a.c', 'wcslib/wcs.h'),
    ('fftw-stays-in-core', ['*'], ['core/*', 'tests/core/*', 'tests/gpu/shim/*'], r'fftw3', 'ui/a.c',
     'fftw3.h'),
    ('cuda-has-one-room', ['*'], ['gpu/*', 'tests/gpu/*'], CUDA, 'app/a.c', 'cufft.h'),
    ('nothing-sees-the-tests', ['*'], ['tests/*'], r'tests/', 'core/a.c', '../tests/core/naive.h'),
]


def target(source, included):
    """The included file from the project's root, or as written when it is not the project's."""
    folder = os.path.dirname(source)
    beside = os.path.normpath(os.path.join(folder, included))
    if included.startswith('.') or os.path.exists(os.path.join(tap.ROOT, beside)):
        return beside
    return included


def breaches(rule, sources):
    _, about, spared, forbidden, _, _ = rule
    found = []
    for name, text in sources.items():
        if not any(fnmatchcase(name, p) for p in about) or any(fnmatchcase(name, p) for p in spared):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            match = INCLUDE.match(line)
            if match and re.match(forbidden, target(name, match[1])):
                found.append(f'{name}:{number}: {line.strip()}')
    return found


def blind_rules():
    """A rule that does not see the breach beside it could never fail."""
    return [rule[0] for rule in RULES if not breaches(rule, {rule[4]: f'#include <{rule[5]}>\n'})]


SOURCES = {name: tap.read(name) for name in tap.tracked_files()
           if name.endswith(('.c', '.h', '.cpp', '.cu', '.cuh'))}
tap.report([(rule[0], lambda rule=rule: breaches(rule, SOURCES)) for rule in RULES]
           + [('every-rule-sees-its-breach', blind_rules)])
