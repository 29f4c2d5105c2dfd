import NoteMerging
import Testing

/// Words of lines that both sides changed.
struct WordMergeTests {
  private func merged(_ base: String, _ ours: String, _ theirs: String) -> MergeOutcome? {
    NoteMerge(rules: MergeRules()).merge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
  }

  @Test(arguments: [
    // Two sentences of a paragraph.
    (
      "The first sentence is short. The second one is long.\n",
      "The first sentence was short. The second one is long.\n",
      "The first sentence is short. The second one is very long.\n",
      "The first sentence was short. The second one is very long.\n"
    ),
    // Each machine has renamed a note.
    (
      "links: [[Plan]] [[Other]]\n", "links: [[New Plan]] [[Other]]\n", "links: [[Plan]] [[An other]]\n",
      "links: [[New Plan]] [[An other]]\n"
    ),
    // New line breaks here, a word there.
    (
      "one two three four five six\n", "one two three\nfour five six\n", "one two three four FIVE six\n",
      "one two three\nfour FIVE six\n"
    ),
    // A cell here, another and the widths there.
    (
      "| a | b |\n| - | - |\n| c | d |\n", "| a | b |\n| - | - |\n| cc | d |\n",
      "| a   | b |\n| --- | - |\n| c   | e |\n",
      "| a   | b |\n| --- | - |\n| cc | e |\n"
    ),
  ])
  func `words that only one side changed are taken`(texts: (base: String, ours: String, theirs: String, both: String)) {
    #expect(merged(texts.base, texts.ours, texts.theirs)?.bytes == Array(texts.both.utf8))
    #expect(merged(texts.base, texts.theirs, texts.ours)?.bytes == Array(texts.both.utf8))
  }

  @Test(arguments: [
    ("one two three\n", "one 2 three\n", "one zwei three\n"),
    ("one two three four\n", "one 2 three four\n", "one two 3 four\n"),
    ("one two three\n", "all is other now\n", "one two 3\n"),
    ("```\na b c d e\n```\n", "```\nA b c d e\n```\n", "```\na b c d E\n```\n"),
    ("| a | b |\n", "| a | b | c |\n", "| a | d |\n"),
  ])
  func `words beside each other, code and columns are a conflict`(texts: (base: String, ours: String, theirs: String)) {
    #expect(merged(texts.base, texts.ours, texts.theirs)?.isClean == false)
  }
}
