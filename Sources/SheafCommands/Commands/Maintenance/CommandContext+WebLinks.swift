import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Asks the web for the pages that notes link to; what is not there any more, and what could not be told.
  ///
  /// - Parameter paths: The notes that count; nil for all.
  func webFindings(in paths: Set<NotePath>?, _ workspace: Workspace) throws -> [Finding] {
    let links = try workspace.webLinks(in: paths, today: clock().day)
    let manners = WebManners(workspace.configuration)
    let round = WebLinkRound(
      web: try web(manners.timeoutSeconds), manners: manners,
      cacheFolder: workspace.repository.cacheFolder, now: clock().secondsSinceEpoch())
    let addresses = links.addresses
    let showsProgress = console.capabilities.isErrorTerminal && !globals.quiet
    let verdicts = waiting {
      await round.verdicts(of: addresses) { done, total in
        if showsProgress { console.showProgress(text(Self.progress(done, total))) }
      }
    }
    if showsProgress { console.showProgress(nil) }
    tell(verdicts)
    return links.findings(
      verdicts, choice: CheckRound.Choice(workspace.configuration.table("check")))
  }

  private static func progress(_ done: Int, _ total: Int) -> Message {
    Message(
      "checking web pages (\(done)/\(total))",
      ko: "웹 페이지 확인 중 (\(done)/\(total))")
  }

  private func tell(_ verdicts: [WebAddress: WebVerdict]) {
    let dead = verdicts.values.count { if case .dead = $0 { true } else { false } }
    let there = verdicts.values.count { $0 == .there }
    let untold = verdicts.count - dead - there
    note(
      Message(
        "web: \(there) found, \(dead) dead, \(untold) unclear",
        ko: "웹 페이지: 정상 \(there)개, 끊김 \(dead)개, 알 수 없음 \(untold)개"))
  }
}
