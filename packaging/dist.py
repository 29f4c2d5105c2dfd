#!/usr/bin/env python3
"""Packs the release program: a tarball for any Linux, or a package for Debian and Ubuntu.

    packaging/dist.py tar|deb PROGRAM [--out .build/dist]

Both hold the same tree and are made of the same bytes wherever the program is built and packed: names are sorted, times are those
of the last commit (SOURCE_DATE_EPOCH overrides it), owners are root, and two sections of the program are left out, in which
the folder of the build leaves its trace.
"""

import argparse
import gzip
import hashlib
import io
import os
import subprocess
import tarfile
import tempfile
import textwrap

import linked

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MERMAID = ROOT + "/.build/share/sheaf/mermaid.js"
# Readers write to the issue tracker of the repository they got Sheaf from; a packager with an address names it here.
MAINTAINER = os.environ.get("MAINTAINER", "The Sheaf authors")
SUMMARY = "notes, tasks and a diary as Markdown files"
DESCRIPTION = """\
Sheaf keeps notes, tasks and a diary as Markdown files with front matter in
a folder that any editor may change and git carries. It lists and searches
them (Korean as well as English), follows and rewrites their links, merges
them field by field, reminds of tasks, publishes them as a static website,
and serves them to editors as a language server.
"""


def output(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, cwd=ROOT, **options).stdout


def zipped(content):
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(content)
    return packed.getvalue()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def reproducible(program):
    """A copy without the hashes of Swift's modules, which depend on the folder, and the linker's id of the whole."""
    copy = os.path.join(tempfile.mkdtemp(), "sheaf")
    sections = [".swift_modhash", ".note.gnu.build-id"]
    subprocess.run(["objcopy", *(f"--remove-section={name}" for name in sections), program, copy], check=True)
    return copy


class Release:
    def __init__(self, program):
        self.program = reproducible(os.path.abspath(program))
        self.version = output(self.program, "--version", text=True).split()[1]
        self.machine = os.uname().machine
        self.epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
        self.linked = linked.parts(ROOT + "/.build-release", ROOT + "/Makefile")

    def manual(self):
        """The pages by their path below `man`."""
        for folder, _, names in os.walk(ROOT + "/man"):
            for name in names:
                section = name.rsplit(".", 1)[1]
                language = os.path.relpath(folder, ROOT + "/man")
                yield os.path.normpath(f"{language}/man{section}/{name}"), read(folder + "/" + name)

    def completions(self):
        for shell, place in (("bash", "bash-completion/completions/sheaf"), ("zsh", "zsh/{}/_sheaf"), ("fish", "fish/vendor_completions.d/sheaf.fish")):
            yield place, output(self.program, "completions", shell)

    def editors(self):
        for editor in ("nvim", "emacs", "helix", "vscode", "kakoune", "sublime", "zed"):
            yield editor, output(self.program, "lsp", "--setup", editor)

    def licences(self):
        for part in self.linked:
            yield f"{part.name}.txt", part.text.encode()

    def bill(self):
        digest = hashlib.sha256(read(self.program)).hexdigest()
        return linked.bill(self.version, self.epoch, digest, self.linked).encode()


