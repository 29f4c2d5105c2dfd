import NoteIndex
package import NoteModel
import NoteSyntax
package import Wording

package enum WebLinkCheck {
  /// Name and summary, for the manual.
  package static let all: [(name: String, summary: Message)] = [
    (
      dead,
      Message(
        "With --external, a page or an anchor that no longer exists.",
        ko: "--external 사용 시: 더는 없는 웹 페이지나 그 안의 위치")
    ),
    (
      unclear,
      Message(
        "With --external, a page whose state is unclear: 403, 429, no answer. Not counted as a problem.",
        ko: "--external 사용 시: 있는지 알 수 없는 페이지(403, 429, 응답 없음). 문제로 세지 않습니다.")
    ),
  ]

  private static let dead = "dead-page"
  package static let unclear = "unclear-page"
}

extension Workspace {
  /// Returns the web addresses that some notes link to, with the links. Nil for `paths` means all notes.
  package func webLinks(in paths: Set<NotePath>?) throws -> WebLinks {
    var links: [WebAddress: [LinkRow]] = [:]
    for link in try index.links.external()
    where paths?.contains(link.source) != false {
      guard let address = WebAddress(link.destination, fragment: link.fragment) else { continue }
      links[address, default: []].append(link)
    }
    return WebLinks(links: links)
  }
}

package struct WebLinks: Sendable {
  let links: [WebAddress: [LinkRow]]

  package var addresses: Set<WebAddress> { Set(links.keys) }

  /// Findings for pages that are dead or could not be checked.
  package func findings(_ verdicts: [WebAddress: WebVerdict], choice: CheckRound.Choice)
    -> [Finding]
  {
    links.flatMap { address, links -> [Finding] in
      guard let verdict = verdicts[address], let reason = verdict.reason else { return [] }
      let isDead = if case .dead = verdict { true } else { false }
      let name = isDead ? WebLinkCheck.all[0].name : WebLinkCheck.unclear
      guard choice.runs(name) else { return [] }
      return links.map { link in
        let place = link.destination + (link.fragment.map { "#" + $0 } ?? "")
        let diagnostic = Diagnostic(
          check: name, severity: isDead ? .warning : .info, range: link.range,
          message: Message(
            "\(place): \(reason.message.english)", ko: "\(place): \(reason.message.korean)"))
        return Finding(
          path: link.source, diagnostic: choice.applied(to: diagnostic), line: link.line)
      }
    }
  }
}
