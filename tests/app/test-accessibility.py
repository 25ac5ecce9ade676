#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# The running program through the accessibility bus, as assistive technology meets it. Usage: test-accessibility.py
# PROGRAM, inside an X server. Starts a D-Bus session of its own, whose daemons may say what they like on the error
# stream, and speaks TAP.

import ctypes
import os
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PARAMETERS = ["theta", "phi", "xi", "scale"]


class Program:
    """The program under test; its widgets are found by role and name."""

    def __init__(self, *argv):
        self.process = subprocess.Popen(argv, env=dict(os.environ, GTK_A11Y="atspi"))
        self.root = self.wait(self._find_root)

    def _find_root(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child and child.get_process_id() == self.process.pid and child.get_child_count():
                return child
        return None

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                result = condition()
            except GLib.Error:  # the widget went while it was looked at
                result = None
            if result:
                return result
            time.sleep(0.05)
        raise TimeoutError("waited in vain")

    def walk(self, node=None):
        node = node or self.root
        yield node
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child:
                yield from self.walk(child)

    def find_all(self, role):
        return [node for node in self.walk() if node.get_role_name() == role]

    def find(self, role, name):
        return self.wait(lambda: next((n for n in self.find_all(role) if n.get_name() == name), None))

    def texts(self):
        return [node.get_name() for node in self.find_all("label")]

    def close(self):
        self.process.terminate()
        self.process.wait(10)


number = 0


def say(line):
    os.write(int(os.environ["TAP_FD"]), f"{line}\n".encode())


def check(what, condition):
    global number
    number += 1
    say(f"{'ok' if condition else 'not ok'} {number} {what}")


def in_session():
    """Runs this test once more inside a D-Bus session; its TAP goes to a copy of our output."""
    tap = os.dup(1)
    command = ["dbus-run-session", "--", sys.executable, *sys.argv]
    return subprocess.call(command, stdout=2, pass_fds=[tap], env=dict(os.environ, TAP_FD=str(tap)))


def response(program):
    return next((text for text in program.texts() if text.startswith("response ")), None)


def point(x, y, *events):
    """Moves the pointer and presses ("b1p") or releases ("b1r") its button."""
    for event in ("abs", *events):
        Atspi.generate_mouse_event(int(x), int(y), event)
        time.sleep(0.1)


def press_keys(*symbols):
    """The last key while the others are held."""
    display = ctypes.CDLL("libX11.so.6")
    display.XOpenDisplay.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(display.XOpenDisplay(None))
    codes = [display.XKeysymToKeycode(connection, ctypes.c_ulong(symbol)) for symbol in symbols]
    for kind, keys in [(Atspi.KeySynthType.PRESS, codes), (Atspi.KeySynthType.RELEASE, reversed(codes))]:
        for code in keys:
            Atspi.generate_keyboard_event(code, None, kind)
            time.sleep(0.05)
    display.XCloseDisplay(connection)


CONTROL, SHIFT = 0xFFE3, 0xFFE1


def drag_and_undo(slider):
    """A real pointer, whose hand rests on the way for longer than steps of a key would be joined."""
    extents = slider.get_extents(Atspi.CoordType.WINDOW)
    values = [slider.get_current_value()]
    x = extents.x + extents.width * values[0] / 180
    y = extents.y + extents.height / 2
    point(x, y, "b1p")
    point(x + 40, y)
    time.sleep(1)
    point(x + 60, y)
    point(x + 80, y, "b1r")
    values.append(slider.get_current_value())
    for keys in [(CONTROL, ord("z")), (CONTROL, SHIFT, ord("z"))]:
        press_keys(*keys)
        time.sleep(0.3)
        values.append(slider.get_current_value())
    return values


def main():
    program = Program(sys.argv[1], "--sample")
    try:
        sliders = {name: program.find("slider", name) for name in PARAMETERS}
        names = [node.get_name() for node in program.find_all("slider")]
        check("one slider each has the name of a parameter", all(names.count(name) == 1 for name in PARAMETERS))
        check("theta has the range of a direction", sliders["theta"].get_minimum_value() == 0)
        before = program.wait(lambda: response(program))
        check("the readout tells the response", any(c.isdigit() for c in before))
        for name, value in [("theta", 100), ("phi", 20), ("xi", 0.3), ("scale", 0.5)]:
            sliders[name].set_current_value(value)
            program.wait(lambda: response(program) not in (None, before))
            check(f"setting {name} changes the readout", response(program) != before)
            check(f"{name} has the value that was set", abs(sliders[name].get_current_value() - value) < 0.01)
            before = response(program)
        start, dragged, undone, redone = drag_and_undo(sliders["theta"])
        check(f"a drag turns theta, from {start} to {dragged}", dragged > start + 20)
        check("one Ctrl+Z takes the whole drag back", undone == start)
        check("Ctrl+Shift+Z brings it again", redone == dragged)
    finally:
        program.close()
    say(f"1..{number}")


if "TAP_FD" in os.environ:
    main()
else:
    sys.exit(in_session())
