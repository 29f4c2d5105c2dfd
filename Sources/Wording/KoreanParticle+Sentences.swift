extension KoreanParticle {
  /// A word of the user's with the particle that fits it: `“목차”를`, `“회의록”을`.
  ///
  /// For sentences that cannot put the word after a colon, before a noun or before a particle of one form.
  ///
  /// ```swift
  /// KoreanParticle.object.after("“목차”", noun: "메모")  // “목차”를
  /// KoreanParticle.object.after("“Plan”", noun: "메모")  // “Plan” 메모를
  /// ```
  ///
  /// - Parameters:
  ///   - word: The word, with its quotes.
  ///   - noun: What the word is, in Hangul. It takes the particle where the reading of the word is unknown.
  /// - Returns: The word and the particle, or the word, the noun and the noun's particle.
  package func after(_ word: String, noun: String) -> String {
    if let ending = KoreanEnding(of: word) { return word + form(after: ending) }
    return word + " " + noun + (KoreanEnding(of: noun).map(form) ?? "")
  }
}
