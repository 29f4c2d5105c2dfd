import NoteModel
import Wording

/// Tags as they are typed.
enum TypedTag {
  /// The notes among the words, and the changes that `+a` and `-b` ask for.
  static func changes(in words: [String]) throws -> (notes: [String], changes: [String]) {
    let signed = words.filter { ($0.hasPrefix("+") || $0.hasPrefix("-")) && $0.count > 1 }
    if let option = signed.first(where: { $0.hasPrefix("--") }) {
      throw UnknownOption(word: option)
    }
    guard !signed.isEmpty else {
      throw UsageError(
        Message("No tag given", ko: "태그를 지정해야 합니다"),
        hint: Message("sheaf tag @ +work -draft", ko: "sheaf tag @ +일 -초안"))
    }
    return (words.filter { !signed.contains($0) }, try signed.map { try change(signed: $0) })
  }

  /// `tags+=a` of `+a`.
  static func change(signed word: String) throws -> String {
    "tags\(word.hasPrefix("+") ? "+" : "-")=\(try tag(String(word.dropFirst())))"
  }

  /// A tag that reads back as it is from the text of a note.
  static func tag(_ text: String) throws -> TagName {
    guard let tag = TagName(text), tag.isWritable else {
      throw UsageError(
        Message("Not a tag: “\(text)”", ko: "태그로 쓸 수 없습니다: “\(text)”"),
        hint: Message(
          "Use letters, digits, _ and -, with / between levels; digits alone are not allowed.",
          ko: "글자, 숫자, _, -을 사용하고 단계는 /로 구분하세요. 숫자만은 사용할 수 없습니다."))
    }
    return tag
  }
}
