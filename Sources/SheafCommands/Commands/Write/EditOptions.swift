import ArgumentParser

/// What `sheaf edit` can be given.
struct EditOptions: ParsableArguments {
  @Argument(
    help: help(
      "Notes, NOTE:LINE, NOTE#HEADING; with -i a query.", ko: "메모, 메모:줄, 메모#제목(-i와 함께: 검색식)"))
  var notes: [String] = []

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose from the notes that match a query.", ko: "검색식에 맞는 메모에서 고릅니다."))
  var interactive = false

  @OptionGroup var selection: ChangeOptions<OpenedNotes>

  init() {}

  func validate() throws {
    if notes.isEmpty, !interactive, selection.condition == nil {
      throw ValidationError(
        localized(
          "No note given. Use -i to choose from a list.", ko: "메모를 지정하지 않았습니다. -i로 고를 수 있습니다"))
    }
  }
}
