import NoteModel
import Testing

@testable import VaultQueries

/// Dataview's documentation of its functions and its tests of expressions, as pairs of equal value.
@Suite struct DataviewExpressionTests {
  private static let pairs = """
    lower("YES") == "yes"
    lower(["YES", "NO"]) == ["yes", "no"]
    replace(["yes", "ree"], "e", "a") == ["yas", "raa"]
    object("a", 4, "c", "yes") == { a: 4, c: "yes" }
    list(1, 2, 3) == [1, 2, 3]
    array("a", "b") == ["a", "b"]
    date("2020-04-18") == date(2020-04-18)
    date([[2021-04-16]]) == date(2021-04-16)
    date([[Place|2021-04]]) == date(2021-04-01)
    date("12/31/2022", "MM/dd/yyyy") == date(2022-12-31)
    date("210313", "yyMMdd") == date(2021-03-13)
    date("946778645000", "x") == date(2000-01-02T02:04:05)
    date(null) == null
    dur("8 minutes, 4 seconds") == dur(8 minutes) + dur(4 seconds)
    dur(4hr2min) == dur(242 minutes)
    number("18 years") == 18
    number(34) == 34
    number("hmm") == null
    number("a -2.5 b") == -2.5
    string(18) == "18"
    string(dur(8 hours)) == "8 hours"
    string(date(2021-08-15)) == "August 15, 2021"
    typeof(8) == "number"
    typeof("text") == "string"
    typeof([1, 2, 3]) == "array"
    typeof({ a: 1, b: 2 }) == "object"
    typeof(date(2020-01-01)) == "date"
    typeof(dur(8 minutes)) == "duration"
    round(16.555555) == 17
    round(16.555555, 2) == 16.56
    trunc(12.937) == 12
    trunc(-93.33333) == -93
    floor(-0.837764) == -1
    ceil(-93.33333) == -93
    min(1, 2, 3) == 1
    min([1, 2, 3]) == 1
    min("a", "ab", "abc") == "a"
    max("a", "ab", "abc") == "abc"
    max([1, null, 3]) == 3
    sum([1, 2, 3]) == 6
    sum([]) == null
    sum(nonnull([null, 1, 8])) == 9
    product([1, 2, 3]) == 6
    reduce([100, 20, 3], "-") == 77
    reduce([200, 10, 2], "/") == 10
    reduce(["⭐", 3], "*") == "⭐⭐⭐"
    average([1, 2, 3]) == 2
    average(nonnull([null, 1, 2])) == 1.5
    minby([1, 2, 3], (k) => 0 - k) == 3
    maxby([1, 2, 3], (k) => 0 - k) == 1
    contains("Hello", "Lo") == false
    icontains("Hello", "Lo") == true
    econtains(["this", "is", "example"], "ex") == false
    contains(["this", "is", "example"], "ex") == true
    contains(object("hello", 1), "hello") == true
    contains(list("hello", 1), 6) == false
    contains(list(date(2020-01-01)), date(2020-01-01)) == true
    containsword("Hello there!", "HeLLo") == true
    containsword("Hello there chaps!", "chap") == false
    containsword(["word", "Words"], "Word") == [true, false]
    extract(object("test", 1), "test") == object("test", 1)
    sort(list("a", "b", "aa")) == list("a", "aa", "b")
    sort(list(2, 3, 1), (k) => 0-k) == list(3, 2, 1)
    reverse(list(1, 2, 3)) == list(3, 2, 1)
    length(object("hello", 1, "goodbye", 2)) == 2
    length("hello") == 5
    nonnull([null, false]) == [false]
    firstvalue([null, 1, 2]) == 1
    all([1, 2, 3], (x) => x > 1) == false
    any(list(1, 2, 3), (x) => x > 2) == true
    none([1, 2, 3], (x) => x = 0) == true
    none([]) == true
    join(list(1, 2, 3), " ") == "1 2 3"
    join(6) == "6"
    join(list()) == ""
    filter(["yes", "no", "yas"], (x) => startswith(x, "y")) == ["yes", "yas"]
    unique([1, 3, 7, 3, 1]) == [1, 3, 7]
    map(["yes", "no"], (x) => x + "?") == ["yes?", "no?"]
    flat(list(1, 2, 3, list(4, 5), 6)) == list(1, 2, 3, 4, 5, 6)
    flat(list(1, list(21, 22), list(list(311, 312, 313))), 4) == list(1, 21, 22, 311, 312, 313)
    slice([1, 2, 3, 4, 5], 3) == [4, 5]
    slice([1, 2, 3, 4, 5], -2) == [4, 5]
    slice(list(1, 2, 3, 4, 5), -1, 1) == list()
    regextest("\\\\w+", "hello") == true
    regextest(".*", "") == true
    regextest(".+", "") == false
    regextest("what", "what's up dog?") == true
    regexmatch("what", "what's up dog?") == false
    regexmatch("a|ab", "ab") == true
    regexreplace("yes", "[ys]", "a") == "aea"
    regexreplace("Suite 1000", "\\\\d+", "-") == "Suite -"
    regexreplace("ab", "(a)(b)", "$2$1") == "ba"
    regexreplace("a1 2", "(?<=[a-z])\\\\d", "-") == "a- 2"
    regextest("([a-z])\\\\1", "book") == true
    regextest("[\\\\u3042-\\\\u3044]", "い") == true
    replace("The big dog chased the big cat.", "big", "small") == "The small dog chased the small cat."
    replace("x.z", ".", "z") == "xzz"
    split("hello  world", "\\\\s+") == list("hello", "world")
    split("hello there world", " ", 2) == list("hello", "there")
    split("hello there world", "(t?here)") == list("hello ", "there", " world")
    split("hello world", "( )(x)?") == list("hello", " ", "", "world")
    startswith("path/to/something", "path/") == true
    endswith("yes", "ye") == false
    padleft("hello", 7) == "  hello"
    padleft("yes", 5, "!") == "!!yes"
    padright("yes", 5, "!") == "yes!!"
    substring("hello", 2, 4) == "ll"
    substring("hello", 2) == "llo"
    truncate("Hello there!", 8) == "Hello..."
    truncate("Hello there!", 10, "!") == "Hello the!"
    truncate("Hello there!", 20) == "Hello there!"
    default(null, 1) == 1
    default(list(1, 2, null), 3) == list(1, 2, 3)
    ldefault(list(1, 2, null), 3) == list(1, 2, null)
    display("**Hello** World") == "Hello World"
    display("[Hello](https://example.com) [[World]]") == "Hello World"
    display(link("path/to/file.md")) == "file"
    display(link("path/to/file.md", "displayname")) == "displayname"
    display(list("test", 2, link("file.md"))) == "test, 2, file"
    display(null) == ""
    choice(true, "yes", "no") == "yes"
    hash("2024-03-17", "") == 3259376374957153
    hash("2024-03-17", 2) == 271608741894590
    hash("2024-03-17", "Home") == 3041844187830523
    hash("2024-03-17", "note a1", 21) == 1143088188331616
    striptime(date(2022-01-05T12:18:04)) == date(2022-01-05)
    dateformat(date(2022-01-05), "yyyy-MM-dd") == "2022-01-05"
    dateformat(date(2022-01-05T12:18:04), "HH:mm:ss") == "12:18:04"
    dateformat(date(2022-01-05), "cccc d MMM, 'week' W") == "Wednesday 5 Jan, week 1"
    durationformat(dur("3 days 7 hours 43 seconds"), "ddd'd' hh'h' ss's'") == "003d 07h 43s"
    durationformat(dur("365 days 5 hours 49 minutes"), "yyyy ddd hh mm ss") == "0001 000 05 49 00"
    durationformat(dur("14d"), "s 'seconds'") == "1209600 seconds"
    currencyformat(123456.789, "EUR") == "€123,456.79"
    meta([[2021-11-01|Displayed link text]]).display == "Displayed link text"
    meta([[My Project#Next Actions]]).subpath == "Next Actions"
    meta([[My Project#^9bcbe8]]).type == "block"
    meta([[My Project]]).subpath == null
    12 + 8 - 4 / 2 == 18
    16 / 8 / 2 == 1
    39 / 3 <= 14 == true
    "a" + 12 == "a12"
    "a" * 6 == "aaaaaa"
    ((a) => (b) => a + b)(1)(2) == 3
    ((a) => 1 + a)(((a) => 2)(3)) == 3
    { a: 1, b: { c: 4 } }["b"]["c"] == 4
    [1, 2][0] == 1
    [{ a: 1 }, { a: 2 }].a == [1, 2]
    !false and true == true
    date(2021-01-31) + dur(1 month) == date(2021-02-28)
    date(2021-03-01) - dur(1 day) == date(2021-02-28)
    (date(2021-01-15) - date(2021-01-01)).days == 14
    string(date(2021-01-15) - date(2021-01-01)) == "2 weeks"
    string(dur(8 days)) == "1 week, 1 day"
    date(2021-05-16).weekday == 7
    date(today) == date(2026-11-24)
    date(eom).day == 30
    date(sow) == date(2026-11-23)
    """

