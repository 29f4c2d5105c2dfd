/// Random numbers that are the same on every run (SplitMix64).
///
/// Choices by ``below(_:)`` are also the same with every version of the standard library.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `limit` - 1.
  package mutating func below(_ limit: Int) -> Int {
    Int(next() >> 33) % max(1, limit)
  }

  /// True in `wins` of `all` times.
  package mutating func chance(_ wins: Int, in all: Int) -> Bool {
    below(all) < wins
  }

  /// Returns nil if there is nothing to choose from.
  package mutating func element<Element>(of choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// Empty if there is nothing to choose from.
  package mutating func word(of choices: [String]) -> String {
    element(of: choices) ?? ""
  }
}
