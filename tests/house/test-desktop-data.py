#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the desktop reads about the program is valid, consistent, and free of the network."""
import configparser
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

import tap

APP = 'io.github.ondelette.Ondelette'
DESKTOP = os.path.join(tap.ROOT, 'resources', f'{APP}.desktop')
METAINFO = os.path.join(tap.ROOT, 'resources', f'{APP}.metainfo.xml')
MIME = os.path.join(tap.ROOT, 'resources', f'{APP}.xml')
FLATPAK = os.path.join(tap.ROOT, 'flatpak', f'{APP}.yml')
ICONS = [f'icons/scalable/apps/{APP}.svg', f'icons/symbolic/apps/{APP}-symbolic.svg']


def complaints_of(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode().splitlines() or ['failed'] if done.returncode else []


def desktop_file():
    return complaints_of('desktop-file-validate', DESKTOP)


def metainfo():
    return complaints_of('appstreamcli', 'validate', '--no-net', '--explain', METAINFO)


def names_agree():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(DESKTOP, encoding='utf-8')
    entry = entry['Desktop Entry']
    component = ElementTree.parse(METAINFO).getroot()
    pairs = [
        ('name', entry['Name'], component.findtext('name')),
        ('summary', entry['Comment'], component.findtext('summary')),
        ('file', os.path.basename(DESKTOP), component.findtext('launchable')),
        ('types', entry['MimeType'].strip(';').split(';'),
         [element.text for element in component.findall('provides/mediatype')]),
        ('icon', entry['Icon'], component.findtext('id')),
        ('program', entry['Exec'].split()[0], component.findtext('provides/binary')),
    ]
    return [f'{what}: {ours} in the desktop file, {theirs} in the metainfo'
            for what, ours, theirs in pairs if ours != theirs]


def sessions_have_a_type():
    """The suffix is the program's own (ui/session-file.h), the type one that the desktop file takes."""
    if shutil.which('update-mime-database') is None:
        return ['update-mime-database is missing']
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'packages'))
        shutil.copy(MIME, os.path.join(folder, 'packages'))
        said = complaints_of('update-mime-database', folder)
        with open(os.path.join(folder, 'globs2'), encoding='utf-8') as file:
            globs = [line.strip().split(':')[1:3] for line in file if not line.startswith('#')]
    with open(os.path.join(tap.ROOT, 'ui', 'session-file.h'), encoding='utf-8') as file:
        suffix = re.search(r'#define OND_SESSION_SUFFIX "(.*)"', file.read()).group(1)
    with open(DESKTOP, encoding='utf-8') as file:
        taken = re.search(r'^MimeType=(.*)$', file.read(), re.MULTILINE).group(1).split(';')
    return said + [f'{kind} {glob}' for kind, glob in globs if glob != '*' + suffix or kind not in taken] + (
        [] if globs else ['no type at all'])


def icons_are_carried():
    listed = ElementTree.parse(os.path.join(tap.ROOT, 'resources', 'ondelette.gresource.xml')).iter('file')
    listed = [file.text for file in listed]
    return [icon for icon in ICONS if icon not in listed]


def symbolic_icon_has_no_stroke():
    """GTK gives a symbolic icon its colour through the fill; a stroke would stay black on a dark header bar."""
    with open(os.path.join(tap.ROOT, 'resources', ICONS[1]), encoding='utf-8') as file:
        return ['it has a stroke'] if 'stroke=' in file.read() else []


def flatpak_is_pinned():
    with open(FLATPAK, encoding='utf-8') as file:
        text = file.read()
    archives, sums = len(re.findall('type: archive', text)), len(re.findall(r'sha256: [0-9a-f]{64}\n', text))
    wrong = [] if archives == sums > 0 else [f'{archives} archives, {sums} checksums']
    return wrong + [line for line in (f'id: {APP}', 'command: ondelette') if line not in text.splitlines()]


tap.report([('desktop-file-is-valid', desktop_file), ('metainfo-is-valid-without-network', metainfo),
            ('desktop-file-and-metainfo-agree', names_agree), ('sessions-have-a-type', sessions_have_a_type),
            ('icons-are-in-the-resource', icons_are_carried),
            ('symbolic-icon-is-filled', symbolic_icon_has_no_stroke),
            ('flatpak-pins-what-it-downloads', flatpak_is_pinned)])