def packed(entries, epoch):
    """A tar of (path, bytes, mode) and of symbolic links (path, target, None)."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.GNU_FORMAT) as archive:
        folders = set()
        for path, content, mode in sorted(entries):
            for end in [at for at, letter in enumerate(path) if letter == "/"]:
                if path[:end] not in folders and path[:end] != ".":
                    folders.add(path[:end])
                    add(archive, path[:end], None, 0o755, epoch, tarfile.DIRTYPE)
            if mode is None:
                add(archive, path, content, 0o777, epoch, tarfile.SYMTYPE)
            else:
                add(archive, path, content, mode, epoch, tarfile.REGTYPE)
    return data.getvalue()


def add(archive, path, content, mode, epoch, kind):
    info = tarfile.TarInfo(path)
    info.type, info.mode, info.mtime = kind, mode, epoch
    info.uname = info.gname = "root"
    if kind == tarfile.SYMTYPE:
        info.linkname = content
    if kind == tarfile.REGTYPE:
        info.size = len(content)
    archive.addfile(info, io.BytesIO(content) if kind == tarfile.REGTYPE else None)


def tarball(release, out):
    name = f"sheaf-{release.version}-linux-{release.machine}"
    files = [("bin/sheaf", read(release.program), 0o755)]
    files += [("share/man/" + path, content, 0o644) for path, content in release.manual()]
    files += [("share/" + place.format("site-functions"), content, 0o644) for place, content in release.completions()]
    files += [(f"share/sheaf/editors/{editor}.txt", content, 0o644) for editor, content in release.editors()]
    files.append(("share/sheaf/mermaid.js", read(MERMAID), 0o644))
    files += [("share/doc/sheaf/" + document, read(ROOT + "/" + document), 0o644) for document in ("README.md", "CHANGELOG.md", "LICENSE")]
    files += [("share/doc/sheaf/licences/" + path, content, 0o644) for path, content in release.licences()]
    files.append(("share/doc/sheaf/sbom.spdx.json", release.bill(), 0o644))
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content, _ in sorted(files))
    files.append(("SHA256SUMS", sums.encode(), 0o644))
    files.append(("bin/sf", "sheaf", None))
    content = zipped(packed([(f"{name}/{path}", content, mode) for path, content, mode in files], release.epoch))
    write(out, name + ".tar.gz", content)
    describe(release, out, hashlib.sha256(content).hexdigest())


def describe(release, out, digest):
    """What other systems make their packages of the tarball from; URL is the project's address at its host."""
    day = output("date", "-u", "-d", f"@{release.epoch}", "+%a %b %d %Y", text=True, env={**os.environ, "LC_ALL": "C"}).strip()
    values = {
        "VERSION": release.version, "SHA256": digest, "DAY": day, "MAINTAINER": MAINTAINER,
        "URL": os.environ.get("URL", "https://sheaf.example"),
    }
    for name in ("sheaf.spec", "PKGBUILD", "sheaf.rb"):
        text = read(ROOT + "/packaging/" + name).decode()
        for key, value in values.items():
            text = text.replace(f"@{key}@", value)
        with open(out + "/" + name, "w") as file:
            file.write(text)


def copyright_file(release):
    """In Debian's machine-readable form: the program's own licence, then those of what is linked into it."""
    text = ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: sheaf\n\n"
            "Files: *\nCopyright: 2026 The Sheaf authors\nLicense: Apache-2.0\n"
            " On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.\nComment:\n"
            " The program is linked statically with the following, and comes with mermaid; their notices are below.\n"
            " Their sources are Debian's source packages of the versions named, and the\n Swift packages of the versions named.\n")
    for part in release.linked:
        text += f" .\n {part.name} {part.version}: {part.licence}, {part.holder}\n"
    for part in release.linked:
        if part.licence.startswith("Apache-2.0"):
            continue
        text += f" .\n ---- {part.name}\n"
        text += "".join(" " + (line.rstrip() or ".") + "\n" for line in part.text.expandtabs().splitlines())
    return text.encode()


SCRIPTS = {
    "postinst": "update-alternatives --install /usr/bin/sf sf /usr/bin/sheaf 10",
    "prerm": "if [ \"$1\" = remove ]; then update-alternatives --remove sf /usr/bin/sheaf; fi",
}
OVERRIDES = """\
# One static file that starts on any system.
sheaf: statically-linked-binary [usr/bin/sheaf]
sheaf: embedded-library *
# It runs in the pages of published sites, as it was published, and is not on this system otherwise.
sheaf: embedded-javascript-library *
# Notices of what is linked are quoted as their packages have them.
sheaf: copyright-refers-to-symlink-license *
sheaf: spelling-error-in-copyright *
# Names of constants in the libraries.
sheaf: spelling-error-in-binary *
sheaf: binary-has-unneeded-section *
"""


