package import ByteBasics
package import NoteModel
package import NoteSyntax
package import TerminalText
import Wording

package struct CheckReport: RowReport {
  package struct Item: Sendable {
    package let path: NotePath
    package let diagnostic: Diagnostic
    /// 1-based. Nil if the whole file is meant.
    package let position: SourcePosition?

    package init(path: NotePath, diagnostic: Diagnostic, position: SourcePosition?) {
      self.path = path
      self.diagnostic = diagnostic
      self.position = position
    }

    fileprivate var place: (NotePath, Int, Int, String) {
      (path, position?.line ?? 0, position?.column ?? 0, diagnostic.check)
    }
  }

  package var rows: [Item]

  /// - Parameter findings: The findings in any order. They are shown by path and place.
  package init(findings: [Item]) { rows = findings.sorted { $0.place < $1.place } }

  package var kind: String { "check" }

  package func key(of finding: Item) -> String? { finding.path.string }

  package func json(of finding: Item) -> JSONValue {
    let diagnostic = finding.diagnostic
    return .map([
      "path": .string(finding.path.string),
      "check": .string(diagnostic.check),
      "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message.english),
      "line": finding.position.map { .integer($0.line) } ?? .null,
      "column": finding.position.map { .integer($0.column) } ?? .null,
      "range": diagnostic.range?.json ?? .null,
      "fix": diagnostic.fix.map(Self.json) ?? .null,
    ])
  }

  private static func json(_ fix: Diagnostic.Fix) -> JSONValue {
    let edits = fix.edits.map { edit in
      let text = String(decoding: edit.replacement, as: UTF8.self)
      return JSONValue.map(["range": edit.range.json, "replacement": .string(text)])
    }
    return .map(["title": .string(fix.title.english), "edits": .array(edits)])
  }

  package func lines(_ page: Page) -> [StyledText] { blocks(page).flatMap(\.self) }

  package func blocks(_ page: Page) -> [[StyledText]] {
    rows.map { finding in
      let diagnostic = finding.diagnostic
      var line = StyledText()
      line.append(finding.path.string, .path)
      if let position = finding.position { line.append(":\(position.line):\(position.column)", .line) }
      line.append(": ")
      line.append(page.text(diagnostic.severity.name) + ": ", diagnostic.severity.style)
      line.append(page.text(diagnostic.message))
      line.append(" [\(diagnostic.check)]", .dim)
      if let fix = diagnostic.fix {
        line.append(page.asciiOnly ? " -> " : " → ", .dim)
        line.append(page.text(fix.title), .done)
      }
      return page.edge.map(line.hanging) ?? [line]
    }
  }
}

extension Diagnostic.Severity {
  fileprivate var name: Message {
    switch self {
    case .error: Message("error", ko: "오류")
    case .warning: Message("warning", ko: "경고")
    case .info: Message("note", ko: "참고")
    }
  }

  fileprivate var style: TextStyle {
    switch self {
    case .error: .overdue
    case .warning: .broken
    case .info: .dim
    }
  }
}

extension CheckReport {
  /// Returns the findings in the Static Analysis Results Interchange Format, version 2.1.0.
  ///
  /// - Parameters:
  ///   - version: The version of this program.
  ///   - prefix: The beginning of paths: the folder of the notes in their git repository.
  package func sarif(version: String, prefix: String = "") -> JSONValue {
    let rules = Set(rows.map(\.diagnostic.check)).sorted()
    let driver = JSONValue.map([
      "name": .string("sheaf"),
      "version": .string(version),
      "rules": .array(rules.map { .map(["id": .string($0)]) }),
    ])
    let run = JSONValue.map([
      "tool": .map(["driver": driver]),
      "columnKind": .string("unicodeCodePoints"),
      "results": .array(rows.map { Self.result($0, prefix) }),
    ])
    return .map([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([run]),
    ])
  }

  private static func result(_ finding: Item, _ prefix: String) -> JSONValue {
    let level =
      switch finding.diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "note"
      }
    let region = finding.position.map { position in
      JSONValue.map(["startLine": .integer(position.line), "startColumn": .integer(position.column)])
    }
    let file = JSONValue.map(["uri": .string(address(prefix + finding.path.string))])
    return .map([
      "ruleId": .string(finding.diagnostic.check),
      "level": .string(level),
      "message": .map(["text": .string(finding.diagnostic.message.english)]),
      "locations": .array([.map(["physicalLocation": .map(["artifactLocation": file, "region": region])])]),
    ])
  }

  /// Encodes a path as a relative reference: everything except letters, digits and a few characters in percent escapes.
  private static func address(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || "-._~/".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(scalar) : "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// Returns the findings as workflow commands, which GitHub Actions shows next to the changed lines.
  ///
  /// - Parameter prefix: The beginning of paths there: the folder of the notes in their git repository.
  package func workflowCommands(prefix: String = "") -> [String] {
    rows.map { finding in
      var properties = ["file=" + Self.property(prefix + finding.path.string)]
      if let position = finding.position { properties += ["line=\(position.line)", "col=\(position.column)"] }
      properties.append("title=" + Self.property(finding.diagnostic.check))
      let level =
        switch finding.diagnostic.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      let message = Self.data(finding.diagnostic.message.english)
      return "::\(level) \(properties.joined(separator: ","))::\(message)"
    }
  }

  /// Escapes the text after the colons, because a line feed would end the command.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
