import Foundation
import NoteTestSupport
import Testing

/// The layout and use of the site's pages, in windows of several sizes.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
struct SiteLayoutTests {
  private let site: TemporaryFolder

  init() throws { site = try Self.made.get() }

  private static let made = Result {
    let session = try CommandSession()
    let site = try TemporaryFolder().kept()
    _ = session.run(["init"])
    try session.folder.write("site:\n  include: [diary, tasks]\n  order: name\n", to: ".sheaf/config.yaml")
    try session.folder.write("# Short\n\nOne line.\n", to: "Memo/Short.md")
    try session.folder.write(
      "# Long\n\n## One\n\n[[Short]]\n\n## Two\n\n" + String(repeating: "words\n\n", count: 200), to: "Memo/Long.md")
    let words = String(repeating: "words ", count: 200)
    try session.folder.write(
      #"{"nodes":[{"id":"t","type":"text","x":0,"y":0,"width":250,"height":100,"text":"\#(words)"}]}"#,
      to: "Map.canvas")
    try session.folder.write("# Canvas\n\n[[Map.canvas]]\n", to: "Memo/Canvas.md")
    try session.folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='400' height='9'/>", to: "assets/line.svg")
    try session.folder.write("# Picture\n\n![|400](../assets/line.svg)\n", to: "Memo/Picture.md")
    let formula = (0...12).map { "x_{\($0)} + " }.joined() + "y"
    try session.folder.write("# Wide\n\n- a $\(formula)$ b\n", to: "Memo/Wide.md")
    for number in 1...25 {
      try session.folder.write("# Item \(number)\n\n[[Long]]\n", to: "Many/item \(number).md")
      try session.folder.write("# Inner \(number)\n", to: "Folder \(number)/Inside/inner.md")
    }
    try session.folder.write("# Deep\n", to: "R&D, C++ #1; a=b? 100%/In/deep.md")
    try session.folder.write("# Hub\n\n[[Short|other words]], [[Short]], [[deep]]\n", to: "Memo/Hub.md")
    try session.folder.write("# Back\n\n[[Hub]]\n", to: "Memo/Back.md")
    try session.folder.write("# First\n", to: "Diary/2026/2026-09-03.md")
    try session.folder.write("# Second\n", to: "Diary/2026/2026-11-21.md")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    return site
  }

