import NoteModel
import NoteRepository
import TerminalText
import Wording

/// The capabilities of the streams, determined once at the start.
package struct TerminalCapabilities: Sendable, Hashable {
  package var isInputTerminal: Bool
  package var isOutputTerminal: Bool
  package var isErrorTerminal: Bool
  /// Width to lay out for, in cells.
  package var columns: Int
  package var rows: Int
  package var usesColor: Bool
  /// True for links by OSC 8.
  package var usesHyperlinks: Bool
  /// True if boxes and marks use only ASCII.
  package var asciiOnly: Bool

  package init(
    isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false, columns: Int = 80,
    rows: Int = 24, usesColor: Bool = false, usesHyperlinks: Bool = false, asciiOnly: Bool = false
  ) {
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.columns = columns
    self.rows = rows
    self.usesColor = usesColor
    self.usesHyperlinks = usesHyperlinks
    self.asciiOnly = asciiOnly
  }
}

extension TerminalCapabilities {
  /// Returns the capabilities that the environment, the options and the streams indicate for colour, width and links.
  ///
  /// `isTerminal` tells it of descriptor 0, 1 or 2; `windowSize` is nil if standard output is none.
  static func detect(
    environment: [String: String], globals: GlobalOptions, isTerminal: (Int32) -> Bool,
    windowSize: () -> (columns: Int, rows: Int)?
  ) -> TerminalCapabilities {
    let isOutputTerminal = isTerminal(1)
    let size = isOutputTerminal ? windowSize() : nil
    let isDumb = environment["TERM"] == "dumb"
    let columns = environment["COLUMNS"].flatMap(Int.init) ?? size?.columns ?? 80
    return TerminalCapabilities(
      isInputTerminal: isTerminal(0), isOutputTerminal: isOutputTerminal,
      isErrorTerminal: isTerminal(2), columns: max(20, columns), rows: size?.rows ?? 24,
      usesColor: usesColor(environment, globals, isTerminal: isOutputTerminal && !isDumb),
      usesHyperlinks: isOutputTerminal && !isDumb && environment["TERM"] != "linux", asciiOnly: globals.asciiOnly)
  }

  private static func usesColor(_ environment: [String: String], _ globals: GlobalOptions, isTerminal: Bool) -> Bool {
    switch globals.color {
    case .always: return true
    case .never: return false
    case .auto:
      if environment["NO_COLOR"].map({ !$0.isEmpty }) == true { return false }
      let forces = ["CLICOLOR_FORCE", "FORCE_COLOR"].compactMap { environment[$0] }
      if forces.contains(where: { !$0.isEmpty && $0 != "0" }) { return true }
      switch globals.usualColor {
      case .always: return true
      case .never: return false
      case .auto: return isTerminal
      }
    }
  }
}

/// The user's colours, by the settings below `colors`.
struct ColorSettings: Sendable {
  private(set) var background = TerminalBackground.dark
  private(set) var styles: [TextStyle: TerminalColor] = [:]
  /// Invalid entries.
  private(set) var mistakes: [Message] = []

  init() {}

  init(_ configuration: Configuration, _ environment: [String: String]) {
    background =
      TerminalBackground(rawValue: configuration.text("colors.background"))
      ?? environment["COLORFGBG"].flatMap { TerminalBackground(colorVariable: $0) } ?? .dark
    for (name, text) in configuration.table("colors.styles").sorted(by: { $0.key < $1.key }) {
      guard let style = TextStyle(rawValue: name) else {
        let names = TextStyle.allCases.map(\.rawValue)
        mistakes.append(
          Message("colors.styles: unknown style “\(name)”", ko: "colors.styles: 없는 스타일입니다: “\(name)”")
            .orMeant(nearestName(to: name, among: names)))
        continue
      }
      guard let color = TerminalColor(text) else {
        mistakes.append(
          Message(
            "colors.styles: \(name): “\(text)” is not a colour; use words such as bold red, on yellow, #ff8800",
            ko: "colors.styles: \(name): 색상이 아닙니다: “\(text)”. bold red, on yellow, #ff8800처럼 지정하세요"))
        continue
      }
      styles[style] = color
    }
  }
}
