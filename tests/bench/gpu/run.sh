#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The bench on a machine with an NVIDIA GPU, in at most six minutes: run.sh [OUT]. Lies in the folder that prepare.sh
# made, beside what it needs; results go to the folder OUT (or $OUT, or ./out). Installs nothing, reaches nobody, leaves
# the card's settings alone. The last lines are the report; the exit status is 1 when a check failed.
set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-${OUT:-$here/out}}
module=${GPU_BENCH_MODULE:-$here/ondelette-cuda.so}
sizes=${GPU_BENCH_SIZES:-200,200,200 100,100,100 400,400,400 800,800,200}
deadline=$((SECONDS + 345))
mkdir -p "$out" && : >"$out/results.jsonl" || exit 1
rm -f "$out"/stages-*.csv
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

# cuFFT lies where the toolkit or a Python package put it.
add_libraries() {
  local folder
  for folder in /usr/local/cuda/lib64 /usr/local/cuda/targets/x86_64-linux/lib \
    $(python3 -c 'import nvidia, os
for p in nvidia.__path__:
  for f in os.listdir(p):
    print(os.path.join(p, f, "lib"))' 2>/dev/null); do
    [ -e "$folder/libcufft.so.12" ] && export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" && return
  done
}

# step NAME NEEDED SECONDS COMMAND...: what it prints in JSON is kept, how it ended is told.
step() {
  local name=$1 needed=$2 seconds=$3 left=$((deadline - SECONDS)) status
  shift 3
  [ "$seconds" -lt "$left" ] || seconds=$left
  if [ "$seconds" -lt 5 ]; then
    status=124
  else
    timeout -k 5 "$seconds" "$@" 2>"$work/stderr" | tee -a "$out/results.jsonl" >/dev/null
    status=${PIPESTATUS[0]}
  fi
  [ "$status" = 0 ] || tail -n 5 "$work/stderr" | sed "s/^/$name: /"
  cat "$work/stderr" >>"$out/log" 2>/dev/null
  printf '\n{"step": "%s", "status": %d, "needed": %s}\n' "$name" "$status" "$needed" >>"$out/results.jsonl"
}

bench() {
  "$here/gpu-bench" "$module" "$@"
}

# sanitize TOOL: the smallest case. Its reports go to the log.
sanitize() {
  local status
  compute-sanitizer --tool "$1" --error-exitcode 9 "$here/gpu-bench" "$module" check "$here/small.case" \
    >"$work/said" 2>&1
  status=$?
  cat "$work/said" >&2
  return $status
}

stages() {
  ncu --clock-control none --csv --metrics gpu__time_duration.sum "$here/gpu-bench" "$module" once 200 200 200 "$1" \
    >"$out/stages-$1.csv"
}

export -f bench sanitize stages
export here module out work
add_libraries
nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.sm --format=csv,noheader 2>/dev/null
step check true 60 bash -c 'bench check "$here"/cube.case "$here"/odd.case "$here"/image.case'
if command -v compute-sanitizer >/dev/null; then
  step memcheck true 60 bash -c 'sanitize memcheck'
  step racecheck true 60 bash -c 'sanitize racecheck'
else
  echo 'compute-sanitizer is not here'
fi
step copy false 20 bash -c 'bench copy 2048'
for size in $sizes; do
  mkdir -p "$work/$size"
  step "time-$size" true 60 bash -c 'bench time $1 "$2"' time "${size//,/ }" "$work/$size"
done
for size in ${GPU_BENCH_PEERS:-200,200,200}; do
  # shellcheck disable=SC2086 # more than one argument
  step "peers-$size" false 60 python3 "$here/peers.py" ${GPU_BENCH_PEERS_OPTIONS:-} "$work/$size"
done
if command -v ncu >/dev/null; then
  step stages-1 false 30 bash -c 'stages 1'
  step stages-16 false 30 bash -c 'stages 16'
fi
python3 "$here/report.py" "$out"