  /// The text that a script returns in a page.
  ///
  /// - Parameters:
  ///   - path: Of the page.
  ///   - width: Of the window.
  ///   - moves: False if the reader wants no movement.
  ///   - script: The body of an asynchronous function of `page` (its document), `view` (its window), `wait(ms)` and
  ///     `press(key)`; what it returns is text.
  private func found(
    in path: String, width: Int, height: Int = 800, moves: Bool = false, _ script: String
  ) throws -> String {
    // A page that may be looked into: it allows other scripts, and does not take itself for a preview.
    let html = String(decoding: try site.read(path), as: UTF8.self)
      .replacing(#/<meta http-equiv="Content-Security-Policy"[^>]*>/#, with: "").replacing("self!==top", with: "0")
    let number = UUID().uuidString
    let probe = path.replacing(".html", with: "-\(number).html")
    try site.write(html, to: probe)
    try site.write(
      """
      <!DOCTYPE html><body><iframe width="\(width)" height="\(height)" style="border:0"></iframe>
      <script>
      const frame = document.querySelector('iframe');
      const wait = time => new Promise(done => setTimeout(done, time));
      frame.addEventListener('load', async () => {
        const page = frame.contentDocument, view = frame.contentWindow;
        const press = key => (page.activeElement || page.body).dispatchEvent(
          new view.KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        let answer;
        try { await wait(100); answer = await (async () => { \(script) })() } catch (error) { answer = 'failed: ' + error }
        document.body.textContent = 'FOUND ' + answer + ' END' });
      frame.src = '\(probe.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")';
      </script></body>
      """, to: number + ".html")
    let document = try HeadlessBrowser.document(
      ofFile: site.path + "/\(number).html", in: try TemporaryFolder(),
      options: ["--allow-file-access-from-files"] + (moves ? [] : ["--force-prefers-reduced-motion"]))
    let answer = document.components(separatedBy: "FOUND ").last ?? ""
    return answer.components(separatedBy: " END")[0].replacing("&gt;", with: ">").replacing("&lt;", with: "<")
  }

  @Test(arguments: [(360, 740), (768, 1024), (1280, 900), (1680, 1050)])
  func `the footer of a short page is at the bottom of the window`(width: Int, height: Int) throws {
    let answer = try found(
      in: "notes/Memo/Short.html", width: width, height: height,
      """
      const box = page.querySelector('footer.site').getBoundingClientRect();
      return [Math.round(box.bottom) >= view.innerHeight - 1, page.documentElement.scrollWidth <= view.innerWidth].join(' ');
      """)
    #expect(answer == "true true")
  }

  @Test func `the graph has the width that the window leaves it`() throws {
    let answer = try found(
      in: "graph.html", width: 1680, height: 1050,
      """
      await wait(500);
      const box = page.querySelector('#picture').getBoundingClientRect(), main = page.querySelector('main').getBoundingClientRect();
      return box.width >= 1000 && box.width >= main.width - 2;
      """)
    #expect(answer == "true")
  }

  @Test func `text that is larger than its card of a canvas stays in it, and all of it can be reached`() throws {
    let answer = try found(
      in: "notes/Map.canvas.html", width: 1280,
      """
      const card = page.querySelector('.canvas .card').getBoundingClientRect(), text = page.querySelector('.canvas .text');
      const box = text.getBoundingClientRect();
      text.scrollTop = text.scrollHeight;
      const end = text.querySelector('p:last-child').getBoundingClientRect();
      return [box.bottom <= card.bottom, text.tabIndex, text.scrollTop > 0, end.bottom <= card.bottom].join(' ');
      """)
    #expect(answer == "true 0 true true")
  }

  @Test func `the notes around a note are those that it links to, by their titles, and those that link to it`() throws {
    let answer = try found(
      in: "notes/Memo/Hub.html", width: 1280,
      "return [...page.querySelectorAll('.local svg title')].map(each => each.textContent).join()")
    #expect(answer == "Back,Short,Deep")
  }

  @Test func `names of the notes around a note do not cover each other`() throws {
    let answer = try found(
      in: "notes/Memo/Long.html", width: 1280,
      """
      const boxes = [...page.querySelectorAll('.local text')].map(each => each.getBoundingClientRect());
      const covered = boxes.filter((a, i) => boxes.slice(i + 1).some(b =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
      return [page.querySelectorAll('.local svg a').length, boxes.length > 3, covered.length].join(' ');
      """)
    #expect(answer == "18 true 0")
  }

  @Test func `a formula that is wider than a telephone scrolls by itself, and the keyboard reaches it`() throws {
    let answer = try found(
      in: "notes/Memo/Wide.html", width: 360,
      """
      view.sheaf.load('extras.js'); await wait(300);
      const wide = page.querySelector('.wide');
      return [page.documentElement.scrollWidth <= 360, wide.scrollWidth > wide.clientWidth, wide.tabIndex].join(' ');
      """)
    #expect(answer == "true true 0")
  }

  @Test func `a picture that opens has a name as a button, also if it has none as a picture`() throws {
    let answer = try found(
      in: "notes/Memo/Picture.html", width: 1280,
      """
      view.sheaf.load('extras.js'); await wait(300);
      const image = page.querySelector('.text img')
      return image.getAttribute('role') + ' ' + image.alt
      """)
    #expect(answer == "button Picture")
  }

  @Test(arguments: [1280, 1680])
  func `the text is in the middle of what is beside the tree where nothing is on its right`(width: Int) throws {
    let answer = try found(
      in: "notes/Folder 1/Inside/inner.html", width: width,
      """
      const tree = page.querySelector('.tree').getBoundingClientRect(), text = page.querySelector('main').getBoundingClientRect();
      const frame = page.querySelector('.frame').getBoundingClientRect();
      return page.querySelector('aside, .side') ? 'has a side'
        : Math.abs((text.left - tree.right) - (frame.right - text.right)) <= 48 ? 'centred'
        : [tree.right, text.left, text.right, frame.right].join(' ');
      """)
    #expect(answer == "centred")
  }

  @Test(arguments: [("menu", "tree"), ("toc", "side")])
  func `a drawer on a telephone has its close button free, keeps the focus, and gives it back`(
    button: String, drawer: String
  ) throws {
    let answer = try found(
      in: "notes/Memo/Long.html", width: 360, height: 740,
      """
      const opener = page.querySelector('header .\(button)'), drawer = page.querySelector('#sheaf-\(drawer)');
      const answers = [getComputedStyle(drawer).visibility];
      opener.click(); await wait(400);
      const close = drawer.querySelector('.close'), box = close.getBoundingClientRect();
      const hit = page.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const others = [...drawer.querySelectorAll('a, button, h2, li')].filter(other => other !== close && !close.contains(other))
        .filter(other => { const its = other.getBoundingClientRect();
          return its.width && its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top });
      answers.push(view.getComputedStyle(drawer).visibility, hit === close, others.length, box.right <= 360 && box.left >= 0);
      answers.push(page.activeElement === close,
        ['main', 'header.site', 'footer.site', '.skip'].every(name => page.querySelector(name).inert));
      press('Escape'); await wait(400);
      answers.push(page.activeElement === opener, page.querySelector('main').inert, view.getComputedStyle(drawer).visibility);
      return answers.join(' ');
      """)
    #expect(answer == "hidden visible true 0 true true true true false hidden")
  }

  /// The focus moves at once, and what only becomes visible later would not take it.
  @Test(arguments: [("menu", "tree"), ("toc", "side")])
  func `a drawer that slides in has the focus from the beginning`(button: String, drawer: String) throws {
    let answer = try found(
      in: "notes/Memo/Long.html", width: 360, height: 740, moves: true,
      """
      page.querySelector('header .\(button)').click();
      return page.activeElement === page.querySelector('#sheaf-\(drawer) .close');
      """)
    #expect(answer == "true")
  }

  @Test func `the tree is one stop of Tab, and arrows move in it and open folders`() throws {
    let answer = try found(
      in: "notes/Many/item 3.html", width: 1280,
      """
      press('Shift'); await wait(500);
      const list = page.querySelector('.tree > ul:not(.sections)'), stops = () => [...list.querySelectorAll('a, button')]
        .filter(each => each.tabIndex >= 0).map(each => each.textContent);
      const answers = [stops().join('+')];
      list.querySelector('a[tabindex="0"]').focus();
      press('ArrowDown'); answers.push(page.activeElement.textContent, stops().length);
      press('Home');
      const first = page.activeElement, folder = first.parentElement;
      answers.push(first.textContent, first.getAttribute('aria-expanded'));
      press('ArrowRight'); await wait(300);
      answers.push(first.getAttribute('aria-expanded'), folder.querySelector('ul').textContent.trim());
      press('ArrowRight'); answers.push(page.activeElement.textContent);
      press('ArrowLeft'); press('ArrowLeft'); answers.push(first.getAttribute('aria-expanded'), stops().length);
      return answers.join(', ');
      """)
    #expect(answer == "Item 3, Item 4, 1, Diary, false, true, 2026, 2026, false, 1")
  }

  @Test func `a folder opens whatever signs its name has`() throws {
    let answer = try found(
      in: "notes/Memo/Short.html", width: 1280,
      """
      press('Shift'); await wait(500);
      const item = [...page.querySelectorAll('.tree li.f')].find(each => each.querySelector('a').textContent.startsWith('R&D'));
      item.querySelector('.twist').click(); await wait(300);
      const inner = item.querySelector('ul li.f');
      inner.querySelector('.twist').click(); await wait(300);
      return inner.querySelector('ul').textContent.trim();
      """)
    #expect(answer == "Deep")
  }

  @Test func `the tree shows the row of the page, and marks no other`() throws {
    let answer = try found(
      in: "notes/Many/item 25.html", width: 1280, height: 500,
      """
      await wait(300);
      const panel = page.querySelector('.tree'), frame = panel.getBoundingClientRect();
      const rows = [...panel.querySelectorAll('a')].filter(row => row.hasAttribute('aria-current')
        && view.getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)');
      const box = rows[0].getBoundingClientRect();
      const names = [...panel.querySelectorAll('.f.o li a')].map(row => row.textContent);
      return [rows.length, rows[0].textContent, box.top >= frame.top && box.bottom <= frame.bottom, panel.scrollTop > 0,
        names.indexOf('Item 2') < names.indexOf('Item 10')].join(', ');
      """)
    #expect(answer == "1, Item 25, true, true, true")
  }

  @Test func `a month has its neighbours above its days, no link to itself, and days in words`() throws {
    let answer = try found(
      in: "diary/2026-11.html", width: 768,
      """
      const previous = page.querySelector('main a[rel=prev]'), table = page.querySelector('main table');
      const own = [...page.querySelectorAll('main a')].filter(link => link.pathname === view.location.pathname.replace('-probe', ''));
      return [previous.textContent.includes('September 2026'), !!(previous.compareDocumentPosition(table) & 4), own.length,
        page.querySelector('.days a').textContent].join(', ');
      """)
    #expect(answer.hasPrefix("true, true, 0, "), "\(answer)")
    #expect(!answer.contains("2026-11-21"), "\(answer)")
  }
}
