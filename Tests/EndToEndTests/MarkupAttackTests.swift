import Foundation
import NotePresentation
import NoteSyntax
import NoteTestSupport
import SheafSite
import Testing
import Wording

/// The corpus of attacks in a real browser, with no content security policy to hold it back.
@Suite struct MarkupAttackTests {
  private static let trap = """
    <!DOCTYPE html><meta charset="utf-8"><title>attacks</title><script>
    window.caught = [];
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
      window[name] = () => caught.push(name);
    addEventListener('error', event => { if (event.message) caught.push(event.message); });
    addEventListener('load', () => {
      for (const element of document.querySelectorAll('main *')) {
        for (const event of ['click', 'mouseover', 'focus', 'toggle', 'wheel', 'pointerenter'])
          if (element.localName !== 'a' || event !== 'click') element.dispatchEvent(new Event(event));
        for (const attribute of element.attributes)
          if (attribute.name.startsWith('on')) caught.push(attribute.name);
        for (const name of ['href', 'src', 'action', 'formAction', 'poster'])
          if (/^(javascript|vbscript|data:(?!image\\/(png|gif|jpeg|webp)))/i.test(element[name] || ''))
            caught.push(name + '=' + element[name]);
      }
      const loaded = performance.getEntriesByType('resource').map(entry => entry.name);
      caught.push(...loaded.filter(name => !name.startsWith('file:')));
      document.body.dataset.caught = JSON.stringify(caught);
      document.body.dataset.depth = document.querySelectorAll('body > main').length;
    });
    </script><body>
    """

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `no attack runs, loads or breaks out in Chromium`() throws {
    let folder = try TemporaryFolder()
    let surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .asWritten }
    let attacks = try MarkupAttacks.all()
    var page = Array(Self.trap.utf8)
    for attack in attacks {
      page += "<main>".utf8
      page += NoteBody(Document(parsing: Array(attack.utf8)), in: surroundings).html
      page += "</main>\n".utf8
    }
    try folder.write(page, to: "page.html")
    let document = try HeadlessBrowser.document(ofFile: folder.path + "/page.html", in: folder)
    #expect(document.contains("data-caught=\"[]\""))
    #expect(document.contains("data-depth=\"\(attacks.count)\""))
  }

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `the trap catches what is not sanitised`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.trap + "<main><img src=x onerror=alert(1)></main>", to: "page.html")
    let document = try HeadlessBrowser.document(ofFile: folder.path + "/page.html", in: folder)
    #expect(document.contains("data-caught=\"["))
    #expect(!document.contains("data-caught=\"[]\""))
  }
}
