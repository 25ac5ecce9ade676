#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manners of ./run: when it installs, through whom, and what it never does. It runs in a folder of its own where
every command is a stub that writes its name and arguments into a log; nothing is built or installed."""
import os
import shutil
import subprocess
import tempfile

import tap

# Real ones, which only look and print.
BORROWED = ['sh', 'cat', 'cp', 'dirname', 'env', 'ls', 'mkdir', 'rm', 'sed', 'sort', 'tr']
STUBS = ['cc', 'pkg-config', 'meson', 'ninja', 'glib-compile-resources', 'xvfb-run', 'xauth', 'appstreamcli',
         'update-mime-database',
         'desktop-file-validate', 'clang', 'c++', 'patch', 'git', 'dbus-run-session', 'fitsverify',
         'sudo', 'apt-get', 'ondelette', 'ondelette-cli']
APT = ('apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends --no-upgrade ')


class Sandbox:
    """A checkout of ./run with stubs. `missing` are commands that are not there until apt-get is asked to install."""

    def __init__(self, folder, user=0, missing=(), stubs=STUBS, failing=()):
        self.folder, self.bin, self.log = folder, os.path.join(folder, 'bin'), os.path.join(folder, 'log')
        self.failing = failing
        os.makedirs(os.path.join(folder, 'build', 'app'))
        os.makedirs(os.path.join(folder, 'tests', 'house'))
        os.makedirs(self.bin)
        for name in ('run', 'tests/house/summary.py', 'tests/may-skip.txt'):
            shutil.copy(os.path.join(tap.ROOT, name), os.path.join(folder, name))
        for name in BORROWED:
            os.symlink(shutil.which(name), os.path.join(self.bin, name))
        self.stub('id', f'echo {user}')
        self.stub('dpkg-query', 'echo installed')
        for name in stubs:
            if name not in missing:
                self.stub(name)
        for name in ('ondelette', 'ondelette-cli'):
            os.rename(os.path.join(self.bin, name), os.path.join(folder, 'build', 'app', name))
        if 'apt-get' in stubs:
            arrive = ' '.join(f'cp "{self.bin}/cc" "{self.bin}/{name}";' for name in missing)
            self.stub('apt-get', f'case "$*" in *install*) {arrive} esac')
        if 'sudo' in stubs:
            self.stub('sudo', '"$@"')

    def stub(self, name, action=''):
        if name in self.failing:
            action = 'false'
        path = os.path.join(self.bin, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\necho "${{0##*/}} $*" >>"{self.log}"\n{action}\n')
        os.chmod(path, 0o755)

    def run(self, *arguments, answer=None, **environment):
        """(status, everything it said, the commands it gave); with an answer, it is given on a terminal."""
        terminal, stdin = open_terminal() if answer else (None, subprocess.DEVNULL)
        if answer:
            os.write(terminal, answer.encode())
        done = subprocess.run([os.path.join(self.folder, 'run'), *arguments], stdin=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={'PATH': self.bin, **environment},
                              check=False)
        if answer:
            os.close(stdin)
            os.close(terminal)
        try:
            with open(self.log, encoding='utf-8') as file:
                commands = file.read().splitlines()
        except FileNotFoundError:
            commands = []
        asking = ('cc ', 'pkg-config ', 'dpkg-query ', 'id ')
        return done.returncode, done.stdout.decode(), [line for line in commands if not line.startswith(asking)]


def open_terminal():
    try:
        return os.openpty()
    except OSError as error:
        raise tap.Skip(f'there are no pseudo-terminals here: {error}') from error


def in_sandbox(scene, **options):
    def check():
        with tempfile.TemporaryDirectory() as folder:
            box = Sandbox(folder, **options)
            return scene(box)
    return check


def wrong(**found_and_wanted):
    return [f'{what}: {found!r}, not {wanted!r}'
            for what, (found, wanted) in found_and_wanted.items() if found != wanted]


BUILD = ['meson setup build', 'ninja -C build']


def nothing_missing(box):
    status, _, commands = box.run('build')
    return wrong(status=(status, 0), commands=(commands, BUILD))


def nobody_agreed(box):
    status, said, commands = box.run('build')
    return wrong(status=(status, 1), commands=(commands, []), printed=(APT + 'meson' in said, True))


def answer_is_yes(box):
    status, _, commands = box.run('build', answer='y\n')
    return wrong(status=(status, 0), commands=(commands, ['apt-get update', APT + 'meson', *BUILD]))


def answer_is_not_yes(box):
    status, said, commands = box.run('build', answer='\n', CI='true')
    return wrong(status=(status, 1), commands=(commands, []), asked=('[y/N]' in said, True))


def checker_is_root(box):
    status, _, commands = box.run('build', CI='true')
    return wrong(status=(status, 0), commands=(commands, ['apt-get update', APT + 'meson', *BUILD]))


def checker_is_not_root(box):
    status, said, commands = box.run('build', CI='true')
    return wrong(status=(status, 1), commands=(commands, []), printed=(APT + 'meson' in said, True))


def agreed_beforehand(box):
    status, _, commands = box.run('build', '--yes')
    apt = 'env DEBIAN_FRONTEND=noninteractive ' + APT
    return wrong(status=(status, 0), commands=(commands, ['sudo apt-get update', 'apt-get update', f'sudo {apt}meson',
                                                          APT + 'meson', *BUILD]))


def no_sudo(box):
    status, said, commands = box.run('build', '--yes')
    return wrong(status=(status, 1), commands=(commands, []), printed=('sudo apt-get update' in said, True))


def installation_fails(box):
    status, said, commands = box.run('build', '--yes')
    return wrong(status=(status, 1), commands=(commands, ['apt-get update']), printed=(said.count(APT + 'meson'), 2))


def fedora(box):
    box.stub('rpm')
    box.stub('dnf')
    status, said, commands = box.run('build', '--yes')
    install = 'dnf install -y --setopt=install_weak_deps=False ninja-build'
    return wrong(status=(status, 1), commands=([line for line in commands if 'dnf' in line], [install]),
                 printed=('still missing' in said, True))


def no_manager(box):
    status, said, commands = box.run('build', '--yes')
    return wrong(status=(status, 1), commands=(commands, []), printed=('ninja-build' in said, True))


def half_configured(box):
    os.makedirs(os.path.join(box.folder, 'build', 'meson-private'))
    status, _, commands = box.run('build')
    return wrong(status=(status, 0), commands=(commands, ['meson setup --wipe build', 'ninja -C build']))


def configured(box):
    os.makedirs(os.path.join(box.folder, 'build', 'meson-private'))
    with open(os.path.join(box.folder, 'build', 'build.ninja'), 'w', encoding='utf-8'):
        pass
    status, _, commands = box.run('build')
    return wrong(status=(status, 0), commands=(commands[-1:], ['ninja -C build']), setups=(
        [line for line in commands if 'setup' in line], []))


def build_fails(box):
    status, _, _ = box.run('build')
    tests_status, tests_said, _ = box.run('test')
    return wrong(status=(status != 0, True), tests_status=(tests_status != 0, True),
                 last=(tests_said.splitlines()[-1:], ['0 passed, 1 failed, 0 skipped']))


def tests_are_run(box):
    os.makedirs(os.path.join(box.folder, 'build', 'gpu'))
    with open(os.path.join(box.folder, 'build', 'gpu', 'cuda.txt'), 'w', encoding='utf-8') as file:
        file.write('CUDA module: not built (nvcc not found)\n')
    _, said, commands = box.run('test')
    return wrong(commands=(commands, [*BUILD, 'meson test -C build --no-rebuild --print-errorlogs']),
                 told=('\nCUDA module: not built (nvcc not found)\n' in '\n' + said, True),
                 count=('0 passed, 1 failed, 0 skipped' in said, True))


def a_display(box):
    status, _, commands = box.run(DISPLAY=':7')
    return wrong(status=(status, 0), commands=(commands, [*BUILD, 'ondelette --sample']))


def no_display(box):
    status, said, commands = box.run()
    picture = 'build/app/ondelette --sample --screenshot demo-output/window.png'
    offscreen = [line for line in commands if line.startswith('xvfb-run') and line.endswith(picture)]
    writes = [line for line in commands if line.startswith('ondelette-cli')]
    careless = [line for line in writes if ' -o demo-output/' not in line or '--overwrite' not in line]
    return wrong(status=(status, 0), offscreen=(len(offscreen), 1), careless=(careless, []),
                 jobs=(sorted({line.split()[1] for line in writes}), ['figure', 'respond', 'sample', 'sweep']),
                 told=('demo-output/' in said, True))


def unknown_word(box):
    status, said, commands = box.run('biuld')
    return wrong(status=(status, 2), commands=(commands, []), told=('usage' in said, True))


WITHOUT_APT = [name for name in STUBS if name != 'apt-get']
WITHOUT_SUDO = [name for name in STUBS if name != 'sudo']
tap.report([
    ('nothing-missing-asks-neither-sudo-nor-network', in_sandbox(nothing_missing, user=1000)),
    ('nothing-is-installed-unasked', in_sandbox(nobody_agreed, missing=['meson'])),
    ('a-yes-on-the-terminal-installs', in_sandbox(answer_is_yes, missing=['meson'])),
    ('anything-else-on-the-terminal-does-not', in_sandbox(answer_is_not_yes, missing=['meson'])),
    ('root-in-ci-installs', in_sandbox(checker_is_root, missing=['meson'])),
    ('a-user-in-ci-does-not-install', in_sandbox(checker_is_not_root, user=1000, missing=['meson'])),
    ('sudo-installs-and-does-not-build', in_sandbox(agreed_beforehand, user=1000, missing=['meson'])),
    ('without-sudo-the-command-is-printed', in_sandbox(no_sudo, user=1000, missing=['meson'], stubs=WITHOUT_SUDO)),
    ('a-failed-installation-ends-it', in_sandbox(installation_fails, missing=['meson'], failing=['apt-get'])),
    ('fedora-has-its-own-names', in_sandbox(fedora, missing=['ninja'], stubs=WITHOUT_APT)),
    ('without-a-manager-names-are-printed', in_sandbox(no_manager, missing=['ninja'], stubs=WITHOUT_APT)),
    ('a-half-made-build-folder-is-made-anew', in_sandbox(half_configured)),
    ('a-whole-build-folder-is-kept', in_sandbox(configured)),
    ('a-failed-build-is-a-failure', in_sandbox(build_fails, failing=['ninja'])),
    ('tests-say-whether-cuda-was-built', in_sandbox(tests_are_run)),
    ('with-a-display-the-window-opens', in_sandbox(a_display)),
    ('without-a-display-files-are-left', in_sandbox(no_display)),
    ('an-unknown-word-is-refused', in_sandbox(unknown_word)),
])
