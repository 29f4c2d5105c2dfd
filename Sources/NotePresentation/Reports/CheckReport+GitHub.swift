import NoteModel
import NoteSyntax
import Wording

extension CheckReport {
  /// The findings as GitHub Actions shows them beside the lines of a change: one command of a workflow each.
  ///
  /// `prefix`: What paths begin with there: the folder of the notes in their git repository.
  package func workflowCommands(prefix: String = "") -> [String] {
    findings.map { finding in
      var properties = ["file=" + Self.property(prefix + finding.path.string)]
      if let position = finding.position {
        properties += ["line=\(position.line)", "col=\(position.column)"]
      }
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

  /// Text after the colons; a line feed would end the command.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
