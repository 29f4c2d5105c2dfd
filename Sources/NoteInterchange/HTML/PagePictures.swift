import ByteBasics

/// The pictures that a page has in itself, as `data:image/png;base64,…`, each once.
final class PagePictures {
  private(set) var all: [(key: String, name: String, bytes: [UInt8])] = []
  private var keys: [String: String] = [:]

  private static let endings = [
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
  ]

  /// What stands for a picture in the text, as no path does; nil for any other address.
  func key(of address: String) -> String? {
    guard address.utf8.prefix(5).elementsEqual("data:".utf8) else { return nil }
    if let key = keys[address] { return key }
    let parts = address.dropFirst(5).split(separator: ",", maxSplits: 1)
    guard parts.count == 2, parts[0].hasSuffix(";base64"),
      let ending = Self.endings[parts[0].prefix { $0 != ";" }.lowercased()],
      let bytes = Base64.bytes(parts[1].filter { !$0.isWhitespace }.utf8), !bytes.isEmpty
    else { return nil }
    let number = all.count + 1
    let key = "picture:\(number)"
    keys[address] = key
    all.append((key, "picture-\(number).\(ending)", bytes))
    return key
  }
}
