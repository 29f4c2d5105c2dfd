"""Makes sheaf.vsix, a zip file that VS Code installs: code --install-extension sheaf.vsix"""
import json
import os
import sys
import zipfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
FILES = ["package.json", "extension.js", "connection.js", "convert.js", "providers.js", "README.md"]
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
<DisplayName>{displayName}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Categories>Other</Categories>
<License>extension/LICENSE.txt</License>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(output):
    package = json.loads(read(os.path.join(FOLDER, "package.json")))
    entries = {"[Content_Types].xml": TYPES,
               "extension.vsixmanifest": MANIFEST.format(engine=package["engines"]["vscode"], **package),
               "extension/LICENSE.txt": read(os.path.join(FOLDER, "..", "..", "LICENSE"))}
    for name in FILES:
        entries["extension/" + name] = read(os.path.join(FOLDER, name))
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            # The same files make the same archive.
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)


main(sys.argv[1])
