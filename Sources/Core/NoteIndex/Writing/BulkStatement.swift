import GRDB
import GRDBSQLite

/// A statement of the hot loops: no value is boxed.
@safe final class BulkStatement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  /// The number of values that were bound in order.
  private var place = 0

  /// - Parameter arguments: The first values, bound in order.
  init(_ database: Database, _ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws {
    guard let connection = unsafe database.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    var handle: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: sql)
    }
    unsafe self.handle = handle
    unsafe self.connection = connection
    for argument in arguments { bind(argument?.databaseValue ?? .null) }
  }

  deinit { unsafe sqlite3_finalize(handle) }

  // MARK: - Binding

  /// Binds the next value.
  func bind(_ integer: Int?) { bind(integer, at: advance()) }
  func bind(_ number: Double?) { bind(number, at: advance()) }
  func bind(_ text: String?) { bind(text, at: advance()) }

  func bind(_ bytes: [UInt8]) {
    let place = advance()
    unsafe bytes.withUnsafeBufferPointer { unsafe bind($0, at: place) }
  }

  func bind(_ value: DatabaseValue) {
    switch value.storage {
    case .null: bind(Int?.none)
    case .int64(let integer): bind(Int(integer))
    case .double(let number): bind(number)
    case .string(let text): bind(text)
    case .blob(let data): bind(Array(data))
    }
  }

  private func advance() -> Int {
    defer { place += 1 }
    return place
  }

  /// Binds the value at a place; the first is 0.
  func bind(_ integer: Int?, at place: Int) {
    guard let integer else { return bindNull(at: place) }
    unsafe sqlite3_bind_int64(handle, CInt(place + 1), Int64(integer))
  }

  func bind(_ number: Double?, at place: Int) {
    guard let number else { return bindNull(at: place) }
    unsafe sqlite3_bind_double(handle, CInt(place + 1), number)
  }

  func bind(_ text: String?, at place: Int) {
    guard var text else { return bindNull(at: place) }
    text.withUTF8 { unsafe bind($0, at: place) }
  }

  private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    guard let base = bytes.baseAddress else {
      unsafe sqlite3_bind_text(handle, CInt(place + 1), "", 0, transient)
      return
    }
    unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      _ = unsafe sqlite3_bind_text(handle, CInt(place + 1), $0, CInt(bytes.count), transient)
    }
  }

  private func bindNull(at place: Int) { unsafe sqlite3_bind_null(handle, CInt(place + 1)) }

  // MARK: - Running

  /// Runs the statement with the bound values, and resets it for the next values.
  func run() throws {
    let code = unsafe sqlite3_step(handle)
    place = 0
    unsafe sqlite3_reset(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code) }
  }

  /// Goes to the next row; after the last the statement is ready for new values.
  func next() throws -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    place = 0
    unsafe sqlite3_reset(handle)
    guard code == SQLITE_DONE else { throw error(code) }
    return false
  }

  private func error(_ code: CInt) -> DatabaseError {
    let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }

  // MARK: - Reading

  func integer(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: CInt) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: CInt) -> String { unsafe String(decoding: bytes(column), as: UTF8.self) }

  func optionalText(_ column: CInt) -> String? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
  }

  func byteCount(_ column: CInt) -> Int { Int(unsafe sqlite3_column_bytes(handle, column)) }

  /// Returns the bytes of a text. They are valid until the next row.
  func bytes(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe sqlite3_column_text(handle, column)
    return unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}

/// Puts rows into a table: each value is bound to its column, whatever the order.
struct RowInsertion<Column: TableColumn> {
  /// A row that is being filled.
  struct Row {
    fileprivate let statement: BulkStatement
    fileprivate var count = 0

    mutating func bind(_ column: Column, _ integer: Int?) {
      count += 1
      statement.bind(integer, at: column.rawValue)
    }

    mutating func bind(_ column: Column, _ flag: Bool?) { bind(column, flag.map { $0 ? 1 : 0 }) }

    mutating func bind(_ column: Column, _ number: Double?) {
      count += 1
      statement.bind(number, at: column.rawValue)
    }

    mutating func bind(_ column: Column, _ text: String?) {
      count += 1
      statement.bind(text, at: column.rawValue)
    }
  }

  private let statement: BulkStatement

  init(_ database: Database) throws { statement = try BulkStatement(database, Column.insertion) }

  /// Writes a row, of which `fill` binds every column once. Throws SQLite's error.
  func insert(_ fill: (inout Row) -> Void) throws {
    var row = Row(statement: statement)
    fill(&row)
    assert(row.count == Column.allCases.count, "\(Column.table): \(row.count) values")
    try statement.run()
  }
}
