import NoteModel
import Wording

/// What became public, by kind, and what was held back and why.
struct PublicationSummary {
  let notes: [SiteNote]
  let heldBack: [HeldBackNote]
  let attachments: [NotePath]
  /// Pictures that could not be read, so that nobody knows what is in them.
  let broken: [NotePath]

  /// The one line that ends a publication.
  var line: Message {
    let held = heldBackCounts
    let out = held.map(\.english).joined(separator: ", ")
    let outKorean = held.map(\.korean).joined(separator: ", ")
    let shown = publicCounts
    return Message(
      "Public: \(shown.map(\.english).joined(separator: ", "))."
        + (held.isEmpty ? " Nothing was held back." : " Held back: \(out)."),
      ko: "공개: \(shown.map(\.korean).joined(separator: ", "))."
        + (held.isEmpty ? " 제외한 것은 없습니다." : " 제외: \(outKorean)."))
  }

  private var publicCounts: [Message] {
    let kinds = Dictionary(grouping: notes, by: \.kind).mapValues(\.count)
    let counts = NoteKind.allCases.compactMap { kind -> Message? in
      guard let count = kinds[kind], count > 0 else { return nil }
      return switch kind {
      case .memo: Message(counted(count, "note"), ko: "메모 \(count)개")
      case .diary: Message(counted(count, "diary entry", "diary entries"), ko: "일기 \(count)편")
      case .task: Message(counted(count, "task"), ko: "할 일 \(count)개")
      case .letter: Message(counted(count, "letter"), ko: "편지 \(count)통")
      case .template: nil
      }
    }
    let files =
      attachments.isEmpty
      ? [] : [Message(counted(attachments.count, "file"), ko: "파일 \(attachments.count)개")]
    return counts + files
      + (counts.isEmpty && files.isEmpty ? [Message("nothing", ko: "없음")] : [])
  }

  private var heldBackCounts: [Message] {
    let reasons = Dictionary(grouping: heldBack, by: \.reason).mapValues(\.count)
    let counts = HeldBackReason.allCases.compactMap { reason in
      reasons[reason].map { Self.count($0, reason) }
    }
    let pictures =
      broken.isEmpty
      ? []
      : [
        Message(
          counted(broken.count, "unreadable picture"), ko: "읽을 수 없는 그림 \(broken.count)개")
      ]
    return counts + pictures
  }

  private static func count(_ count: Int, _ reason: HeldBackReason) -> Message {
    switch reason {
    case .sealed: Message(counted(count, "sealed letter"), ko: "봉인한 편지 \(count)통")
    case .template: Message(counted(count, "template"), ko: "템플릿 \(count)개")
    case .draft: Message(counted(count, "draft"), ko: "초안 \(count)개")
    case .notPublished: Message(counted(count, "private note"), ko: "비공개 메모 \(count)개")
    case .privateTag: Message("\(count) tagged as private", ko: "private 태그가 있는 메모 \(count)개")
    case .privateFolder: Message("\(count) in private folders", ko: "private 폴더의 메모 \(count)개")
    case .excluded:
      Message("\(count) excluded in Obsidian", ko: "Obsidian에서 제외한 메모 \(count)개")
    case .doubtful:
      Message(
        "\(counted(count, "note")) with doubtful fields", ko: "필드가 확실하지 않은 메모 \(count)개")
    case .future: Message("\(count) dated in the future", ko: "미래 날짜의 메모 \(count)개")
    case .diary:
      Message(
        "\(counted(count, "diary entry", "diary entries")) (site.include)",
        ko: "일기 \(count)편(site.include)")
    case .tasks:
      Message("\(counted(count, "task")) (site.include)", ko: "할 일 \(count)개(site.include)")
    case .notAsked: Message("\(count) without publish: true", ko: "publish: true가 없는 메모 \(count)개")
    case .secret:
      Message("\(count) with what looks like a secret", ko: "비밀값으로 보이는 텍스트가 있는 메모 \(count)개")
    }
  }

  /// A line for each outermost folder: how many of its notes are public, and how many are not.
  func folders(in language: Language) -> [String] {
    var counts: [String: (shown: Int, held: Int)] = [:]
    func folder(_ path: NotePath) -> String {
      path.folder?.string.split(separator: "/").first.map { $0 + "/" } ?? "./"
    }
    for note in notes { counts[folder(note.path), default: (0, 0)].shown += 1 }
    for note in heldBack { counts[folder(note.path), default: (0, 0)].held += 1 }
    return counts.sorted { $0.key < $1.key }.map { folder, count in
      Message(
        "  \(folder)  \(count.shown) public, \(count.held) held back",
        ko: "  \(folder)  공개 \(count.shown)개, 제외 \(count.held)개"
      ).text(in: language)
    }
  }

  /// Everything by name: `public` or `held back`, the path, the reason.
  func lines(in language: Language) -> [String] {
    let open = Message("public", ko: "공개").text(in: language)
    let shut = Message("held back", ko: "제외").text(in: language)
    let names = (notes.map(\.path) + attachments).map { "\(open)  \($0.string)" }
    let held = heldBack.map { "\(shut)  \($0.path.string)  (\($0.reason.name.text(in: language)))" }
    return names + held
      + broken.map {
        "\(shut)  \($0.string)  (\(Message("not a readable picture", ko: "읽을 수 없는 그림").text(in: language)))"
      }
  }

  /// Where secrets were seen, for each note that they hold back.
  var secrets: [Message] {
    heldBack.compactMap { note in
      guard note.reason == .secret, let secret = note.secret else { return nil }
      let place = "\(note.path.string):\(secret.line):\(secret.column)"
      return Message(
        "\(place): this looks like \(secret.kind.name.english); the note is not published",
        ko: "\(place): \(secret.kind.name.korean)로 보이는 텍스트가 있어 메모를 게시하지 않았습니다")
    }
  }
}
