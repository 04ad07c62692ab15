"""A small board: names itself at the start and when asked, beats every 0.2 s, shows one tag. Argument: a link's path.

Standard library only, so that it starts fast.
"""

import os
import select
import sys
import time


def line(body: str) -> bytes:
    check = 0
    for byte in body.encode():
        check ^= byte
    return b"$%s*%02X\r\n" % (body.encode(), check)


def main(path: str) -> None:
    master, slave = os.openpty()
    os.symlink(os.ttyname(slave), path)
    start = time.monotonic()
    number = 0

    def send(name: str, fields: str) -> None:
        nonlocal number
        os.write(master, line(f"{name},1,{number},{fields}"))
        number = (number + 1) % 256

    def hello() -> None:
        send("BGHEL", "ptyboard,1.0,tag+die")
        send("BGTAG", "r0,IN,em,000414CD7E")

    hello()
    due = start
    while True:
        ready, _, _ = select.select([master], [], [], max(0.0, due - time.monotonic()))
        if ready and b"?" in os.read(master, 256):
            hello()
            due = time.monotonic()
        if time.monotonic() >= due:
            send("BGHB", str(int((time.monotonic() - start) * 1000)))
            due = time.monotonic() + 0.2


main(sys.argv[1])
