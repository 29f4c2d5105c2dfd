import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
package import SheafCommands
import WebPages
import Wording

extension Program.Part {
  /// The checks of `check --external`: whether the web pages are there that notes link to.
  package static let webChecks: Program.Part = {
    var part = Program.Part()
    part.slowChecks = [
      SlowCheck(
        name: dead,
        summary: Message(
          "With --external, a page or an anchor that no longer exists.",
          ko: "--external 사용 시: 더는 없는 웹 페이지나 그 안의 위치"),
        isProblem: true),
      SlowCheck(
        name: unclear,
        summary: Message(
          "With --external, a page whose state is unclear: 403, 429, no answer. Not counted as a problem.",
          ko: "--external 사용 시: 있는지 알 수 없는 페이지(403, 429, 응답 없음). 문제로 세지 않습니다."),
        isProblem: false),
    ]
    part.slowFindings = { context, paths, workspace in try context.webFindings(in: paths, workspace) }
    return part
  }()
}

private let dead = "dead-page"
private let unclear = "unclear-page"

extension Workspace {
  /// Returns the web addresses that some notes link to, with the links. Nil for `paths` means all notes.
  fileprivate func webLinks(in paths: Set<NotePath>?) throws -> WebLinks {
    var links: [WebAddress: [LinkRow]] = [:]
    for link in try index.links.external() where paths?.contains(link.source) != false {
      guard let address = WebAddress(link.destination, fragment: link.fragment) else { continue }
      links[address, default: []].append(link)
    }
    return WebLinks(links: links)
  }
}

private struct WebLinks {
  let links: [WebAddress: [LinkRow]]

  var addresses: Set<WebAddress> { Set(links.keys) }

  /// Returns the findings for pages that are dead or could not be checked.
  func findings(_ verdicts: [WebAddress: WebVerdict], choice: CheckRound.Choice) -> [Finding] {
    links.flatMap { address, links -> [Finding] in
      guard let verdict = verdicts[address], let reason = verdict.reason else { return [] }
      let isDead = if case .dead = verdict { true } else { false }
      let name = isDead ? dead : unclear
      guard choice.runs(name) else { return [] }
      return links.map { link in
        let place = link.destination + (link.fragment.map { "#" + $0 } ?? "")
        let diagnostic = Diagnostic(
          check: name, severity: isDead ? .warning : .info, range: link.range,
          message: Message("\(place): \(reason.message.english)", ko: "\(place): \(reason.message.korean)"))
        return Finding(path: link.source, diagnostic: choice.applied(to: diagnostic), line: link.line)
      }
    }
  }
}

extension CommandContext {
  /// Asks the web for the pages that notes link to: which are gone, and which could not be checked.
  ///
  /// - Parameter paths: The notes that count; nil for all.
  fileprivate func webFindings(in paths: Set<NotePath>?, _ workspace: Workspace) throws -> [Finding] {
    let links = try workspace.webLinks(in: paths)
    let manners = WebManners(workspace.configuration)
    let round = WebLinkRound(
      web: try world.web(manners.timeoutSeconds), manners: manners,
      cacheFolder: workspace.repository.cacheFolder, now: clock().secondsSinceEpoch())
    let addresses = links.addresses
    let showsProgress = console.capabilities.isErrorTerminal && !globals.quiet
    let verdicts = runBlocking {
      await round.verdicts(of: addresses) { done, total in
        if showsProgress {
          console.showProgress(
            text(
              Message(
                "checking web pages (\(done)/\(total))",
                ko: "웹 페이지 확인 중 (\(done)/\(total))")))
        }
      }
    }
    if showsProgress { console.showProgress(nil) }
    tell(verdicts)
    return links.findings(verdicts, choice: CheckRound.Choice(workspace.configuration.table("check")))
  }

  private func tell(_ verdicts: [WebAddress: WebVerdict]) {
    let dead = verdicts.values.count { if case .dead = $0 { true } else { false } }
    let there = verdicts.values.count { $0 == .there }
    let unclear = verdicts.count - dead - there
    let counts = Message.counts(
      [
        (there, Message("\(there) found", ko: "정상 \(there)개")), (dead, Message("\(dead) dead", ko: "끊김 \(dead)개")),
        (unclear, Message("\(unclear) unclear", ko: "알 수 없음 \(unclear)개")),
      ], none: Message("no addresses", ko: "주소가 없습니다"))
    note(Message("web: \(counts.english)", ko: "웹 페이지: \(counts.korean)"))
  }
}
