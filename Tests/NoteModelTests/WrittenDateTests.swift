import CivilCalendar
import NoteModel
import Testing

/// Days in fields as people and other programs write them.
@Suite struct WrittenDateTests {
  @Test(arguments: [
    ("2024-05-01 8:30", "2024-05-01T08:30:00"), ("2024/05/01", "2024-05-01"),
    ("2024.05.01", "2024-05-01"), ("2024. 5. 1.", "2024-05-01"), ("2024년 5월 1일", "2024-05-01"),
    ("2024年5月1日", "2024-05-01"), ("[[2024-05-01]]", "2024-05-01"),
    ("[[2024-05-01|first of May]]", "2024-05-01"),
    ("Wednesday, May 1st 2024, 8:30 am", "2024-05-01T08:30:00"),
    ("May 1, 2024", "2024-05-01"), ("1 May 2024", "2024-05-01"),
    ("Friday, January 24, 2025", "2025-01-24"), ("2024-05-01 12:05 AM", "2024-05-01T00:05:00"),
    ("2024년 5월 1일 오후 3:20", "2024-05-01T15:20:00"), ("2024/5/1 23:59:58", "2024-05-01T23:59:58"),
    ("수요일, 2024. 5. 1.", "2024-05-01"),
  ])
  func `a day is read in the forms that people use`(text: String, expected: String) {
    #expect(CivilDate(field: text)?.description == expected)
  }

  @Test(arguments: [
    "05/01/2024", "1.5.24", "2024-13-01", "2024/02/30", "soon", "May 2024", "sprout 2024 1 1",
    "2024",
    "12", "2024-05-01 25:00", "2024-05-01 8:30 xm", "Mayor 1 2024", "", "1/2/3", "2024 5 1 7",
  ])
  func `what is no day, or could be several, is none`(text: String) {
    #expect(CivilDate(field: text) == nil)
  }
}
