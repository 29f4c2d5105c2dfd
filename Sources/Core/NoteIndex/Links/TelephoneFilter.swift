import GRDB
import NoteModel
import NoteSyntax

extension DatabaseFunction {
  /// `isTelephoneRead(number, regions)`: whether readers in these regions, named with spaces between, take it for one.
  static let isTelephoneRead = DatabaseFunction("isTelephoneRead", argumentCount: 2, pure: true) { values in
    guard let number = String.fromDatabaseValue(values[0]),
      let names = String.fromDatabaseValue(values[1])
    else { return nil }
    let regions = names.split(separator: " ").compactMap { TelephoneRegion(rawValue: String($0)) }
    return TelephoneRegion.isRead(number, in: Set(regions))
  }
}

extension QueryCompiler {
  /// Returns the SQL condition for the links that a reader is shown: of telephone numbers, those of the wanted regions.
  func isShown(_ table: String) -> String {
    guard telephoneRegions.count < TelephoneRegion.allCases.count else { return "1" }
    let names = telephoneRegions.map(\.rawValue).sorted().joined(separator: " ")
    return """
      (\(table).kind <> 'telephone' OR isTelephoneRead(\(table).destination, '\(names)'))
      """
  }
}

extension LinkRow {
  /// Returns false for a telephone number of a region that is not in `regions`.
  func isShown(in regions: Set<TelephoneRegion>) -> Bool {
    kind != Link.Kind.telephone.rawValue || TelephoneRegion.isRead(destination, in: regions)
  }
}
