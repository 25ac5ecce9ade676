#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The README's pictures, made anew in this folder. Usage: make.sh ONDELETTE ONDELETTE-CLI CUBE, where CUBE is the CO
# cube of NGC 4321 that FilFinder tests with; without it the window shows the sample volume, and slices.png stays.
# `meson compile -C build screenshots` calls it with the programs of the build and the cube of ONDELETTE_SHARED.
set -eu

window=$1 cli=$2 cube=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The user's own recent files, caches and colours have no place in a picture.
export XDG_CACHE_HOME="$folder" XDG_DATA_HOME="$folder" GTK_A11Y=none ADW_DEBUG_COLOR_SCHEME=prefer-light LC_ALL=C.UTF-8

"$cli" sample -o "$folder/fibres.fits" >"$folder/said"
"$cli" sweep "$folder/fibres.fits" --theta 0:180:36 --phi 0:180:36 --xi 8 --scale 1.5 -o "$folder/maps.fits" \
  >"$folder/said"
"$cli" figure "$folder/maps.fits" --statistic max --dpi 150 -o "$here/map.png" --overwrite

set -- --sample
if [ -n "$cube" ] && [ -e "$cube" ]; then
  set -- "$cube" --theta 170 --phi 50 --xi 5 --scale 1.5
  "$cli" figure "$cube" --show response --theta 170 --phi 50 --xi 5 --scale 1.5 --dpi 150 -o "$here/slices.png" \
    --overwrite
fi
xvfb-run -a -s '-screen 0 1400x1000x24 -nolisten tcp -noreset' \
  "$window" "$@" --run-sweep --size 1280x800 --screenshot "$here/window.png"
