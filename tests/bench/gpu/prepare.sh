#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the folder that travels to a machine with a GPU: prepare.sh FOLDER [ARCH [BUILD]]. Needs nvcc. ARCH is the GPU's
# (sm_90 unless given), BUILD a build folder that is made when it is not there.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?prepare.sh FOLDER [ARCH [BUILD]]}
arch=${2:-sm_90}
build=${3:-$here/../../../build-$arch}
[ -e "$build/build.ninja" ] || meson setup "$build" "$here/../../.." -Dcuda=enabled -Dgpu_arch="$arch"
ninja -C "$build" gpu/ondelette-cuda.so tests/bench/gpu/gpu-bench tests/bench/gpu/gpu-bench-reference
mkdir -p "$folder"
cp "$build/gpu/ondelette-cuda.so" "$build/tests/bench/gpu/gpu-bench" "$folder"
cp "$here/run.sh" "$here/peers.py" "$here/report.py" "$folder"
"$build/tests/bench/gpu/gpu-bench-reference" "$folder"
du -sh "$folder"
