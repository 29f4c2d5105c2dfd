"""What is linked into the program or installed with it: names, versions, licences and where their texts are on the building machine."""

import json
import os
import subprocess

# Swift packages by their identity: who made them, the licence, the file with its text.
PACKAGES = {
    "swift-argument-parser": ("Apple Inc. and the Swift project authors", "Apache-2.0 WITH Swift-exception", "LICENSE.txt"),
    "grdb.swift": ("Gwendal Roué", "MIT", "LICENSE"),
    "yams": ("JP Simard and Yams contributors; Kirill Simonov (LibYAML)", "MIT", "LICENSE"),
    "swift-mustache": ("Adam Fowler and the Hummingbird authors", "Apache-2.0", "LICENSE.txt"),
    "flyingfox": ("Simon Whitty", "MIT", "LICENSE"),
}
# Archives of the system: Debian's package, who made it, the licence.
ARCHIVES = {
    "libcmark-gfm-dev": ("cmark-gfm", "John MacFarlane and GitHub, Inc.", "BSD-2-Clause"),
    "libsqlite3-dev": ("SQLite", "D. Richard Hipp and others", "blessing"),
    "libc6-dev": ("GNU C Library", "Free Software Foundation, Inc. and others", "LGPL-2.1-or-later"),
    "libstdc++-12-dev": ("GNU C++ Library", "Free Software Foundation, Inc.", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libarchive-dev": ("libarchive", "Tim Kientzle and others", "BSD-2-Clause"),
    "zlib1g-dev": ("zlib", "Jean-loup Gailly and Mark Adler", "Zlib"),
    "libbz2-dev": ("bzip2", "Julian Seward", "bzip2-1.0.6"),
    "liblzma-dev": ("XZ Utils", "Lasse Collin and others", "0BSD"),
    "libzstd-dev": ("Zstandard", "Meta Platforms, Inc.", "BSD-3-Clause"),
    "libpcre2-dev": ("PCRE2", "Philip Hazel, Zoltan Herczeg and others", "BSD-3-Clause"),
    "libjpeg-dev": ("libjpeg-turbo", "Independent JPEG Group, D. R. Commander and others", "IJG AND BSD-3-Clause AND Zlib"),
    "libpng-dev": ("libpng", "Cosmin Truta, Glenn Randers-Pehrson and others", "libpng-2.0"),
    "libwebp-dev": ("libwebp", "Google LLC", "BSD-3-Clause"),
    "nettle-dev": ("Nettle", "Niels Möller and others", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
}


class Part:
    def __init__(self, name, version, holder, licence, text):
        self.name, self.version, self.holder, self.licence, self.text = name, version, holder, licence, text


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def packages(build):
    """The Swift packages that the build resolved."""
    with open(build + "/workspace-state.json") as file:
        dependencies = json.load(file)["object"]["dependencies"]
    for dependency in sorted(dependencies, key=lambda one: one["packageRef"]["identity"]):
        identity = dependency["packageRef"]["identity"]
        holder, licence, name = PACKAGES[identity]
        with open(f"{build}/checkouts/{dependency['subpath']}/{name}") as file:
            yield Part(identity, dependency["state"]["checkoutState"]["version"], holder, licence, file.read())


def archives(makefile):
    """The system's archives that the Makefile names, and those that every program of this kind has."""
    with open(makefile) as file:
        wanted = file.read()
    for package, (name, holder, licence) in ARCHIVES.items():
        if package not in wanted and package not in ("libc6-dev", "libstdc++-12-dev"):
            continue
        with open(f"/usr/share/doc/{package}/copyright", errors="replace") as file:
            yield Part(name, output("dpkg-query", "-W", "-f", "${Version}", package), holder, licence, file.read())


def swift():
    """The standard library, Foundation and what they bring."""
    compiler = output("swiftc", "--version").split("\n")[0]
    home = os.path.dirname(os.path.dirname(os.path.realpath(output("sh", "-c", "command -v swiftc"))))
    with open(home + "/share/swift/LICENSE.txt") as file:
        yield Part("swift", compiler.split("version ")[1].split(" ")[0], "Apple Inc. and the Swift project authors",
                   "Apache-2.0 WITH Swift-exception", file.read())


def mermaid(makefile):
    """The script that is installed beside the program and goes into sites with its diagrams."""
    with open(makefile) as file:
        version = next(line.split("= ")[1].strip() for line in file if line.startswith("MERMAID_VERSION"))
    with open(os.path.dirname(os.path.abspath(__file__)) + "/mermaid-licence.txt") as file:
        text = file.read().replace("/*!\n", "").replace("*/\n", "")
    return Part("mermaid", version, "Knut Sveidqvist and Mermaid contributors", "MIT", text)


def parts(build, makefile):
    return [*swift(), *packages(build), *archives(makefile), mermaid(makefile)]


def bill(version, epoch, digest, linked):
    """An SPDX 2.3 document of the program and what is in it."""
    import datetime
    moment = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    def package(name, version, holder, licence, **more):
        return {
            "SPDXID": "SPDXRef-" + "".join(c if c.isalnum() else "-" for c in name), "name": name, "versionInfo": version,
            "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": holder, **more}

    own = package("sheaf", version, "The Sheaf authors", "Apache-2.0", checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    inside = [package(part.name, part.version, part.holder, part.licence) for part in linked]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"sheaf-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/sheaf-{version}-{digest[:16]}",
        "creationInfo": {"created": moment, "creators": ["Tool: sheaf-packaging"]},
        "packages": [own, *inside],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *({"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": one["SPDXID"]} for one in inside)]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
