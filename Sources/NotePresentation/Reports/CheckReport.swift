package import ByteBasics
package import NoteModel
package import NoteSyntax
package import TerminalText
import Wording

/// What `check` found.
package struct CheckReport: Report {
  package struct Item: Sendable {
    package let path: NotePath
    package let diagnostic: Diagnostic
    /// 1-based; nil where the whole file is meant.
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

  package let findings: [Item]

  /// - Parameter findings: In any order; shown by path and place.
  package init(findings: [Item]) {
    self.findings = findings.sorted { $0.place < $1.place }
  }

  package var kind: String { "check" }

  package var items: [JSONValue] {
    findings.map { finding in
      let diagnostic = finding.diagnostic
      return .object([
        JSONValue.Member("path", .string(finding.path.string)),
        JSONValue.Member("check", .string(diagnostic.check)),
        JSONValue.Member("severity", .string(diagnostic.severity.rawValue)),
        JSONValue.Member("message", .string(diagnostic.message.english)),
        JSONValue.Member("line", finding.position.map { .integer($0.line) } ?? .null),
        JSONValue.Member("column", finding.position.map { .integer($0.column) } ?? .null),
        JSONValue.Member("range", diagnostic.range.map(Self.json) ?? .null),
        JSONValue.Member("fix", diagnostic.fix.map(Self.json) ?? .null),
      ])
    }
  }

  private static func json(_ range: ByteRange) -> JSONValue {
    .array([.integer(range.lowerBound), .integer(range.upperBound)])
  }

  private static func json(_ fix: Diagnostic.Fix) -> JSONValue {
    let edits = fix.edits.map { edit in
      JSONValue.object([
        JSONValue.Member("range", json(edit.range)),
        JSONValue.Member("replacement", .string(String(decoding: edit.replacement, as: UTF8.self))),
      ])
    }
    return .object([
      JSONValue.Member("title", .string(fix.title.english)),
      JSONValue.Member("edits", .array(edits)),
    ])
  }

  package func lines(_ page: Page) -> [StyledText] {
    findings.map { finding in
      let diagnostic = finding.diagnostic
      var line = StyledText()
      line.append(finding.path.string, .path)
      if let position = finding.position {
        line.append(":\(position.line):\(position.column)", .line)
      }
      line.append(": ")
      line.append(page.text(diagnostic.severity.name) + ": ", diagnostic.severity.style)
      line.append(page.text(diagnostic.message))
      line.append(" [\(diagnostic.check)]", .dim)
      if let fix = diagnostic.fix {
        line.append(page.asciiOnly ? " -> " : " → ", .dim)
        line.append(page.text(fix.title), .done)
      }
      return line
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
