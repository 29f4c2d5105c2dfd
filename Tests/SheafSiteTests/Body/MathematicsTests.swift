import NoteModel
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

  @Test func `a formula is converted once, and a failed one stays as it is`() throws {
    let note = NotePath(trusted: "a.md")
    let (good, bad) = (Formula(tex: " x\n", isDisplay: true), Formula(tex: "y", isDisplay: false))
    let store = FormulaStore(folder: nil) { formulas in
      formulas.map { $0.tex == "x" ? "<math><mi>\($0.tex)</mi></math>" : nil }
    }
    #expect(store.verdict(of: good, in: note) == .unknown)
    store.learn([good, bad])
    #expect(store.verdict(of: good, in: note) == .markup("<math><mi>x</mi></math>"))
    #expect(store.verdict(of: bad, in: note) == .unreadable)
    #expect(store.left.map(\.tex) == [["y"]])
    #expect(FormulaStore.none.verdict(of: good, in: note) == .unreadable)
  }
}
