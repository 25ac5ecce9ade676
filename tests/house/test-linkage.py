#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line runs on a server: the first program given may load no toolkit, not even through a library. Both run
without CUDA: neither program given may load any of its libraries before it asks for them."""
import re
import subprocess
import sys

import tap

# Not X11: cairo brings that along.
TOOLKIT = re.compile(r'lib(gtk|gdk|adwaita|epoxy|GLX?|EGL)[-.]')
CUDA = re.compile(r'lib(cuda|cudart|cufft|nv\w+)[-.]')


def loaded(program):
    done = subprocess.run(['ldd', program], check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().splitlines()


def toolkit():
    return [line.strip() for line in loaded(sys.argv[1]) if TOOLKIT.match(line.strip())]


def cuda():
    return [line.strip() for program in sys.argv[1:] for line in loaded(program) if CUDA.match(line.strip())]


def pattern_sees_cuda():
    return [name for name in ('libcuda.so.1', 'libcudart.so.13', 'libcufft.so.12') if not CUDA.match(name)]


def pattern_sees_gtk():
    overlooked = [name for name in ('libgtk-4.so.1', 'libadwaita-1.so.0', 'libepoxy.so.0') if not TOOLKIT.match(name)]
    mistaken = [name for name in ('libgdk_pixbuf-2.0.so.0', 'libcairo.so.2') if TOOLKIT.match(name)]
    return overlooked + mistaken


tap.report([('command-line-loads-no-toolkit', toolkit), ('pattern-sees-gtk', pattern_sees_gtk),
            ('programs-load-no-cuda', cuda), ('pattern-sees-cuda', pattern_sees_cuda)])
