import Testing

@testable import TerminalText

/// What the codes say was read back by another program; here their parts are looked at that every reader needs.
@Suite struct QRCodeTests {
  @Test(arguments: [
    (1, 21), (17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37), (134, 41), (154, 45),
    (192, 49), (230, 53),
  ])
  func `a text takes the smallest square that holds it`(length: Int, size: Int) throws {
    let code = try #require(QRCode(String(repeating: "a", count: length)))
    #expect(code.rows.count == size)
    #expect(code.rows.allSatisfy { $0.count == size })
    // The three corners, the lines of alternating modules between them, and the module that is always dark.
    for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] {
      let ring = (0..<7).allSatisfy {
        code.rows[row][column + $0] && code.rows[row + 6][column + $0]
      }
      #expect(ring && !code.rows[row + 1][column + 1] && code.rows[row + 3][column + 3])
    }
    #expect((8..<size - 8).allSatisfy { code.rows[6][$0] == ($0 % 2 == 0) })
    #expect(code.rows[size - 8][8])
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode(String(repeating: "a", count: 231)) == nil)
  }

  @Test func `the code of an address is the one that readers read`() throws {
    let code = try #require(QRCode("http://192.168.0.7:8420/"))
    #expect(code.lines.joined(separator: "\n") == Self.expected)
    #expect(code == QRCode("http://192.168.0.7:8420/"))
  }

  private static let expected = """
    █████████████████████████████
    ██ ▄▄▄▄▄ █▀ █▀▀▀ ▀██ ▄▄▄▄▄ ██
    ██ █   █ █▀ ▄ █▀▄█▄█ █   █ ██
    ██ █▄▄▄█ █▀█ █▄ ▄▀██ █▄▄▄█ ██
    ██▄▄▄▄▄▄▄█▄█▄█ █▄▀▄█▄▄▄▄▄▄▄██
    ██ ▄ ▄ █▄ ▄ ▄█▄ ▀▄▄ █▄█▄█ ███
    ██▄█ ▄  ▄ ▀ ▀ ▄██▄▀█▄▄▀▄█▄ ██
    ██ ▀█  ▀▄▄▀ ▀▄▀▄▀███▄▄▄▀▄ ▄██
    ██ █▀▄█▀▄██ ▀█▀█▄ █▄█▄█ █▄ ██
    ██▄█▄██▄▄█ ▄▀█▄▄▀█ ▄▄▄ ▀ ████
    ██ ▄▄▄▄▄ █▄▄▄ ▄▄█▀ █▄█  ▄▄ ██
    ██ █   █ █ ▀ ▄ ▄▀  ▄   ▄ ▀▀██
    ██ █▄▄▄█ █ ▄▄▀████▀▄▀▀▀▀▄█ ██
    ██▄▄▄▄▄▄▄█▄▄█▄▄▄█▄█▄▄▄▄▄▄▄▄██
    ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
    """
}
