/// Which notes link to which others, by numbers: quicker than paths where there are many.
package struct LinkedNotes: Sendable {
  /// Of notes and of files.
  package var numbers: [NotePath: Int] = [:]
  /// Each pair once, in no order.
  package var pairs: [(source: Int, target: Int)] = []

  package init() {}
}
