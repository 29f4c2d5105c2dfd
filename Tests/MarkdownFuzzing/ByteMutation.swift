import SeededRandom

/// Changes a few bytes of a text.
enum ByteMutation {
  static func changed(_ bytes: [UInt8], times: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<times where !result.isEmpty {
      let place = random.below(result.count)
      switch random.below(5) {
      case 0: result.remove(at: place)
      case 1: result.insert(random.element(of: signs) ?? 0x20, at: place)
      case 2: result[place] = random.element(of: signs) ?? 0x20
      case 3: result[place] = UInt8(random.below(256))
      default: repeatPart(&result, from: place, &random)
      }
    }
    return result
  }

  private static let signs = Array("\n\n -*_>#`|[]()\t1.=~:\\$%{}^<&!\r+".utf8)

  private static func repeatPart(
    _ bytes: inout [UInt8], from place: Int, _ random: inout SeededGenerator
  ) {
    let end = min(bytes.count, place + 1 + random.below(12))
    bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count))
  }
}
