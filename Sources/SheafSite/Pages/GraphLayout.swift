/// Places for points that are joined by lines: joined ones near, all others apart.
///
/// The same points and lines always have the same places.
struct GraphLayout {
  struct Point {
    var x: Double
    var y: Double
  }

  private(set) var points: [Point]
  private let edges: [(Int, Int)]

  /// `edges`: Pairs of points by their numbers from 0 to `count`.
  init(count: Int, edges: [(Int, Int)]) {
    self.edges = edges
    // A sunflower: evenly spread, without chance.
    points = (0..<count).map { index in
      let (sine, cosine) = Self.sineCosine(Double(index) * 2.399_963_229_728_653)
      let radius = (Double(index) + 0.5).squareRoot() * 30
      return Point(x: radius * cosine, y: radius * sine)
    }
    for round in 0..<Self.rounds { step(heat: 1 - Double(round) / Double(Self.rounds)) }
  }

  private static let rounds = 120
  /// The length of a line at rest.
  private static let length = 60.0
  /// How far points push each other away.
  private static let reach = 260.0

  private mutating func step(heat: Double) {
    var moves = Array(repeating: Point(x: 0, y: 0), count: points.count)
    for first in points.indices {
      for second in points.indices.dropFirst(first + 1) {
        let x = points[first].x - points[second].x
        let y = points[first].y - points[second].y
        let distance = x * x + y * y
        // Far points do not feel each other, so that parts without a line between them stay near.
        guard distance < Self.reach * Self.reach else { continue }
        let force = Self.length * Self.length / max(25, distance)
        moves[first].x += x * force
        moves[first].y += y * force
        moves[second].x -= x * force
        moves[second].y -= y * force
      }
      // A pull to the middle keeps parts without links on the page.
      moves[first].x -= points[first].x * 0.08
      moves[first].y -= points[first].y * 0.08
    }
    for (first, second) in edges {
      let x = points[first].x - points[second].x
      let y = points[first].y - points[second].y
      let pull = (x * x + y * y).squareRoot() / Self.length * 0.5
      moves[first].x -= x * pull
      moves[first].y -= y * pull
      moves[second].x += x * pull
      moves[second].y += y * pull
    }
    let reach = 2 + 30 * heat
    for index in points.indices {
      let length = (moves[index].x * moves[index].x + moves[index].y * moves[index].y).squareRoot()
      let share = length > reach ? reach / length : 1
      points[index].x += moves[index].x * share
      points[index].y += moves[index].y * share
    }
  }

  /// By series, since the library's functions differ from machine to machine in the last digit.
  private static func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let turn = 2 * Double.pi
    let rest = angle - (angle / turn).rounded() * turn
    var (sine, cosine) = (0.0, 0.0)
    var term = 1.0
    for power in 0..<24 {
      switch power % 4 {
      case 0: cosine += term
      case 1: sine += term
      case 2: cosine -= term
      default: sine -= term
      }
      term *= rest / Double(power + 1)
    }
    return (sine, cosine)
  }
}
