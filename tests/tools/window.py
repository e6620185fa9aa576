#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether a sample of chapter 10 or 16 shows its drawing in a window.

    window.py [--left] [--keys NAME,...] PROGRAM ARGUMENT...

Runs the program with --window on an X server without a screen (Xvfb), and must find the picture of --output on this
screen, or with --left its left half.  Each of the keys, pressed and released, must show another picture.  Then presses
Escape: the program must end, and pass.  Exit status 77 without Xvfb
(package xvfb), and where the program ends with 77.
"""

import ctypes
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pnm import read_pnm

PATIENCE = 30    # seconds until the window must show the picture


def start_server(folder):
    """The server and its display; it keeps its screen in a file of the folder."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp",
                               "-fbdir", folder],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    return server, f":{number}"


def screenshot(folder):
    """The screen's rows of RGB bytes, from the file of Xvfb, which has the format XWD."""
    data = (Path(folder) / "Xvfb_screen0").read_bytes()
    header = struct.unpack(">25I", data[:100])
    size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
    assert line == 4 * width, f"not four bytes per pixel: {header}"
    start = size + 12 * colors
    rows = []
    for y in range(height):
        row = data[start + y * line:start + (y + 1) * line]
        rgb = bytearray(len(row) // 4 * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
        rows.append(bytes(rgb))
    return rows


def shows(rows, picture):
    """Whether the picture stands somewhere on the screen."""
    width, height, pixels = picture
    lines = [pixels[3 * width * y:3 * width * (y + 1)] for y in range(height)]
    for top in range(len(rows) - height + 1):
        at = rows[top].find(lines[0])
        while at >= 0:
            if all(rows[top + y][at:at + 3 * width] == lines[y] for y in range(height)):
                return True
            at = rows[top].find(lines[0], at + 1)
    return False


class KeyEvent(ctypes.Structure):
    """XKeyEvent, with the room of an XEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("root", ctypes.c_ulong),
                ("subwindow", ctypes.c_ulong), ("time", ctypes.c_ulong), ("place", 4 * ctypes.c_int),
                ("state", ctypes.c_uint), ("keycode", ctypes.c_uint), ("same_screen", ctypes.c_int),
                ("room", 24 * ctypes.c_long)]


KEYS = {"escape": 0xFF1B, "left": 0xFF51, "up": 0xFF52, "right": 0xFF53, "down": 0xFF54, "plus": 0xFFAB, "minus": 0xFFAD}
PRESS, RELEASE = 2, 3    # with the masks 1 and 2


def send_key(display, name, kind):
    """Sends the key to all windows of the display; plus and minus are those of the number pad."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    here = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    root = x.XDefaultRootWindow(here)
    found, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    x.XQueryTree(here, ctypes.c_ulong(root), ctypes.byref(found), ctypes.byref(parent), ctypes.byref(children),
                 ctypes.byref(count))
    for window in children[:count.value]:
        event = KeyEvent(type=kind, display=here.value, window=window, root=root, same_screen=1,
                         keycode=x.XKeysymToKeycode(here, ctypes.c_ulong(KEYS[name])))
        x.XSendEvent(here, ctypes.c_ulong(window), 1, ctypes.c_long(kind - 1), ctypes.byref(event))
    x.XCloseDisplay(here)


def left_half(picture):
    width, height, pixels = picture
    half = width // 2
    return half, height, b"".join(pixels[3 * width * y:3 * (width * y + half)] for y in range(height))


def shows_another(key, display, folder):
    """Whether this key leads to another picture."""
    before = screenshot(folder)
    send_key(display, key, PRESS)
    end = time.monotonic() + PATIENCE
    while screenshot(folder) == before and time.monotonic() < end:
        time.sleep(0.05)
    send_key(display, key, RELEASE)
    time.sleep(0.2)    # the last frame of this key
    return screenshot(folder) != before


def find_picture(command, keys, picture, environment, folder):
    """Starts the program, looks at the screen until it shows the picture, and ends it: its exit status."""
    shown = subprocess.Popen(command, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if shown.poll() is not None:
                print(f"the program ended with {shown.returncode}")
                return shown.returncode or 1
            if shows(screenshot(folder), picture):
                print(f"the window shows the {picture[0]} x {picture[1]} pixels", flush=True)
                for key in keys:
                    if not shows_another(key, environment["DISPLAY"], folder):
                        print(f"the key {key} changes nothing")
                        return 1
                send_key(environment["DISPLAY"], "escape", PRESS)
                return shown.wait(timeout=PATIENCE)
            time.sleep(0.2)
        print("the picture is not on the screen")
        return 1
    finally:
        shown.terminate()
        shown.wait()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    words = sys.argv[1:]
    left = words[0] == "--left"
    words = words[left:]
    keys = words[1].split(",") if words[0] == "--keys" else []
    program, *arguments = words[2 * bool(keys):]
    if not shutil.which("Xvfb"):
        print("Xvfb is missing: install xvfb")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        server, display = start_server(scratch)
        environment = {**os.environ, "DISPLAY": display}
        environment.pop("WAYLAND_DISPLAY", None)
        try:
            path = Path(scratch) / "picture.ppm"
            done = subprocess.run([program, *arguments, "--quiet", "--output", str(path)])
            if done.returncode:
                return done.returncode
            picture = read_pnm(path.read_bytes())
            picture = left_half(picture) if left else picture
            return find_picture([program, *arguments, "--window"], keys, picture, environment, scratch)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
