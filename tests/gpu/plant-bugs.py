#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of the CUDA sources can fail: each patch of bugs/ is applied to a copy of gpu/cuda, the one file that it
changes is compiled and linked as the build does it, and the test that the patch names must not pass. Without a patch it
must. Called with the folder of the build; `plant-bugs.py BUILD NAME` plants one and shows what the test says."""
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'house'))
import tap  # noqa: E402

BUGS = os.path.join(HERE, 'bugs')
BUILD = sys.argv[1]
SHIM = 'tests/gpu/shim'
HEADERS = ('backend.h', 'geometry.h', 'wavelet-formula.h')
SECONDS = 60  # a bug may as well hang


def output(command, folder, **more):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True,
                          **more).stdout


def copy_sources(folder):
    shutil.copytree(os.path.join(ROOT, 'gpu', 'cuda'), os.path.join(folder, 'gpu', 'cuda'))
    os.mkdir(os.path.join(folder, 'core'))
    for header in HEADERS:
        shutil.copy(os.path.join(ROOT, 'core', header), os.path.join(folder, 'core'))


def compile_command(library, source):
    """How the build compiles this CUDA source for a test, but quickly and with output to follow."""
    with open(os.path.join(BUILD, 'compile_commands.json'), encoding='utf-8') as file:
        commands = json.load(file)
    stem = os.path.basename(source).replace('.cu', '.cpp')
    for entry in commands:
        if f'/lib{library}.a.p/' in '/' + entry['output'] and entry['file'].endswith('/' + stem):
            words = shlex.split(entry['command'])
            at = words.index('-o')
            return [word for word in words[:at] + words[at + 2:] if word not in ('-MD', '-MQ', '-MF')
                    and not word.endswith(('.o', '.o.d')) and not word.startswith('-O')]
    raise tap.Skip(f'the build has no {library}')


def link_command(test):
    command = output(['ninja', '-t', 'commands', '-s', f'{SHIM}/test-{test}'], BUILD)
    words = shlex.split(command.strip().splitlines()[-1])
    at = words.index('-o')
    return words[:at] + words[at + 2:]


def with_first(command, argument):
    """The command with an argument before its own. What is called may be several words, as in "ccache g++"."""
    at = next(i for i, word in enumerate(command) if word.startswith('-') or '/' in word and i > 0 and '.' in word)
    return command[:at] + [argument] + command[at:]


def build(test, source, folder):
    """The test with one source taken from the folder: what the library has of it is then not asked for."""
    library = 'cuda-on-cpu' + ('-sanitized' if test.endswith('-sanitized') else '')
    changed, program = os.path.join(folder, 'changed.o'), os.path.join(folder, 'test')
    output([*with_first(compile_command(library, source), '-I' + folder), '-O0', '-o', changed], BUILD)
    output([*with_first(link_command(test), changed), '-o', program], BUILD)
    return program


def passes(patch):
    """Does the test that the patch names pass with it? And what it says."""
    with open(os.path.join(BUGS, patch), encoding='utf-8') as file:
        text = file.read()
    test, case = text.split('Caught by: ', 1)[1].splitlines()[0].split()
    source = text.split('\n+++ b/', 1)[1].splitlines()[0]
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(folder)
        output(['patch', '-p1', '--fuzz=0', '-i', os.path.join(BUGS, patch)], folder)
        program = build(test, source, folder)
        done = subprocess.run(['timeout', str(SECONDS), program, '-p', case], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, cwd=folder)
        return done.returncode == 0, done.stdout.decode(errors='replace')


def unpatched():
    """The method itself: a file that is compiled and linked in this way does no harm."""
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(folder)
        program = build('cuda-on-cpu', 'gpu/cuda/passes.cu', folder)
        done = subprocess.run([program, '-p', '/cuda/equals-fftw/unequal'], stdout=subprocess.PIPE, check=False)
        return [] if done.returncode == 0 else done.stdout.decode().splitlines()


def caught(future):
    try:
        return ['the test passes all the same'] if future.result()[0] else []
    except subprocess.CalledProcessError as error:
        return [f'{shlex.join(error.cmd)} fails'] + error.output.splitlines()[-5:]


def main():
    for tool in ('patch', 'ninja', 'timeout'):
        if not shutil.which(tool):
            print(f'1..0 # SKIP {tool} is not installed')
            return
    if len(sys.argv) > 2:
        print(passes(sys.argv[2] + '.patch')[1])
        return
    patches = sorted(name for name in os.listdir(BUGS) if name.endswith('.patch'))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [(name, pool.submit(passes, name)) for name in patches]
        tap.report([('without-a-bug-the-test-passes', unpatched)]
                   + [(name.removesuffix('.patch'), lambda run=run: caught(run)) for name, run in runs])


main()
