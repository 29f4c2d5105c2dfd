/// Colours and fonts that the configuration sets, as rules that follow the style sheet.
enum StyleVariables {
  /// - Parameter variables: `accent`, `paper`, `sans` …; one that begins with `dark-` is for dark pages.
  /// - Returns: CSS; empty where nothing is set.
  static func rules(_ variables: [String: String]) -> String {
    let plain = variables.filter { isName($0.key) && isValue($0.value) }
    let fonts = declarations(plain.filter { fontNames.contains($0.key) })
    let light = declarations(
      plain.filter { !$0.key.hasPrefix(dark) && !fontNames.contains($0.key) })
    let night = declarations(
      Dictionary(
        plain.filter { $0.key.hasPrefix(dark) }.map {
          (String($0.key.dropFirst(dark.count)), $0.value)
        }
      ) { $1 })
    var rules = light.isEmpty ? [] : [":root { \(light) }"]
    // Each language has fonts of its own in the style sheet.
    if !fonts.isEmpty { rules.append(":root, [lang] { \(fonts) }") }
    if !night.isEmpty {
      rules.append(
        "@media screen and (prefers-color-scheme: dark) { :root:root:not([data-theme=\"light\"]) { \(night) } }"
      )
      rules.append(":root:root[data-theme=\"dark\"] { \(night) }")
    }
    return rules.joined(separator: "\n")
  }

  private static let dark = "dark-"
  private static let fontNames: Set<String> = ["sans", "serif", "mono"]

  private static func declarations(_ variables: [String: String]) -> String {
    variables.sorted { $0.key < $1.key }.map { "--\($0.key): \($0.value);" }.joined(separator: " ")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// A value that ends no rule and loads nothing.
  private static func isValue(_ text: String) -> Bool {
    !text.contains { "{};<>\\\n".contains($0) } && !text.lowercased().contains("url(")
  }
}
