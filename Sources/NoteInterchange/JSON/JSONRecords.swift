/// One record of a JSON file.
struct JSONRecord {
  /// Empty for one that is too long.
  let bytes: [UInt8]
  /// 1-based line on which it begins.
  let line: Int
}

/// Cuts a JSON file of any size into its records and holds one of them at a time.
///
/// Records are the items of the list that the file is, those of a list below a known key of the object that the
/// file is, or the objects that follow one another (JSON Lines):
///
///     [{"a": 1}, {"b": "]"}]                   two records
///     {"version": 1, "entries": [{"a": 1}]}    one record
///     {"a": 1}
///     {"b": 2}                                 two records
struct JSONRecords {
  private let lists: Set<String>
  private let limit: Int
  private var offset = 0
  private var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// How deep the items of the open list are; nil where none is open.
  private var itemDepth: Int?
  /// True in an object whose lists hold the records: the rest of it says nothing about them.
  private var isInWrapper = false
  private var record: [UInt8] = []
  private var isRecording = false
  private var isTooLong = false
  private var recordLine = 1
  /// The last text at the level of the outermost object: the key before its next value.
  private var key: [UInt8] = []
  /// True where the outermost object has a text of its own: it is a record, whatever lists it has.
  private var isRecord = false

  private static let recordKeys: Set<String> = ["path", "body", "content", "text"]

  /// - Parameter lists: The keys whose lists hold the records.
  init(lists: Set<String>, limit: Int = 64 << 20) {
    self.lists = lists
    self.limit = limit
  }

  /// True where everything that was opened has been closed.
  var isComplete: Bool { depth == 0 && !isInString }

  /// The record that ends with this byte.
  mutating func take(_ byte: UInt8) -> JSONRecord? {
    offset += 1
    if offset <= 3, [0xEF, 0xBB, 0xBF].contains(byte) { return nil }
    if byte == 0x0A { line += 1 }
    if isInString {
      takeInString(byte)
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""):
      append(byte)
      isInString = true
      if depth == 1 { key = [] }
      return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    case UInt8(ascii: ","), 0x0A, 0x0D, 0x20, 0x09: return separate(byte)
    default:
      if byte == UInt8(ascii: ":"), depth == 1, itemDepth == nil,
        Self.recordKeys.contains(String(decoding: key, as: UTF8.self))
      {
        isRecord = true
      }
      append(byte)
      return nil
    }
  }

  /// What is left at the end of the file: a record that was never closed.
  mutating func end() -> JSONRecord? { isRecording ? finished() : nil }

  private var isAtItems: Bool { depth == itemDepth ?? 0 }

  private mutating func takeInString(_ byte: UInt8) {
    append(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    if depth == 1, key.count < 100 { key.append(byte) }
  }

  private mutating func open(_ byte: UInt8) -> JSONRecord? {
    let isList = byte == UInt8(ascii: "[")
    if isList, depth == 0, !isRecording {
      (depth, itemDepth) = (1, 1)
      return nil
    }
    if isList, !isRecord, depth == 1, itemDepth == nil,
      lists.contains(String(decoding: key, as: UTF8.self))
    {
      // The object is not a record, it contains them.
      (record, isRecording, isTooLong) = ([], false, false)
      (depth, itemDepth, isInWrapper) = (2, 2, true)
      return nil
    }
    append(byte)
    depth += 1
    return nil
  }

  private mutating func close(_ byte: UInt8) -> JSONRecord? {
    if depth == itemDepth {
      let last = isRecording ? finished() : nil
      depth -= 1
      itemDepth = nil
      return last
    }
    append(byte)
    depth = max(0, depth - 1)
    if depth == 0 { isInWrapper = false }
    return isRecording && isAtItems ? finished() : nil
  }

  /// A comma or white space: it ends a number or a word.
  private mutating func separate(_ byte: UInt8) -> JSONRecord? {
    guard isRecording else { return nil }
    if isAtItems, byte == UInt8(ascii: ",") || itemDepth == nil { return finished() }
    append(byte)
    return nil
  }

  private mutating func append(_ byte: UInt8) {
    if !isRecording {
      if isInWrapper, itemDepth == nil { return }
      isRecording = true
      recordLine = line
    }
    guard record.count < limit else {
      isTooLong = true
      record = []
      return
    }
    if !isTooLong { record.append(byte) }
  }

  private mutating func finished() -> JSONRecord {
    defer { (record, isRecording, isTooLong, isRecord) = ([], false, false, false) }
    return JSONRecord(bytes: isTooLong ? [] : record, line: recordLine)
  }
}
