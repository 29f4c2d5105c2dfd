import Glibc

/// Remembers what the user was shown, so that it is shown again only when it is something else.
package struct ReportedOnce {
  private let folder: String
  private let file: String

  /// - Parameters:
  ///   - topic: What it is about, in the form of a file name.
  ///   - repository: Whose state folder remembers it.
  package init(_ topic: String, of repository: Repository) {
    folder = repository.stateFolder
    file = "reported-" + topic
  }

  /// True the first time that `facts` are reported.
  package func isNews(_ facts: [String]) -> Bool {
    let digest = ContentDigest(Array(facts.joined(separator: "\0").utf8))
    let text = Array("\(digest.count) \(String(digest.hash, radix: 16))\n".utf8)
    guard (try? readFile(folder + "/" + file)) != text else { return false }
    writeStateFile(folder, file, text)
    return true
  }

  /// The facts are news again.
  package func forget() { _ = unsafe unlink(folder + "/" + file) }
}
