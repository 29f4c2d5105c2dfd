import GRDB
import NoteModel
import NoteSyntax

extension DatabaseFunction {
  /// `isTelephoneRead(number, regions)`: whether readers in these regions, named with spaces between, take it for one.
  static let isTelephoneRead = DatabaseFunction(
    "isTelephoneRead", argumentCount: 2, pure: true
  ) { values in
    guard let number = String.fromDatabaseValue(values[0]),
      let names = String.fromDatabaseValue(values[1])
    else { return nil }
    let regions = names.split(separator: " ").compactMap { TelephoneRegion(rawValue: String($0)) }
    return TelephoneRegion.isRead(number, in: Set(regions))
  }
}

extension QueryCompiler {
  /// Links that a reader is shown: telephone numbers only of the regions that were asked for.
  func isShown(_ table: String) -> String {
    guard telephoneRegions.count < TelephoneRegion.allCases.count else { return "1" }
    let names = telephoneRegions.map(\.rawValue).sorted().joined(separator: " ")
    return """
      (\(table).kind <> 'telephone' OR isTelephoneRead(\(table).destination, '\(names)'))
      """
  }
}

extension LinkRow {
  /// False for a telephone number of another region.
  func isShown(in regions: Set<TelephoneRegion>) -> Bool {
    kind != Link.Kind.telephone.rawValue || TelephoneRegion.isRead(destination, in: regions)
  }
}
