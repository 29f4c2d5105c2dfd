import ByteBasics

/// The numbers that the protocol gives to kinds of items.
enum CompletionKind: Int {
  case text = 1
  case field = 5
  case value = 12
  case keyword = 14
  case file = 17
  case reference = 18
  case folder = 19
  case event = 23
}

/// One thing that can be chosen.
struct CompletionItem {
  let label: String
  let kind: CompletionKind
  /// What is inserted; a snippet where `isSnippet`.
  let text: String
  var isSnippet = false
  /// Shown after the label.
  var detail: String?
  /// What the client compares with what was typed; nil: with what was typed, so that every item is kept.
  var filter: String?
  /// Replaces another range than the others do.
  var range: ByteRange?
  /// Other edits of the same document.
  var edits: [TextEdit] = []
  /// Run after the item was inserted.
  var command: JSONValue?
  /// What `completionItem/resolve` gets.
  var data: JSONValue?
}

/// A list of items for one place.
struct CompletionList {
  let items: [CompletionItem]
  /// The text that an item replaces.
  let range: ByteRange
  /// What was typed there.
  let typed: String
  /// True where another key may bring other items.
  var isIncomplete = true

  func json(_ table: PositionTable, offset: Int) -> JSONValue {
    let typed = String(
      decoding: table.bytes[min(range.lowerBound, offset)..<offset], as: UTF8.self)
    return .map([
      "isIncomplete": .boolean(isIncomplete),
      "items": .array(
        items.enumerated().map { position, item in
          .map([
            "label": .string(item.label), "kind": .integer(item.kind.rawValue),
            "detail": item.detail.map { .string($0) },
            "sortText": .string(Self.order(position)),
            "filterText": .string(item.filter ?? typed),
            "insertTextFormat": .integer(item.isSnippet ? 2 : 1),
            "textEdit": .map([
              "range": table.range(item.range ?? range).json, "newText": .string(item.text),
            ]),
            "additionalTextEdits": item.edits.isEmpty
              ? nil : .array(item.edits.map { $0.json(table) }),
            "command": item.command, "data": item.data,
          ])
        }),
    ])
  }

  /// `0007`, so that the order of texts is that of numbers.
  private static func order(_ position: Int) -> String {
    let digits = String(position)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension TextEdit {
  func json(_ table: PositionTable) -> JSONValue {
    .map([
      "range": table.range(range).json,
      "newText": .string(String(decoding: replacement, as: UTF8.self)),
    ])
  }
}
