package import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
package import Wording

/// The order and the number of rows.
package struct OrderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: help(
      .fields,
      "Sort by fields, such as due,-updated; a minus sorts in descending order.",
      ko: "정렬할 필드(예: due,-updated). -를 붙이면 내림차순"))
  package var sort: String?

  @Flag(help: help("Reverse the order.", ko: "정렬 순서를 뒤집습니다."))
  var reverse = false

  @Option(
    name: .customLong("limit"),
    help: help(.count, "Show at most N rows; 0: all.", ko: "표시할 최대 개수. 0이면 모두"))
  package var most: Int?

  package init() {}

  package func validate() throws {
    guard most.map({ $0 >= 0 }) ?? true else { throw NegativeLimit.error }
  }

  /// The limit; nil for no limit.
  var limit: Int? { most == 0 ? nil : most }

  var keys: [SortKey] { sort?.split(separator: ",").map { SortKey($0) } ?? [] }

  /// The order of rows that are sorted after the query.
  var rowOrder: RowOrder { RowOrder(keys, isReversed: reverse, limit: limit) }
}

/// A negative number of rows.
enum NegativeLimit {
  static var error: ValidationError {
    ValidationError(localized("The limit must be 0 (for all) or more", ko: "최대 개수는 0(모두) 이상이어야 합니다"))
  }
}

/// Two options of which the second leaves no work for the first: an option is used or refused, never ignored.
package enum OptionsApart {
  /// Returns the error for two such options that are found while the command runs.
  package static func usage(_ first: String, _ second: String) -> UsageError {
    UsageError(Message("\(first) cannot be used with \(second)", ko: "함께 지정할 수 없습니다: \(first), \(second)"))
  }

  package static func error(_ first: String, _ second: String) -> ValidationError {
    ValidationError(localized("\(first) cannot be used with \(second)", ko: "함께 지정할 수 없습니다: \(first), \(second)"))
  }
}

/// The options of every listing besides its query.
package typealias ListingOptions = FormedListing<ListingForms>

/// The options of a listing that has these formats.
package struct FormedListing<Forms: FileForms>: ParsableArguments {
  @OptionGroup package var order: OrderOptions

  @Option(
    name: .customLong("group-by"),
    help: help(
      .field,
      "Group rows under headings: status, tags, folder or any field.",
      ko: "그룹으로 묶을 필드(예: status, tags, folder)"))
  var groupBy: String?

  @OptionGroup var row: FormatOption

  @Flag(
    name: .shortAndLong,
    help: help("Print only the number of rows; search: of lines per note.", ko: "행의 수(search는 메모마다 맞는 줄의 수)만 출력합니다."))
  var count = false

  @OptionGroup var table: TableOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var file: FileForm<Forms>

  package init() {}

  package func validate() throws {
    guard table.sum == nil || !choices.output.isForPrograms && !choices.usesTemplate else {
      throw OptionsApart.error("--sum", "--json, --paths, --null, --format")
    }
  }

  var choices: ListingChoices {
    var choices = ListingChoices(groupBy: groupBy, format: row.format, output: output.choices(file))
    choices.table = table.choices(form)
    choices.count = count
    return choices
  }

  private var form: ListingForms? { file.form.flatMap { ListingForms(rawValue: $0.rawValue) } }

  /// True if nothing but the form for programs is asked for.
  var isPlain: Bool {
    order.sort == nil && !order.reverse && order.limit == nil && groupBy == nil && row.format == nil && !count
      && table.isUnused && form.map { $0 == .json || $0 == .jsonl } ?? true
      && !output.paths && !output.null
  }
}

/// The forms of listings.
package enum ListingForms: String, FileForms { case text, json, jsonl, csv, tsv, md }

/// The template of each row.
struct FormatOption: ParsableArguments {
  @Option(
    help: help(
      .listFormat,
      "Print rows by a template such as '{{title}} {{path}}'.", ko: "행의 템플릿(예: '{{title}} {{path}}')"))
  var format: String?
}

/// Columns and sums.
struct TableOptions: ParsableArguments {
  @Option(
    help: help(.fields, "Show these columns, such as title,due or any field.", ko: "표시할 열(예: title,due). 모든 필드 사용 가능"))
  var columns: String?

  @Option(
    help: help(
      .field,
      "Add up the numbers of these fields, per group with --group-by.",
      ko: "숫자를 더할 필드. --group-by가 있으면 묶음마다 더함"))
  var sum: String?

  var isUnused: Bool { columns == nil && sum == nil }

  func choices(_ form: ListingForms?) -> TableChoices {
    let faces: [ListingForms: TableFace] = [.csv: .commas, .tsv: .tabs, .md: .markdown]
    return TableChoices(
      columns: columns.map(TableChoices.names), face: form.flatMap { faces[$0] },
      sums: sum.map(TableChoices.names) ?? [])
  }
}

/// Columns and sums, as values.
struct TableChoices {
  /// The columns; nil for the columns of the listing.
  var columns: [String]?
  /// The form of a table; nil for rows as on a terminal.
  var face: TableFace?
  /// The fields whose numbers are added up.
  var sums: [String] = []

  /// Returns the names of a list that is separated by commas or spaces.
  static func names(_ text: String) -> [String] { text.split { $0 == "," || $0 == " " }.map(String.init) }
}

/// The choices that rows are printed by.
struct ListingChoices {
  /// The field of the headings.
  var groupBy: String?
  var format: String?
  var output: OutputChoices
  var table = TableChoices()
  /// True if only the number of rows is printed.
  var count = false

  /// True if a template prints the rows.
  var usesTemplate: Bool { format != nil && !output.isForPrograms }
}

