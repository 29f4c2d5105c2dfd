#!/usr/bin/env python3
"""Tries the tarball and the package in clean systems, made with debootstrap below .build/roots; needs root.

    packaging/try.py [--only NAME,…] [--dist .build/dist]

In each system nothing but its minimal base is installed: no Swift, no cmark, no SQLite. The tarball is unpacked and used; on
systems with dpkg the package is installed, used, upgraded, removed and purged, and nothing of it may be left.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import time

SYSTEMS = {"debian-11": "bullseye", "debian-12": "bookworm", "debian-13": "trixie", "ubuntu-22.04": "jammy"}

USE = """
set -e
export HOME=/tmp/home LC_ALL=C.UTF-8
rm -rf /tmp/home && mkdir -p /tmp/home/notes && cd /tmp/home/notes
printf -- '---\\ntitle: 회의록\\ntags: [work]\\n---\\n\\nSee [[Plan]] and ![p](p.png).\\n' > Meeting.md
printf '# Plan\\n\\n- [ ] call 📅 2026-11-30\\n' > Plan.md
SHEAF init
SHEAF list | grep -q 회의록
SHEAF search ㅎㅇㄹ | grep -q Meeting
SHEAF set Meeting status=doing
SHEAF done Plan:3
SHEAF undo
SHEAF links Plan --backlinks | grep -q Meeting
SHEAF publish -o /tmp/home/site --yes
test -s /tmp/home/site/index.html
SHEAF check || test $? = 1
SHEAF lsp --setup nvim | grep -q sheaf
"""


def mirror(name):
    """The mirror that this system itself takes packages of that distribution from; none leaves the choice to debootstrap."""
    lines = "".join(open(file).read() for file in glob.glob("/etc/apt/sources.list") + glob.glob("/etc/apt/sources.list.d/*"))
    return re.findall(r"^(?:deb|URIs:)[^#\n]*?(https?://\S+/" + name.split("-")[0] + r")/?(?=\s)", lines, re.MULTILINE)[:1]


def make(name, folder):
    if not os.path.exists(folder + "/usr/bin/dpkg"):
        print(f"{name}: making a clean system", flush=True)
        subprocess.run(["debootstrap", "--variant=minbase", SYSTEMS[name], folder, *mirror(name)], check=True, stdout=subprocess.DEVNULL)


def inside(folder, script):
    """Runs a script in the system, with the /proc that every running system has."""
    mounted = 'mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "$1"'
    return subprocess.run(["unshare", "--mount", "sh", "-c", mounted, folder, script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def files(folder):
    found = set()
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if place + "/" + name not in (folder + "/proc", folder + "/sys", folder + "/tmp", folder + "/var/lib/dpkg", folder + "/var/log")]
        found |= {os.path.join(place, name) for name in names}
    return found


def use(folder, program):
    done = inside(folder, USE.replace("SHEAF", program))
    return [] if done.returncode == 0 else [f"{program}: {done.stdout[-400:]}"]


def try_tarball(folder, tarball):
    shutil.rmtree(folder + "/opt/sheaf", ignore_errors=True)
    os.makedirs(folder + "/opt/sheaf")
    subprocess.run(["tar", "-xzf", tarball, "-C", folder + "/opt/sheaf", "--strip-components=1"], check=True)
    problems = use(folder, "/opt/sheaf/bin/sheaf")
    sums = inside(folder, "cd /opt/sheaf && sha256sum --quiet -c SHA256SUMS")
    if sums.returncode:
        problems.append("SHA256SUMS: " + sums.stdout[-200:])
    start = time.monotonic()
    for _ in range(20):
        subprocess.run([folder + "/opt/sheaf/bin/sheaf", "--version"], check=True, stdout=subprocess.DEVNULL)
    print(f"  starts in {(time.monotonic() - start) / 20 * 1000:.1f} ms")
    shutil.rmtree(folder + "/opt/sheaf")
    return problems


def try_package(folder, package, newer):
    problems = []
    inside(folder, "dpkg --purge sheaf")
    before = files(folder)
    for step, path in (("install", package), ("upgrade", newer)):
        shutil.copy(path, folder + "/tmp/sheaf.deb")
        done = inside(folder, "dpkg -i /tmp/sheaf.deb")
        if done.returncode:
            problems.append(f"{step}: {done.stdout[-400:]}")
        problems += use(folder, "/usr/bin/sheaf") + use(folder, "sf")
    for step in ("dpkg --remove sheaf", "dpkg --purge sheaf || true"):
        done = inside(folder, step)
        if done.returncode:
            problems.append(f"{step}: {done.stdout[-400:]}")
    left = sorted(path for path in files(folder) - before if not path.endswith("/etc/alternatives/README"))
    if left:
        problems.append(f"left: {left[:5]}")
    return problems


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--only")
    options.add_argument("--dist", default=".build/dist")
    options.add_argument("--roots", default=".build/roots")
    arguments = options.parse_args()
    tarball = max(glob.glob(arguments.dist + "/sheaf-*.tar.gz"), key=os.path.getmtime)
    package = max(glob.glob(arguments.dist + "/sheaf_*.deb"), key=os.path.getmtime)
    newer = rebuilt(package, arguments.roots)
    failed = False
    for name in arguments.only.split(",") if arguments.only else SYSTEMS:
        folder = os.path.abspath(arguments.roots) + "/" + name
        make(name, folder)
        problems = try_tarball(folder, tarball) + try_package(folder, package, newer)
        failed = failed or bool(problems)
        print(f"{name}: " + ("passed" if not problems else "failed\n  " + "\n  ".join(problems)), flush=True)
    sys.exit(1 if failed else 0)


def rebuilt(package, roots):
    """The same package with a higher version, to upgrade to."""
    folder = os.path.abspath(roots) + "/newer"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    subprocess.run(["dpkg-deb", "-R", package, folder + "/tree"], check=True)
    control = folder + "/tree/DEBIAN/control"
    with open(control) as file:
        text = file.read()
    with open(control, "w") as file:
        file.write("\n".join(line + "+1" if line.startswith("Version: ") else line for line in text.split("\n")))
    subprocess.run(["dpkg-deb", "-Znone", "-b", folder + "/tree", folder + "/sheaf.deb"], check=True, stdout=subprocess.DEVNULL)
    return folder + "/sheaf.deb"


if __name__ == "__main__":
    main()