def debian(release, out):
    architecture = output("dpkg", "--print-architecture", text=True).strip()
    files = [("usr/bin/sheaf", read(release.program), 0o755)]
    files += [("usr/share/man/" + path + ".gz", zipped(content), 0o644) for path, content in release.manual()]
    files += [("usr/share/" + place.format("vendor-completions"), content, 0o644) for place, content in release.completions()]
    files += [("usr/share/bash-completion/completions/sf", "sheaf", None), ("usr/share/fish/vendor_completions.d/sf.fish", "sheaf.fish", None)]
    files += [(f"usr/share/doc/sheaf/editors/{editor}.txt", content, 0o644) for editor, content in release.editors()]
    files.append(("usr/share/sheaf/mermaid.js", read(MERMAID), 0o644))
    date = output("date", "-R", "-u", "-d", f"@{release.epoch}", text=True).strip()
    log = f"sheaf ({release.version}) unstable; urgency=medium\n\n  * See /usr/share/doc/sheaf/NEWS.md.gz.\n\n -- {MAINTAINER}  {date}\n"
    files += [("usr/share/doc/sheaf/changelog.gz", zipped(log.encode()), 0o644), ("usr/share/doc/sheaf/NEWS.md.gz", zipped(read(ROOT + "/CHANGELOG.md")), 0o644),
              ("usr/share/doc/sheaf/copyright", copyright_file(release), 0o644), ("usr/share/doc/sheaf/sbom.spdx.json.gz", zipped(release.bill()), 0o644),
              ("usr/share/lintian/overrides/sheaf", OVERRIDES.encode(), 0o644)]
    size = sum(len(content) for _, content, mode in files if mode is not None) // 1024
    control = (f"Package: sheaf\nVersion: {release.version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\n"
               f"Recommends: git, curl, fzf\nSuggests: pandoc, qrencode\nSection: utils\nPriority: optional\nDescription: {SUMMARY}\n"
               + textwrap.indent(DESCRIPTION, " "))
    sums = "".join(f"{hashlib.md5(content).hexdigest()}  {path}\n" for path, content, mode in sorted(files) if mode is not None)
    parts = [("./control", control.encode(), 0o644), ("./md5sums", sums.encode(), 0o644)]
    parts += [("./" + name, f"#!/bin/sh\nset -e\n{line}\n".encode(), 0o755) for name, line in SCRIPTS.items()]
    data = packed([("./" + path, content, mode) for path, content, mode in files], release.epoch)
    members = [("debian-binary", b"2.0\n"), ("control.tar.xz", squeezed(packed(parts, release.epoch))), ("data.tar.xz", squeezed(data))]
    content = b"!<arch>\n"
    for name, member in members:
        content += f"{name:<16}{release.epoch:<12}{0:<6}{0:<6}{100644:<8}{len(member):<10}`\n".encode() + member + b"\n" * (len(member) % 2)
    write(out, f"sheaf_{release.version}_{architecture}.deb", content)


def squeezed(content):
    import lzma
    return lzma.compress(content, preset=6)


def write(out, name, content):
    os.makedirs(out, exist_ok=True)
    path = out + "/" + name
    with open(path, "wb") as file:
        file.write(content)
    with open(path + ".sha256", "w") as file:
        file.write(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
    print(f"{path}  {len(content) / 1_000_000:.1f} MB")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("form", choices=["tar", "deb"])
    options.add_argument("program")
    options.add_argument("--out", default=".build/dist")
    arguments = options.parse_args()
    release = Release(arguments.program)
    {"tar": tarball, "deb": debian}[arguments.form](release, os.path.abspath(arguments.out))


if __name__ == "__main__":
    main()
