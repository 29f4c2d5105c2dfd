import CivilCalendar
import NoteIndex
import NoteModel
import Wording

/// The tags that a query asks for, and whether any note has them.
struct QueriedTags {
  private let index: IndexDatabase

  init(_ index: IndexDatabase) {
    self.index = index
  }

  /// Tells of tags that no note has, with the nearest one that some do: an empty answer has a reason.
  func warn(of query: Query, in context: CommandContext) throws {
    for tag in Self.tags(in: query) where try !index.hasTag(tag) {
      let known = try index.tags(today: context.clock().day).flatMap { Self.levels(of: $0.name) }
      let nearest = nearestName(to: tag.string, among: known)
      let hint = nearest.map { Message("; did you mean #\($0)?", ko: ". 혹시 #\($0)인가요?") }
      context.warn(
        Message(
          "no note has the tag #\(tag)\(hint?.english ?? "")",
          ko: "#\(tag) 태그가 있는 메모가 없습니다\(hint?.korean ?? "")"))
    }
  }

  /// `work`, `work/client`.
  private static func levels(of name: String) -> [String] {
    let parts = name.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  private static func isCategory(_ query: Query) -> Bool {
    if case .field(let term) = query {
      FieldCatalogue.field(for: term.key)?.key == "tags"
    } else {
      false
    }
  }

  private static func tags(in query: Query) -> [TagName] {
    switch query {
    case .tag(let tag): [tag]
    // `categories:X`: a tag, or a link of the field.
    case .or(let parts) where parts.count == 2 && parts.contains(where: Self.isCategory): []
    case .and(let parts), .or(let parts): parts.flatMap(tags)
    case .not(let part): tags(in: part)
    default: []
    }
  }
}
