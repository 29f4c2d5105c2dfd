"""Archives of a stranger: names that lead out, links, counts and sizes that lie."""

import io
import os
import random
import stat
import struct
import tarfile
import zipfile

NAMES = ["../evil.md", "../../evil.md", "a/../../../evil.md", "/evil-abs.md", "//evil.md", "./../evil.md", "..\\evil.md", "a\\..\\..\\evil.md", "C:\\evil.md", "C:/evil.md",
         "\\\\host\\share\\evil.md", "a/./../../evil.md", "..", "../", ".git/hooks/post-checkout", ".git/config", ".sheaf/config.yaml", ".sheaf/templates/memo.md",
         "a\x00/../../evil.md", "evil\n.md", "\x1b[2J.md", "~/.ssh/id", "$(touch RAN).md", "CON.md", "a" * 5000 + ".md", "a/" * 3000 + "b.md", ".ssh/../../../.ssh/id",
         "note.md/../../../evil.md", "\u2025/evil.md", "\uff0e\uff0e/evil.md", "%2e%2e/evil.md", " /../evil.md", "-rf.md", "a//b.md", "Note.md", "NOTE.md"]
FORMATS = ["notion", "joplin", "keep", "dayone", "enex", "logseq"]


def zipped(entries):
    """A zip of names and bytes as they are: Python's own library would clean the names."""
    data, central, count = io.BytesIO(), b"", 0
    for name, content, mode in entries:
        raw = name.encode("utf-8", "surrogateescape") if isinstance(name, str) else name
        import zlib
        check = zlib.crc32(content)
        at = data.tell()
        data.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0x800, 0, 0, 0, check, len(content), len(content), len(raw), 0) + raw + content)
        central += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 0x031E, 20, 0x800, 0, 0, 0, check, len(content), len(content), len(raw), 0, 0, 0, 0, mode << 16, at) + raw
        count += 1
    at = data.tell()
    data.write(central + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(central), at, 0))
    return data.getvalue()


def tarred(entries):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, content, kind, target in entries:
            info = tarfile.TarInfo("x")
            info.name, info.type, info.linkname = name, kind, target
            info.size = len(content) if kind == tarfile.REGTYPE else 0
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def imported(file, content, formats=("notion",)):
    def run(ground):
        path = ground.write(ground.work + "/" + file, content)
        ground.begin()
        for format in formats:
            ground.run("import", "--from", format, path, "--in", "In", "--yes")
            ground.run("import", "--from", format, path, "--in", "In", "--update", "--yes")
        ground.run("list")
        ground.judge()
        ground.expect(not os.path.exists("/evil-abs.md"), "a file was written to /")
        left = [name for name in os.listdir(ground.work) if name != file]
        ground.expect(not left, f"left in the temporary folder: {left}")
        size = sum(os.lstat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(ground.root) for name in names)
        ground.expect(size < 700 << 20, f"{size >> 20} MB were written")
        inner = ground.root + "/.sheaf/config.yaml"
        ground.expect(os.path.getsize(inner) == 0, "the configuration was replaced")
        ground.expect(not os.path.exists(ground.root + "/.git/hooks/post-checkout"), "a hook was made")
    return run


def through_link(ground):
    path = ground.write(ground.work + "/a.zip", zipped([
        ("link", ground.home.encode() + b"/Documents", stat.S_IFLNK | 0o777), ("link/evil.md", b"# evil\n", stat.S_IFREG | 0o644), ("Good abc.md", b"# Good\n", stat.S_IFREG | 0o644)]))
    ground.begin()
    ground.run("import", "--from", "notion", path, "--yes")
    ground.judge()


def lying_tar():
    """A size field with shifted columns: the program that reads it otherwise unpacks gigabytes."""
    good = bytearray(tarred([("a.md", b"x" * 512, tarfile.REGTYPE, "")]))
    good[124:136] = b"77777777777\0"
    return bytes(good)


def bomb(declared):
    """A zip entry that says it is small and is not."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("bomb.png", b"\0" * (900 << 20) if declared != "many" else b"\0" * (1 << 20))
        for number in range(2_000 if declared == "many" else 0):
            archive.writestr(f"{number}.png", b"\0" * (1 << 20))
        archive.writestr("Note 0123456789abcdef0123456789abcdef.md", "# Note\n")
    content = bytearray(data.getvalue())
    if declared == "lie":
        at = content.find(b"PK\x01\x02")
        content[at + 24:at + 28] = struct.pack("<I", 10)
        at = content.find(b"PK\x03\x04")
        content[at + 22:at + 26] = struct.pack("<I", 10)
    return bytes(content)


def damaged(content, seed):
    numbers = random.Random(seed)
    changed = bytearray(content)
    for _ in range(numbers.randint(1, 12)):
        changed[numbers.randrange(len(changed))] = numbers.randrange(256)
    return bytes(changed[:numbers.randrange(len(changed) // 2, len(changed))] if numbers.random() < 0.3 else changed)


def attacks(seeds):
    regular = stat.S_IFREG | 0o644
    good = [("Note 0123456789abcdef0123456789abcdef.md", b"# Note\n\n![p](p.png)\n", regular), ("p.png", b"\x89PNG\r\n\x1a\n", regular)]
    for number, name in enumerate(NAMES):
        content = zipped([*good, (name, b"# evil\n", regular)])
        yield f"zip name {name[:40]!r}", imported("a.zip", content, FORMATS[number % 3:number % 3 + 1])
        tar = tarred([("Note.md", b"# Note\n", tarfile.REGTYPE, ""), (name.replace("\0", "") or "x", b"# evil\n", tarfile.REGTYPE, "")])
        yield f"tar name {name[:40]!r}", imported("a.jex", tar, ("joplin",))
    kinds = {"symbolic link": tarfile.SYMTYPE, "hard link": tarfile.LNKTYPE, "device": tarfile.CHRTYPE, "pipe": tarfile.FIFOTYPE, "block device": tarfile.BLKTYPE}
    for name, kind in kinds.items():
        for target in ("../../secret.md", "/etc/passwd", "Note.md"):
            tar = tarred([("Note.md", b"# Note\n", tarfile.REGTYPE, ""), ("x.md", b"", kind, target), ("x.md", b"# evil\n", tarfile.REGTYPE, "")])
            yield f"tar {name} to {target}", imported("a.jex", tar, ("joplin",))
    yield "zip through a link", through_link
    yield "tar with a size that lies", imported("a.jex", lying_tar(), ("joplin",))
    for kind in ("true", "lie", "many"):
        yield f"zip bomb ({kind})", lambda ground, kind=kind: imported("a.zip", bomb(kind))(ground)
    yield "zip in zip in zip", imported("a.zip", zipped([("b.zip", zipped([("c.zip", zipped([("../evil.md", b"# x\n", regular)]), regular)]), regular)]))
    yield "100,000 entries of one name", imported("a.zip", zipped([("a.md", b"# a\n", regular)] * 60_000))
    yield "empty", imported("a.zip", b"")
    yield "no zip", imported("a.zip", b"PK\x03\x04" + b"\xff" * 100)
    for seed in range(seeds * 2):
        yield f"damaged zip {seed}", imported("a.zip", damaged(zipped(good * 3), seed))
        yield f"damaged tar {seed}", imported("a.jex", damaged(tarred([("Note.md", b"# Note\n" * 50, tarfile.REGTYPE, "")] * 3), seed), ("joplin",))