  @Test(arguments: pairs.split(separator: "\n").map(String.init))
  func `an expression is worth what Dataview says`(_ line: String) throws {
    let parts = line.split(separator: " == ", maxSplits: 1)
    let same = WorthTheSame(.dataview)
    let (left, right) = (try same.value(parts[0]), try same.value(parts[1]))
    #expect(left.typeName == right.typeName)
    let text = try same.run.text(of: left)
    #expect(try same.run.compared(left, right) == 0, "\(text)")
  }

  @Test(arguments: [
    "1 +", "contains(", "[1, 2", "\"open", "{ a }", "(a => 1", "1 2", "a..b", "[[open", "",
  ])
  func `what is no expression is refused`(_ text: String) {
    #expect(throws: ExpressionMistake.self) { _ = try ExpressionParser.parse(text, .dataview) }
  }

  @Test(arguments: [
    "((f) => f(f))((f) => f(f))",
    "reduce(map(split(padleft(\"\", 90000, \"a\"), \"\"), (x) => 1), (a, b) => [a])",
    "reduce(split(padleft(\"\", 90000, \"a\"), \"\"), (a, b) => a + a + b)",
    "padleft(\"a\", 1000000000000)", "\"ab\" * 99999999999",
    "map(split(padleft(\"\", 9000, \"a\"), \"\"), (x) => map(split(padleft(\"\", 9000, \"a\"), \"\"), (y) => x + y))",
    "replace(padleft(\"\", 90000, \"a\"), \"a\", padleft(\"\", 90000, \"b\"))",
  ])
  func `what would take too long or too much is stopped`(_ text: String) {
    #expect(throws: QueryFailure.self) { _ = try WorthTheSame(.dataview).value(text) }
  }

  @Test(arguments: [
    String(repeating: "(", count: 5_000) + "1", String(repeating: "!", count: 5_000) + "1",
    "1" + String(repeating: "+1", count: 5_000), "a" + String(repeating: ".b", count: 5_000),
    String(repeating: "[", count: 5_000), String(repeating: "1,", count: 20_000),
  ])
  func `what is nested too deeply is refused`(_ text: String) {
    #expect(throws: ExpressionMistake.self) { _ = try ExpressionParser.parse(text, .dataview) }
  }
}
