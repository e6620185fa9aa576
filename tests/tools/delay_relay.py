#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Passes TCP connections on, and holds what they carry: the way of tests/tools/remote.sh where the kernel has no netem.

    delay_relay.py MS HERE:PORT=THERE:PORT...

What comes in goes out MS milliseconds later, in both directions.  It waits in a queue, not in the way of what follows: the
rate stays as it is.  A cable delays TCP's own confirmations, too.  This does not: each half of a connection is as short as
before.  So the small windows of TCP do not slow transfers down here.
"""

import argparse
import queue
import socket
import threading
import time

CHUNK_BYTES, MOST_CHUNKS = 1 << 18, 1 << 10


def start(function, *arguments):
    threading.Thread(target=function, args=arguments, daemon=True).start()


def receive(source, waiting, delay_s):
    data = True
    while data:
        try:
            data = source.recv(CHUNK_BYTES)
        except OSError:    # reset: the end, too
            data = b""
        waiting.put((time.monotonic() + delay_s, data))


def send(waiting, target):
    """Until the end, which is no data.  A target that is gone ends the other direction, too."""
    data = True
    while data:
        due, data = waiting.get()
        time.sleep(max(0.0, due - time.monotonic()))
        try:
            if data:
                target.sendall(data)
            else:
                target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass    # nobody reads it


def serve(listener, there, delay_s):
    while True:
        client = listener.accept()[0]
        server = socket.create_connection(there)
        for source, target in ((client, server), (server, client)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            waiting = queue.Queue(MOST_CHUNKS)
            start(receive, source, waiting, delay_s)
            start(send, waiting, target)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("delay", metavar="MS", type=float)
    parser.add_argument("pairs", metavar="HERE:PORT=THERE:PORT", nargs="+")
    options = parser.parse_args()
    delay_s = options.delay * 1e-3
    for pair in options.pairs:
        here, there = ((host, int(port)) for host, port in (end.split(":") for end in pair.split("=")))
        start(serve, socket.create_server(here), there, delay_s)
    threading.Event().wait()


if __name__ == "__main__":
    main()
