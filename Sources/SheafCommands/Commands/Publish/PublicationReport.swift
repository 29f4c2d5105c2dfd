import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// The notes and files that are other than they were, not every list that follows from them.
  func listChanges(_ files: SiteReport) {
    let changeLimit = 100
    let changes = [
      (Message("added", ko: "추가"), files.added), (Message("changed", ko: "변경"), files.changed),
      (Message("removed", ko: "삭제"), files.removed),
    ].flatMap { word, names in
      names.filter { $0.hasPrefix("notes/") || $0.hasPrefix("files/") }
        .map { text(word) + "  " + $0 }
    }
    for line in changes.prefix(changeLimit) { console.writeLine(line) }
    let rest = changes.count - changeLimit
    if rest > 0 {
      console.writeLine(text(Message("and \(rest) more", ko: "외 \(rest)개")))
    }
  }

  /// Reports what was written, what needs a look, and how many notes are public.
  func report(
    _ outcome: SitePublisher.Outcome, _ summary: PublicationSummary, at place: String,
    isDryRun: Bool
  ) {
    for secret in summary.secrets { warn(secret) }
    if !outcome.unclean.isEmpty {
      let names = outcome.unclean.prefix(5).map(\.string).joined(separator: ", ")
      let more = outcome.unclean.count > 5 ? ", …" : ""
      warn(
        Message(
          "Files of these formats may say where and by whom they were made: \(names)\(more)",
          ko: "촬영 위치나 만든 사람 정보가 남아 있을 수 있는 형식의 파일입니다: \(names)\(more)"))
    }
    let files = outcome.files
    if !files.kept.isEmpty {
      let names = files.kept.prefix(5).joined(separator: ", ") + (files.kept.count > 5 ? ", …" : "")
      warn(
        Message(
          "No longer part of the site, but changed since it was published, so left in the folder: \(names)",
          ko: "더는 사이트에 없지만 게시한 뒤에 바뀌어 폴더에 그대로 둔 파일입니다: \(names)"))
    }
    let index = place.hasSuffix("/") ? "index.html" : "/index.html"
    if !isDryRun {
      note(
        Message(
          "\(place)\(index): \(counted(files.files, "file")), \(files.written) written, \(files.removed.count) removed",
          ko:
            "\(place)\(index): 파일 \(files.files)개 가운데 \(files.written)개를 저장하고 \(files.removed.count)개를 지웠습니다"
        ))
    }
    note(summary.line)
  }
}

extension CommandContext {
  /// Asks before what another program has kept becomes public for the first time.
  ///
  /// - Throws: ``UsageError`` where nobody can be asked and `--yes` is not given.
  func confirmFirst(
    _ selection: SiteSelection, of repository: Repository, to place: String
  ) throws {
    let notes = selection.facts.notes
    let asked = ReportedOnce("first-publication", of: repository)
    guard !notes.isEmpty, AdoptedSettings.isAdopted(repository.root), asked.isNews(["yes"]) else {
      return
    }
    do {
      let summary = PublicationSummary(
        notes: notes, heldBack: selection.heldBack, attachments: [], broken: [])
      for line in summary.folders(in: language) { console.writeError(line + "\n") }
      guard mayAsk || globals.assumeYes else {
        throw UsageError(
          Message(
            "The first publication of this folder would make \(counted(notes.count, "note")) public",
            ko: "이 폴더를 처음 게시하면 메모 \(notes.count)개가 공개됩니다"),
          hint: Message(
            "Nothing was written. “sheaf publish --dry-run” lists them; --yes publishes them.",
            ko: "아무것도 저장하지 않았습니다. “sheaf publish --dry-run”으로 확인하고 --yes로 게시하세요."))
      }
      try confirm(
        Message(
          "Publish \(counted(notes.count, "note")) to \(place)?",
          ko: "메모 \(notes.count)개를 \(place)에 게시할까요?"))
    } catch {
      asked.forget()
      throw error
    }
  }

  /// Lists the notes that are public now and were not at the last publication.
  ///
  /// - Parameter before: Why notes were held back then, by their paths.
  func listNewlyPublic(_ notes: [SiteNote], before: [String: String]?) {
    let news = notes.compactMap { note -> (String, HeldBackReason)? in
      before?[note.path.string].flatMap(HeldBackReason.init).map { (note.path.string, $0) }
    }
    let limit = 100
    for (path, reason) in news.prefix(limit) {
      self.note(
        Message(
          "newly public: \(path) (before: \(reason.name.english))",
          ko: "새로 공개: \(path)(이전: \(reason.name.korean))"))
    }
    if news.count > limit {
      self.note(
        Message(
          "newly public: and \(news.count - limit) more", ko: "새로 공개: 외 \(news.count - limit)개"))
    }
  }
}
