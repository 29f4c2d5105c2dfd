import CivilCalendar
import GRDB

/// A value of the index that no index of ours has: the file was damaged.
struct IndexDamage: Error {}

extension IndexDatabase {
  /// Returns true for an error that only a damaged index gives. The index is a cache: built again it is right again.
  package static func isDamage(_ error: any Error) -> Bool {
    if error is IndexDamage || error is RowDecodingError { return true }
    guard let error = error as? DatabaseError else { return false }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT,
      .SQLITE_SCHEMA, .SQLITE_INTERNAL, .SQLITE_PROTOCOL, .SQLITE_TOOBIG, .SQLITE_RANGE:
      return true
    case .SQLITE_ERROR:
      // A table or a column is missing although the version is right; a statement beyond a limit of SQLite's is not a
      // damage: “Expression tree is too large”, “too many terms in ORDER BY clause”.
      return error.message?.contains("too ") != true
    default: return false
    }
  }

  /// Returns true for the error of a database that another process holds.
  package static func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
  }

  /// Returns true for the error of a database whose file cannot be written: the disk is full, or read-only.
  package static func cannotBeStored(_ error: any Error) -> Bool {
    guard let code = (error as? DatabaseError)?.resultCode else { return false }
    return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(code)
  }
}

extension Day {
  /// A day as the index has it.
  init(stored number: Int) throws {
    // So far nobody's calendar goes.
    guard number.magnitude < 4_000_000 else { throw IndexDamage() }
    self.init(daysSinceEpoch: number)
  }
}

/// Values of a row. GRDB ends the process where one is not of the type that is asked for.
extension Row {
  func text(_ column: Int) throws -> String { try value(column) }
  func integer(_ column: Int) throws -> Int { try value(column) }

  func optionalDay(_ column: Int) throws -> Day? {
    guard let number = try optionalInteger(column) else { return nil }
    return try Day(stored: number)
  }

  func optionalText(_ column: Int) throws -> String? { try optionalValue(column) }
  func optionalInteger(_ column: Int) throws -> Int? { try optionalValue(column) }

  private func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    guard let value = Value.fromDatabaseValue(self[column] as DatabaseValue) else { throw IndexDamage() }
    return value
  }

  private func optionalValue<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value? {
    let stored = self[column] as DatabaseValue
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw IndexDamage() }
    return value
  }
}
