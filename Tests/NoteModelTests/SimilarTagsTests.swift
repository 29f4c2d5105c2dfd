import NoteModel
import NoteTestSupport
import Testing

@Suite struct SimilarTagsTests {
  /// `rare≈usual` for tags that are written `name:count`.
  private func pairs(_ tags: String) -> [String] {
    let tags = tags.split(separator: " ").map { tag in
      let parts = tag.split(separator: ":")
      return SimilarTags.Tag(name: String(parts[0]), count: Int(parts[1]) ?? 0)
    }
    return SimilarTags.pairs(among: tags).map { "\($0.rare.name)≈\($0.usual.name)" }
  }

  @Test(arguments: [
    ("todo:9 to-do:2 ToDo2:1", "to-do≈todo"),
    ("book:3 books:9", "book≈books"),
    ("category:4 categories:2", "categories≈category"),
    ("box:4 boxes:5 bus:9", ""),
    ("class:5 clas:5 classes:2", "classes≈class"),
    ("meeting:12 metting:1", "metting≈meeting"),
    ("meeting:12 meetnig:1 meetings:2", "meetings≈meeting meetnig≈meeting"),
    ("회의록:8 회이록:1", "회이록≈회의록"),
    ("프로젝트:8 프로잭트:1 프로젝트들:2", "프로젝트들≈프로젝트 프로잭트≈프로젝트"),
    ("work/client:8 work/cleint:1", "work/cleint≈work/client"),
  ])
  func `two spellings of one tag`(tags: String, expected: String) {
    let found = pairs(tags)
    #expect(found.joined(separator: " ") == expected)
  }

  @Test func `a word of any length is compared at once`() {
    let word = String(repeating: "회의a", count: 20_000)
    var found: [String] = []
    let time = processorTime { found = pairs("\(word):9 \(word)b:1 \(word)s:1 meeting:12 metting:1") }
    #expect(found.contains("metting≈meeting"))
    #expect(time < .seconds(5), "\(time)")
  }

  @Test(arguments: [
    "form:9 from:1", "python2:9 python3:1", "2025:9 2024:1", "affect:9 effect:1", "회의:9 회비:1",
    "work/client:9 home/cleint:1", "physics:9 physic/s:1", "meeting:3 heating:3", "news:9 new:4",
    "일기:9 일지:1", "a/b:9 a/c:1", "reading:5 heading:1",
  ])
  func `two tags`(tags: String) {
    #expect(pairs(tags) == [])
  }
}
