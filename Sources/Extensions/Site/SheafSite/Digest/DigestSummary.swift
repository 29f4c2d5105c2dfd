import NoteModel
import Wording

/// The news in one sentence, and notes that came together.
extension DigestWords {
  /// The news in one sentence, whose parts lead to the sections.
  var summary: [DigestRun] {
    var sentences = [tasksSentence, countsSentence, namesSentence].filter { !$0.isEmpty }
    if sentences.isEmpty, !digest.coming.isEmpty {
      let count = digest.coming.count
      sentences = [
        [
          .link(
            text("\(counted(count, "task")) \(count == 1 ? "is" : "are") coming up.", "다가오는 할 일 \(count)개가 있습니다."),
            "#ahead")
        ]
      ]
    }
    if sentences.isEmpty { return [.plain(text("Nothing was written.", "작성한 내용이 없습니다."))] }
    return Array(sentences.joined(separator: [.plain(" ")]))
  }

  private var tasksSentence: [DigestRun] {
    let (done, late) = (digest.done.count, digest.late.count)
    switch (done, late) {
    case (0, 0): return []
    case (_, 0):
      return [
        .link(text("\(counted(done, "task")) \(done == 1 ? "was" : "were") done", "할 일 \(done)개를 마쳤습니다"), "#done"),
        .plain("."),
      ]
    case (0, _):
      return [
        .link(text("\(counted(late, "task")) \(late == 1 ? "is" : "are") late", "할 일 \(late)개는 기한이 지났습니다"), "#late"),
        .plain("."),
      ]
    default:
      return [
        .link(text("\(counted(done, "task")) \(done == 1 ? "was" : "were") done", "할 일 \(done)개를 마쳤고"), "#done"),
        .plain(text(" and ", " ")),
        .link(text("\(late) \(late == 1 ? "is" : "are") late", "\(late)개는 기한이 지났습니다"), "#late"), .plain("."),
      ]
    }
  }

  private var countsSentence: [DigestRun] {
    let (entries, new, changed) = (digest.diary.count, digest.created.count, digest.changed.count)
    guard entries + new + changed > 0 else { return [] }
    return language == .korean ? koreanCounts(entries, new, changed) : englishCounts(entries, new, changed)
  }

  private func englishCounts(_ entries: Int, _ new: Int, _ changed: Int) -> [DigestRun] {
    var parts: [DigestRun] = []
    if entries > 0 { parts.append(.link(counted(entries, "diary entry", "diary entries"), "#diary")) }
    if new > 0 { parts.append(.link(counted(new, digest.days == nil ? "note" : "new note"), "#new")) }
    if changed > 0 {
      let one = new > 0 ? "\(changed) changed one" + (changed == 1 ? "" : "s") : counted(changed, "changed note")
      parts.append(.link(one, "#changed"))
    }
    let first = entries > 0 ? entries : new > 0 ? new : changed
    var runs: [DigestRun] = [.plain(first == 1 ? "There is " : "There are ")]
    for (index, part) in parts.enumerated() {
      runs.append(part)
      if index + 2 < parts.count {
        runs.append(.plain(", "))
      } else if index + 1 < parts.count {
        runs.append(.plain(" and "))
      }
    }
    let most = self.most
    if !most.isEmpty { runs += [.plain("; ")] + DigestRun.titles(most, " and ") + [.plain(" changed most")] }
    return runs + [.plain(".")]
  }

  private func koreanCounts(_ entries: Int, _ new: Int, _ changed: Int) -> [DigestRun] {
    var runs: [DigestRun] = []
    if entries > 0 {
      runs.append(.link("일기 \(entries)편을 썼\(new + changed > 0 ? "고" : "습니다")", "#diary"))
      if new + changed > 0 { runs.append(.plain(", ")) }
    }
    if new > 0 {
      let end = changed > 0 ? "생기고" : "생겼습니다"
      runs.append(
        .link(digest.days == nil ? "메모 \(new)개가 있\(changed > 0 ? "고" : "습니다")" : "메모 \(new)개가 새로 \(end)", "#new"))
      if changed > 0 { runs.append(.plain(" ")) }
    }
    if changed > 0 { runs.append(.link("\(new > 0 ? "" : "메모 ")\(changed)개가 바뀌었습니다", "#changed")) }
    runs.append(.plain("."))
    if !most.isEmpty { runs += [.plain(" 가장 많이 바뀐 메모는 ")] + DigestRun.titles(most, ", ") + [.plain("입니다.")] }
    return runs
  }

