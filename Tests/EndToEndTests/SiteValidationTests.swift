import Foundation
import NoteTestSupport
import Testing

/// The site of the everyday repository before judges that others wrote.
@Suite struct SiteValidationTests {
  private let site: TemporaryFolder
  /// The site once more, for tests that add pages.
  private let copy: TemporaryFolder

  init() throws { (site, copy) = try Self.made.get() }

  private static let made = Result {
    let session = try CommandSession()
    let site = try TemporaryFolder().kept()
    try FileManager.default.removeItem(atPath: session.folder.path)
    try FileManager.default.copyItem(
      atPath: fixturesFolder + "/Repositories/Everyday", toPath: session.folder.path)
    _ = session.run(["init"])
    try session.folder.write(
      "site:\n  url: https://a.example\n  include: [diary, tasks]\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      """
      ---
      kanban-plugin: board
      ---

      ## To do

      - [ ] see the [[Map.canvas]]
      - [ ] two `words` #tag

      ## Done

      - [x] three

      ***

      ## Archive

      - [x] four
      """, to: "Memo/Board.md")
    let words = String(repeating: "many words ", count: 60)
    try session.folder.write(
      #"""
      {"nodes":[
        {"id":"g","type":"group","x":-20,"y":-20,"width":700,"height":400,"label":"Group","color":"4"},
        {"id":"t","type":"text","x":0,"y":0,"width":250,"height":100,"text":"# Head\n\n\#(words)"},
        {"id":"f","type":"file","x":300,"y":0,"width":250,"height":200,"file":"Memo/집/장보기 규칙.md"},
        {"id":"l","type":"link","x":0,"y":200,"width":250,"height":60,"url":"https://example.org/"}],
       "edges":[{"id":"e","fromNode":"t","toNode":"f","label":"leads to","color":"2"}]}
      """#, to: "Map.canvas")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(session.run(["digest", "--to", "html", "-o", site.path + "/digest.html"]).status == 0)
    let copy = try TemporaryFolder().kept()
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: site.path, toPath: copy.path)
    return (site, copy)
  }

  @Test(.enabled(if: SiteCheckers.validator != nil, "The Nu HTML checker is not installed"))
  func `every page is valid HTML`() throws {
    let run = try ProgramRun.run(
      "/usr/bin/java",
      [
        // It does not know the younger properties of CSS.
        "-jar", SiteCheckers.validator ?? "", "--errors-only", "--skip-non-html",
        "--filterpattern", ".*CSS:.*", site.path,
      ],
      in: site.path)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(
    .enabled(
      if: SiteCheckers.accessibilityScript != nil && HeadlessBrowser.program != nil,
      "axe-core or Chromium is not installed"))
  func `no page has a barrier at any width, light or dark`() throws {
    let script = try String(contentsOfFile: SiteCheckers.accessibilityScript ?? "", encoding: .utf8)
    let browser = try BrowserPage()
    for page in [
      "index.html", "notes.html", "board.html", "graph.html", "search.html", "diary.html",
      "diary/2026.html", "diary/2026-11.html", "dates.html", "dates/2026.html", "tags.html",
      "tag/책.html", "folder/Memo/배움.html", "recent.html", "orphans.html", "404.html",
      "notes/Memo/집/장보기 규칙.html", "notes/Memo/배움/Rust and Swift.html", "digest.html",
      "notes/Map.canvas.html", "notes/Memo/Board.html",
    ] {
      let html = String(decoding: try site.read(page), as: UTF8.self)
        .replacing(#/<meta http-equiv="Content-Security-Policy"[^>]*>/#, with: "")
        .replacing("if(self!==top)", with: "if(false)")
        .replacing("data-root=\"/\"", with: "data-root=\"\"")
        .replacing(
          "</body>",
          with: """
            <script>\(script)</script><script>
            document.documentElement.dataset.theme = location.hash.slice(1);
            addEventListener('load', () => axe.run({iframes: false, preload: false}).then(result => {
            parent.postMessage(result.violations.map(
            violation => [violation.id, violation.nodes[0].html]), '*'); }))</script></body>
            """)
      let test = page.replacing(".html", with: "-barriers.html")
      try copy.write(html, to: test)
      let address = test.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? test
      let frames = [360, 768, 1_280].flatMap { width in
        ["light", "dark"].map { theme in
          "<iframe style=\"width:\(width)px;height:800px\" src=\"\(address)#\(theme)\"></iframe>"
        }
      }
      try copy.write(
        """
        <!DOCTYPE html><body>\(frames.joined())<script>
        var all = []; addEventListener('message', event => all.push(event.data));
        </script>
        """, to: "frames.html")
      try browser.go(to: "file://" + copy.path + "/frames.html", until: "window.all && all.length === 6")
      #expect(try browser.evaluate("JSON.stringify(all.flat())") == "[]", "\(page)")
    }
    try browser.close()
  }

  @Test(.enabled(if: SiteCheckers.readsFeeds, "feedparser or icalendar is not installed"))
  func `other programs read the feeds and the calendar`() throws {
    let script = """
      import sys, json, feedparser
      from icalendar import Calendar
      feed = feedparser.parse('feed.xml')
      calendar = Calendar.from_ical(open('calendar.ics', 'rb').read())
      items = json.load(open('feed.json'))['items']
      print(feed.bozo, len(feed.entries), len(items), len(list(calendar.walk('VEVENT'))) > 5,
        any(part.errors for part in calendar.walk()))
      """
    let run = try ProgramRun.run(SiteCheckers.python, ["-c", script], in: site.path)
    #expect(run.output == "False 20 20 True False\n", "\(run.errors)")
  }

  /// The requirements of JSON Feed 1.1, as a schema.
  private static let feedSchema = """
    {"type": "object", "required": ["version", "title", "items"],
     "properties": {
      "version": {"const": "https://jsonfeed.org/version/1.1"},
      "title": {"type": "string", "minLength": 1}, "language": {"type": "string"},
      "home_page_url": {"type": "string", "format": "uri"},
      "feed_url": {"type": "string", "format": "uri"},
      "authors": {"type": "array", "minItems": 1, "items": {"type": "object", "minProperties": 1}},
      "items": {"type": "array", "items": {
       "type": "object", "required": ["id"],
       "anyOf": [{"required": ["content_html"]}, {"required": ["content_text"]}],
       "properties": {
        "id": {"type": "string", "minLength": 1}, "url": {"type": "string", "format": "uri"},
        "title": {"type": "string"}, "content_html": {"type": "string"},
        "summary": {"type": "string"}, "language": {"type": "string"},
        "date_published": {"type": "string", "format": "date-time"},
        "date_modified": {"type": "string", "format": "date-time"},
        "tags": {"type": "array", "items": {"type": "string"}}}}}}}
    """

  @Test(.enabled(if: SiteCheckers.readsFeeds, "jsonschema is not installed"))
  func `the JSON feed has what its version asks for`() throws {
    let script = """
      import json, sys, jsonschema
      jsonschema.validate(json.load(open('feed.json')), json.loads(sys.stdin.read()),
        format_checker=jsonschema.FormatChecker())
      """
    let run = try ProgramRun.run(
      SiteCheckers.python, ["-c", script], in: site.path, input: Self.feedSchema)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.enabled(if: SiteCheckers.calendarProgram != nil, "khal is not installed"))
  func `a terminal calendar reads the tasks`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "events/.keep")
    try folder.write(
      """
      [calendars]
      [[notes]]
      path = \(folder.path)/events
      [locale]
      local_timezone = Asia/Seoul
      default_timezone = Asia/Seoul
      dateformat = %Y-%m-%d
      longdateformat = %Y-%m-%d
      [sqlite]
      path = \(folder.path)/khal.db
      [default]
      default_calendar = notes
      """, to: "config")
    func khal(_ arguments: [String]) throws -> ProgramRun {
      try ProgramRun.run(
        SiteCheckers.calendarProgram ?? "", ["-c", folder.path + "/config"] + arguments,
        in: site.path, environment: ["HOME": folder.path])
    }
    #expect(try khal(["import", "--batch", "calendar.ics"]).status == 0)
    let events = try khal(["list", "2026-11-01", "60d", "--format", "{title}"]).output
    #expect(events.contains("치과 예약"))
    #expect(events.contains("Renew library card"))
  }
}
