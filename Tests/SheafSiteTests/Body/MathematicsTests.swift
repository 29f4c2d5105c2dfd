import NoteModel
import NoteTestSupport
import Synchronization
import Testing

@testable import SheafSite

@Suite struct MathematicsTests {
  private let plain =
    "<math display=\"block\"><semantics><mi>x</mi><annotation>y</annotation></semantics></math>"

  @Test func `MathML keeps its known parts, with the TeX as it was written`() {
    #expect(
      MathML.rewritten(plain, annotation: "a<b")
        == "<math display=\"block\"><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">a&lt;b</annotation></semantics></math>"
    )
    #expect(
      MathML.rewritten(
        "<math xmlns=\"http://www.w3.org\"><mi style=\"x\" href=\"y\">z</mi></math>", annotation: ""
      )
        == "<math><mi>z</mi></math>")
  }

  @Test(arguments: [
    "", "x", "<script>x</script>", "<math><script>x</script></math>", "<math><mi>x</math></mi>",
    "<math><mi>x</mi>", "<math></math><b>x</b>", "<math><math></math></math>",
    "<math onclick=x></math",
    "<mi>x</mi>",
  ]) func `whatever else comes back is no formula`(markup: String) {
    #expect(MathML.rewritten(markup, annotation: "x") == nil)
  }

  private let note = NotePath(trusted: "a.md")
  private let good = Formula(tex: " x\n", isDisplay: true)
  private let bad = Formula(tex: "y", isDisplay: false)

  /// Reads `x`, and counts what it is given.
  private final class Reader: Sendable {
    let asked = Mutex<[String]>([])

    func converter(_ identity: String, works: Bool = true) -> FormulaConverter {
      FormulaConverter(identity: identity) { formulas in
        self.asked.withLock { $0 += formulas.map(\.tex) }
        return formulas.map {
          !works
            ? .failed(reason: "no memory")
            : $0.tex == "x" ? .markup("<math><mi>\($0.tex)</mi></math>") : .unreadable
        }
      }
    }
  }

  @Test func `a formula is the same whatever its lines end in`() {
    #expect(Formula(tex: "\r\nx\r\ny\r\n", isDisplay: true) == Formula(tex: "x\ny", isDisplay: true))
  }

  @Test func `a formula is converted once, and an unreadable one stays as it is`() throws {
    let reader = Reader()
    let store = FormulaStore(folder: nil, converter: reader.converter("1"))
    #expect(store.verdict(of: good, in: note) == .unknown)
    store.learn([good, bad])
    store.learn([good, bad])
    #expect(store.verdict(of: good, in: note) == .markup("<math><mi>x</mi></math>"))
    #expect(store.verdict(of: bad, in: note) == .unreadable)
    #expect(store.left.map(\.tex) == [["y"]])
    #expect(reader.asked.withLock(\.self) == ["x", "y"])
    #expect(FormulaStore.none.verdict(of: good, in: note) == .unreadable)
  }

  @Test func `a converter that fails says nothing about a formula: the next run tries again`() throws {
    let folder = try TemporaryFolder()
    let reader = Reader()
    let failing = FormulaStore(
      folder: folder.path, converter: reader.converter("1", works: false))
    failing.learn([good, bad])
    failing.learn([good, bad])
    #expect(failing.verdict(of: good, in: note) == .failed)
    #expect(failing.failure == "no memory")
    #expect(failing.failedCount == 2)
    #expect(failing.left.isEmpty)
    #expect(reader.asked.withLock(\.self) == ["x", "y"])
    let next = FormulaStore(folder: folder.path, converter: reader.converter("1"))
    #expect(next.verdict(of: good, in: note) == .unknown)
    next.learn([good])
    #expect(next.verdict(of: good, in: note) == .markup("<math><mi>x</mi></math>"))
  }

  @Test func `answers are kept; another converter is asked again about what the first could not read`()
    throws
  {
    let folder = try TemporaryFolder()
    let reader = Reader()
    FormulaStore(folder: folder.path, converter: reader.converter("1")).learn([good, bad])
    let same = FormulaStore(folder: folder.path, converter: reader.converter("1"))
    #expect(same.verdict(of: bad, in: note) == .unreadable)
    let other = FormulaStore(folder: folder.path, converter: reader.converter("2"))
    #expect(other.verdict(of: good, in: note) == .markup("<math><mi>x</mi></math>"))
    #expect(other.verdict(of: bad, in: note) == .unknown)
  }

  @Test(arguments: ["I\tx\t\n", "sheaf-formulas-1\t1\nI\tx\t\n", "", "\t\t\n"])
  func `a file of another version is forgotten`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "formulas.tsv")
    let store = FormulaStore(folder: folder.path, converter: Reader().converter("1"))
    #expect(store.verdict(of: Formula(tex: "x", isDisplay: false), in: note) == .unknown)
  }

  @Test func `what others wrote into the file is no part of a page`() throws {
    let folder = try TemporaryFolder()
    let reader = Reader()
    FormulaStore(folder: folder.path, converter: reader.converter("1")).learn([good])
    let text = String(decoding: try folder.read("formulas.tsv"), as: UTF8.self)
    try folder.write(
      text.replacing("<mi>x</mi>", with: "<script>x</script>"), to: "formulas.tsv")
    let store = FormulaStore(folder: folder.path, converter: reader.converter("1"))
    #expect(store.verdict(of: good, in: note) == .unreadable)
  }
}