  /// The two notes that changed most, where several did.
  private var most: [String] {
    guard digest.changed.count >= 3 else { return [] }
    return digest.changed.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.prefix(2).map(\.note.title)
  }

  private var namesSentence: [DigestRun] {
    var parts: [[DigestRun]] = []
    let renames = digest.changed.compactMap { entry in entry.news?.changes.first { $0.kind == .renamed } }
    if renames.count == 1, language == .korean {
      if let ending = KoreanEnding(of: renames[0].text) {
        let particle = KoreanParticle.direction.form(after: ending)
        parts.append([.title(renames[0].old), .plain("의 이름이 "), .title(renames[0].text), .plain(particle + " 바뀌었습니다")])
      } else {
        parts.append([.title(renames[0].old), .plain(" → "), .title(renames[0].text)])
      }
    } else if renames.count == 1 {
      parts.append([.title(renames[0].old), .plain(" is now "), .title(renames[0].text)])
    } else if renames.count > 1 {
      parts.append([.plain(text("\(renames.count) notes have new names", "메모 \(renames.count)개의 이름이 바뀌었습니다"))])
    }
    if let bulk = digest.bulks.first(where: { $0.kind == .added }) { parts.append(together(bulk)) }
    guard !parts.isEmpty else { return [] }
    let separator = text(", and ", ". ")
    return Array(parts.joined(separator: [.plain(separator)])) + [.plain(".")]
  }

  private func together(_ bulk: Digest.Bulk) -> [DigestRun] {
    let count = bulk.count
    guard let folder = Self.lastName(bulk.folder) else {
      return [.link(text("\(count) notes came together", "메모 \(count)개가 한꺼번에 추가되었습니다"), "#together")]
    }
    return language == .korean
      ? [.title(folder), .link("에 메모 \(count)개가 한꺼번에 추가되었습니다", "#together")]
      : [.link("\(count) notes came into ", "#together"), .title(folder), .link(" together", "#together")]
  }

  private static func lastName(_ folder: String) -> String? { folder.split(separator: "/").last.map(String.init) }

  /// Returns `Vault — 17 notes on Friday, by Minseo: Garden 10, Daily 2, Zettel 2 and 3 more.`
  func line(_ bulk: Digest.Bulk) -> [DigestRun] {
    let folder = Self.lastName(bulk.folder) ?? name
    let day = bulk.touch.days.last.map { text(" on \(when($0))", ", \(when($0))") } ?? ""
    let author = bulk.touch.authors.first.map { text(", by \($0)", ", \($0)") } ?? ""
    let count = counted(bulk.count, "note")
    switch bulk.kind {
    case .added:
      let parts = bulk.parts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      let rest = bulk.count - parts.reduce(0) { $0 + $1.value }
      let list = parts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      let more = rest > 0 ? text(" and \(rest) more", ", 그 밖에 \(rest)개") : ""
      let end = list.isEmpty ? "." : ": " + list + more + "."
      return [.title(folder), .plain(" — " + text(count, "메모 \(bulk.count)개") + day + author + end)]
    case .removed:
      return [
        .plain(text("\(count) removed from ", "지운 메모 \(bulk.count)개: ")), .title(folder), .plain(day + author + "."),
      ]
    case .moved(let to):
      let target = Self.lastName(to) ?? name
      return [
        .plain(text("\(count) moved from ", "옮긴 메모 \(bulk.count)개: ")), .title(folder), .plain(text(" to ", " → ")),
        .title(target), .plain(day + author + "."),
      ]
    case .retagged(let from, let to):
      return [
        .plain(text("tag \(from) → \(to) in \(count)", "태그 \(from) → \(to), 메모 \(bulk.count)개") + day + author + ".")
      ]
    }
  }
}
