import ArgumentParser
import NoteActions
import NoteExchange
import NoteInterchange
import NoteModel
import NoteRepository
import SheafCommands
import WebPages
import Wording

struct ClipCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("clip", PackageResources.clip_txt, ko: PackageResources.clip_ko_txt)
  }

  @Argument(
    help: help(
      .letterWords, "The address of a page, then title and changes; - for its text on standard input.",
      ko: "페이지 주소, 그 뒤에 제목과 변경. -를 지정하면 그 내용을 표준 입력에서 읽음"))
  var words: [String] = []

  @OptionGroup var made: NotePartOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var result: ResultOptions
  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    let source = words.first.flatMap { $0.contains("://") ? $0 : nil }
    let readsInput = source == nil || words.contains("-") || made.body == "-"
    let context = result.edit && readsInput ? context.withTerminalInput() : context
    if result.edit { try context.checkEditor() }
    let typed = try context.typedWords(source == nil ? words : Array(words.dropFirst()))
    let (read, fields, text) = try made.read(typed, in: context)
    let isGiven = typed.input != nil || made.body != nil || !text.isEmpty
    let url = isGiven ? nil : source
    let clip = try url.map { try page($0, context) } ?? piped(isGiven ? text : nil, source: source, context)
    guard clip.body.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        url == nil
          ? Message("Standard input has no text", ko: "표준 입력에 텍스트가 없습니다")
          : Message("The page has no text to save", ko: "페이지에 저장할 텍스트가 없습니다"),
        hint: Message(
          "Give an address (sheaf clip URL), or pipe text into clip, such as a page saved in a browser.",
          ko: "주소를 지정하거나(sheaf clip 주소) 텍스트를 표준 입력으로 보내세요(예: 브라우저에서 저장한 페이지)."))
    }
    clip.losses.forEach { context.note($0) }
    guard
      let created = try context.create(
        try note(clip, read, fields, context), writing.care.silent(result.path.printPath), answers: made.answers.answer)
    else { return }
    let place = NotePosition(created.change.path)
    result.path.report(place, writing.care, in: created.workspace, context)
    context.report(doubtful: read.doubtful)
    try result.open(place, in: created.workspace, context)
  }

  private struct Clip {
    var title: String
    var body: String
    var source: String?
    var losses: [Message] = []
  }

  private func page(_ text: String, _ context: CommandContext) throws -> Clip {
    let typed = text.contains("://") ? text : "https://" + text
    guard let address = WebAddress(typed) else {
      throw UsageError(Message("“\(text)” is not the address of a web page", ko: "웹 페이지 주소가 아닙니다: “\(text)”"))
    }
    let repository = try context.repository()
    let manners = WebManners(context.configuration(of: repository))
    let web = try context.world.web(manners.timeoutSeconds)
    let answer = runBlocking { () -> Result<WebPage, Problem> in
      do throws(Problem) {
        return .success(try await WebPage.get(address, from: web, manners))
      } catch {
        return .failure(error)
      }
    }
    let page = try answer.get()
    return clip(page.bytes, isHTML: page.isHTML, source: page.address)
  }

  /// Returns a clip of a text that was given, otherwise of standard input.
  private func piped(_ given: String?, source: String?, _ context: CommandContext) throws -> Clip {
    guard given != nil || !context.console.capabilities.isInputTerminal else {
      throw UsageError(
        Message("Standard input is empty", ko: "표준 입력에 내용이 없습니다"),
        hint: Message(
          "sheaf clip https://example.org, or pipe text in.",
          ko: "sheaf clip https://example.org처럼 입력하거나 표준 입력으로 보내세요."))
    }
    let text = try given ?? context.inputText()
    return clip(Array(text.utf8), isHTML: WebClipping.isHTML(text), source: source)
  }

  private func clip(_ bytes: [UInt8], isHTML: Bool, source: String?) -> Clip {
    guard isHTML else {
      let text = ImportLines.normal(String(decoding: bytes, as: UTF8.self))
      let (first, rest) = TypedWords.split(text)
      let isHeading = first.hasPrefix("# ")
      let name = String(first.drop { $0 == "#" || $0 == " " }.prefix(80))
      return Clip(title: name, body: isHeading ? rest : text, source: source)
    }
    let clipping = WebClipping(html: bytes, source: source)
    return Clip(title: clipping.title, body: clipping.body, source: source, losses: clipping.losses)
  }

  private func note(
    _ clip: Clip, _ read: TitledWords, _ fields: [FieldAssignment], _ context: CommandContext
  ) throws -> NewNote {
    let name = read.title.isEmpty ? clip.title : read.title
    let sources = try [clip.source].compactMap(\.self).map {
      try FieldAssignment("source=\($0)", now: context.clock()).checked()
    }
    return try NewNote(
      title: name.isEmpty ? clip.source ?? "" : name, body: closedByLineEnd(clip.body),
      template: template.template, folder: made.folder, fields: sources + fields, tags: read.tags.map(\.string),
      keepsTitle: true)
  }
}
