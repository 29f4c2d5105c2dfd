import NoteIndex
import NoteModel
import Wording

extension CommandContext {
  /// Reports links that a removal breaks.
  func reportBroken(_ links: [LinkRow], isDryRun: Bool) {
    guard !links.isEmpty else { return }
    let list = links.map { "\n  \($0.source):\($0.line)  \($0.destination)" }.joined()
    warn(
      isDryRun
        ? Message(
          "\(counted(links.count, "link")) would break:" + list,
          ko: "링크 \(links.count)개가 끊길 예정입니다:" + list)
        : Message(
          links.count == 1
            ? "1 link is broken now:" + list
            : "\(links.count) links are broken now:" + list,
          ko: "링크 \(links.count)개가 끊겼습니다:" + list))
  }
}
