import CivilCalendar
import NoteModel

/// What sheaf-config(5) says about the names of daily notes, with every placeholder and an example of it.
enum DayPatternManual {
  static var section: String {
    let day = Day(iso: "2026-01-04") ?? Day(daysSinceEpoch: 20_457)
    let rows = DayPlaceholder.allCases.map { placeholder in
      ".It Ql {{\(placeholder.rawValue)}} Ta \(Mdoc.escaped(placeholder.text(of: day)))\n"
    }
    return start + rows.joined() + end
  }

  private static let start = """
    .Sh NAMES OF DAILY NOTES
    .Ic diary.path ,
    .Ic diary.week-path
    and
    .Ic diary.month-path
    are patterns: each part in double braces stands for a part of the day.
    A pattern must determine the day, the week or the month.
    In the name of a week's note, other parts than weeks are those of its Monday, or of its Sunday
    where the pattern counts weeks from Sunday.
    On Sunday, 4 January 2026 the parts are:
    .Bl -column "{{shortWeekday-ko}}" "January"

    """

  private static let end = """
    .El
    .Pp
    Weeks and the numbers of weekdays are those of ISO 8601, from Monday, except for the parts that end in
    .Ql -en
    and
    .Ql -ko ,
    which count as Obsidian does in English and Korean.
    These are for names that Obsidian writes as
    .Ql gggg-[W]ww ,
    the usual name of the plugin Periodic Notes.

    """
}
