/// A number with its English noun: `1 note`, `2 notes`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// The same for a noun whose plural is another word: `1 entry`, `2 entries`.
package func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(plural)"
}
