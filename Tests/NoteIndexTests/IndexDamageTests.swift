import GRDB
import Testing

@testable import NoteIndex

@Suite struct IndexDamageTests {
  @Test(arguments: [
    ("no such table: note", true), ("no such column: note.x", true), ("vtable constructor failed: text", true),
    ("Expression tree is too large (maximum depth 1000)", false), ("too many terms in ORDER BY clause", false),
    ("too many SQL variables", false),
  ])
  func `a statement that is too large says nothing about the index`(message: String, isDamage: Bool) {
    let error = DatabaseError(resultCode: .SQLITE_ERROR, message: message)
    #expect(IndexDatabase.isDamage(error) == isDamage)
    #expect(IndexDatabase.isDamage(DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)))
  }

  @Test func `a read changes nothing, and sets no pragma that makes SQLite prepare all statements again`() throws {
    let index = try IndexDatabase.inMemory()
    try index.read { try $0.execute(sql: "CREATE TABLE written(a)") }
    #expect(try index.read { try $0.tableExists("written") } == false)
    #expect(try index.read { try Int.fetchOne($0, sql: "PRAGMA query_only") } == 0)
  }
}
