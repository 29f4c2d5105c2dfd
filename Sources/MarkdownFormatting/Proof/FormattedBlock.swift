/// An outermost block of a body: what shows whether it still means the same.
struct FormattedBlock {
  /// 0-based.
  let firstLine: Int
  let text: [UInt8]
  let html: [UInt8]

  /// What would be lost if `other` came in its place, nil where nothing is.
  func failure(of other: FormattedBlock) -> FormattingProof.Failure? {
    guard SourceComparison.haveSameWords(text, other.text),
      SourceComparison.haveSameProtectedText(text, other.text)
    else { return .words }
    return html == other.html ? nil : .meaning
  }
}
