#!/bin/sh
# The few system libraries that the wheels of kivy and opencv need on a fresh Debian or Raspberry Pi OS.
# As root they are installed; otherwise the one command that does is printed, and set-up goes on.
set -u
missing=""
need() { # need LIBRARY PACKAGE...
    lib=$1; shift
    if ! ldconfig -p 2>/dev/null | grep -q "$lib"; then missing="$missing $*"; fi
}
export PATH="$PATH:/sbin:/usr/sbin"
command -v ldconfig >/dev/null 2>&1 || exit 0   # not a Linux with a library cache: the wheels bring their own
need libGL.so.1 libgl1
need libEGL.so.1 libegl1
need libmtdev.so.1 libmtdev1
if ! ldconfig -p | grep -q libgthread-2.0.so.0; then
    # Debian 13 renamed the package
    if command -v apt-cache >/dev/null 2>&1 && apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then
        missing="$missing libglib2.0-0t64"
    else
        missing="$missing libglib2.0-0"
    fi
fi
if command -v dpkg >/dev/null 2>&1; then
    dpkg -s libgl1-mesa-dri >/dev/null 2>&1 || missing="$missing libgl1-mesa-dri"
    if command -v python3 >/dev/null 2>&1 && ! python3 -c 'import ensurepip' >/dev/null 2>&1; then
        missing="$missing python3-venv"
    fi
fi
[ -z "$missing" ] && exit 0
command="apt-get install -y --no-install-recommends$missing"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "These libraries are missing:$missing. Install them with your system's package tool."
elif [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive $command >/dev/null || echo "Could not install:$missing"
else
    echo "Some system libraries are missing. This one command installs them:"
    echo "    sudo apt-get update && sudo $command"
fi
exit 0