/// A listing on its way to the user or program that asked for it.
struct Listing<Rows: RowReport> {
  let report: Rows
  var options: ListingChoices
  /// The values of a field that the rows' objects lack, for headings; nil for a field that is unknown.
  var groupValues: (String) throws -> ((Rows.Row) -> [String])? = { _ in nil }
  /// Members for templates that the rows’ objects lack.
  var templateMembers: (Set<String>) throws -> (Rows.Row) -> [JSONValue.Member] = { _ in
    { _ in [] }
  }

  /// The text on a terminal if there are no rows.
  var whenEmpty: () throws -> Message = { Message("Nothing found", ko: "결과가 없습니다") }

  init(_ report: Rows, _ options: ListingChoices) {
    self.report = report
    self.options = options
  }

  init(_ report: Rows, _ options: FormedListing<some FileForms>) { self.init(report, options.choices) }

  /// Prints the rows as the options ask, and remembers where their numbers lead.
  func show(in context: CommandContext, _ workspace: Workspace) throws {
    guard options.output.file == nil else {
      return try context.output(to: options.output) { context, output in
        var listing = self
        listing.options.output = output
        try listing.show(in: context, workspace)
      }
    }
    if options.count {
      context.rememberRows([], of: workspace)
      return context.console.writeLine(String(report.rows.count))
    }
    let pager = workspace.configuration.program("pager")
    if report.rows.isEmpty, !options.usesTemplate, report.lines(context.page).isEmpty {
      try context.explainNothing(try whenEmpty(), options.output)
    }
    let names = columnNames(in: context, workspace.configuration)
    // A table without rows has the names of its columns, if they are known without rows.
    guard options.table.face != nil || !names.isEmpty, !options.output.isForPrograms, !options.usesTemplate,
      !report.rows.isEmpty || options.table.face != nil && !names.isEmpty
    else { return try showRows(in: context, workspace, pager) }
    let sums = options.table.face == nil ? [] : options.table.sums
    let columns = try ColumnsReport(report, columns: names, sums: sums, extra: try templateMembers(Set(names + sums)))
    if let face = options.table.face {
      context.rememberRows([], of: workspace)
      let text = columns.text(face, try grouped()?.groups, try totals(), context.language)
      return context.console.write(text)
    }
    var listing = Listing<ColumnsReport<Rows>>(columns, options)
    listing.groupValues = groupValues
    listing.templateMembers = templateMembers
    try listing.showRows(in: context, workspace, pager)
  }

  /// Returns the columns of `--columns`, or, for a person, the columns that the setting has for the command.
  private func columnNames(in context: CommandContext, _ configuration: Configuration) -> [String] {
    if let names = options.table.columns { return names }
    guard context.console.capabilities.isOutputTerminal, let command = context.words.first else { return [] }
    return TableChoices.names(configuration.table("columns")[command] ?? "")
  }

  private func showRows(in context: CommandContext, _ workspace: Workspace, _ pager: UserProgram?) throws {
    let totals = try totals()
    if var grouped = try grouped() {
      grouped.totals = totals
      try print(grouped.listing, as: grouped, totals, in: context, pager)
      remember(grouped.listing, in: context, workspace)
    } else {
      try print(report, as: report, totals, in: context, pager)
      remember(report, in: context, workspace)
    }
  }

  private func grouped() throws -> GroupedReport<Rows>? {
    guard let field = options.groupBy else { return nil }
    return try groupValues(field).map { GroupedReport(report, by: field, values: $0) }
      ?? GroupedReport(report, byMember: field)
  }

  private func totals() throws -> RowTotals<Rows.Row>? {
    let fields = options.table.sums
    return fields.isEmpty ? nil : try RowTotals(fields, of: report, extra: try templateMembers(Set(fields)))
  }

  private func print(
    _ rows: Rows, as report: some Report, _ totals: RowTotals<Rows.Row>?,
    in context: CommandContext, _ pager: UserProgram?
  ) throws {
    guard let totals else { return try print(rows, as: report, in: context, pager) }
    try print(rows, as: TotalledReport(report, totals, of: self.report.rows), in: context, pager)
  }

  private func print(_ rows: Rows, as report: some Report, in context: CommandContext, _ pager: UserProgram?) throws {
    guard let format = options.format, options.usesTemplate else {
      return try context.show(
        report, options.output, keys: rows.rows.flatMap { rows.keys(of: $0) }.uniqued(), pager: pager)
    }
    let formatter = try RowFormatter(format)
    let members = try templateMembers(formatter.names)
    for text in formatter.texts(rows, context.page, extra: members) {
      context.console.writeLine(text)
    }
  }

  private func remember(_ rows: Rows, in context: CommandContext, _ workspace: Workspace) {
    let isNumbered = !options.output.isForPrograms && !options.usesTemplate
    context.rememberRows(isNumbered ? rows.numberedPlaces : [], of: workspace)
  }
}

extension CommandContext {
  /// Remembers where the numbers of a listing lead, wherever it is printed; one without numbers on the terminal makes
  /// the numbers of the listing before it mean nothing.
  func rememberRows(_ places: @autoclosure () -> [NotePosition], of workspace: Workspace) {
    let memory = TerminalMemory(self, workspace)
    guard memory.isSession else { return }
    let places = places()
    if !places.isEmpty { return memory.rememberRows(places) }
    if console.capabilities.isOutputTerminal { memory.endRows() }
  }

  /// Says on a terminal that there is nothing to show, and why; a program sees it by the exit code.
  ///
  /// - Parameter message: Made only if it is shown, since looking for similar names takes time.
  package func explainNothing(_ message: @autoclosure () throws -> Message, _ output: OutputChoices) rethrows {
    guard console.capabilities.isOutputTerminal, !output.isForPrograms else { return }
    note(try message())
  }
}
