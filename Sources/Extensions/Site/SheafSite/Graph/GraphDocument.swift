import ByteBasics
import NoteModel
package import Wording

/// The graph of notes as one page that needs no network and no other file.
package struct GraphDocument {
  private let graph: NoteGraph
  private let language: Language

  package init(_ graph: NoteGraph, _ language: Language) {
    self.graph = graph
    self.language = language
  }

  package var page: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(text(Message("Notes and links", ko: "메모와 링크")))</title>
    <style>
    \(DefaultTheme.graphStyle)
    </style>
    </head>
    <body>
    <main>
    <h1>\(text(Message("Notes and links", ko: "메모와 링크")))</h1>
    <p>\(text(Message(
      "\(graph.nodes.count) notes, \(graph.edges.count) links",
      ko: "메모 \(graph.nodes.count)개, 링크 \(graph.edges.count)개")))</p>
    <canvas id="picture" aria-hidden="true"></canvas>
    <p class="keys">\(text(keys))</p>
    </main>
    <nav aria-label="\(text(Message("Notes", ko: "메모")))">
    <label for="filter">\(text(Message("Find a note", ko: "메모 검색")))</label>
    <input id="filter" type="search" autocomplete="off">
    <ul id="list" aria-label="\(text(Message("Search results", ko: "검색 결과")))"></ul>
    <p id="more" role="status">\(text(more))</p>
    <section id="about" aria-live="polite" hidden>
    <h2 tabindex="-1"></h2>
    <h3>\(text(Message("Links to", ko: "나가는 링크")))</h3><ul></ul>
    <h3>\(text(Message("Linked from", ko: "백링크")))</h3><ul></ul>
    </section>
    </nav>
    <script type="application/json" id="graph">\(data)</script>
    <script>
    \(DefaultTheme.graphScript)
    </script>
    </body>
    </html>

    """
  }

  private var more: Message {
    Message("The first 100; type to narrow the list.", ko: "처음 100개입니다. 검색어를 입력해 좁힐 수 있습니다.")
  }

  private var keys: Message {
    Message(
      "Drag to move, scroll to zoom. Every note is in the list too: Tab and Enter choose one.",
      ko: "드래그해 이동하고 스크롤해 확대합니다. 모든 메모는 목록에도 있습니다. Tab과 Enter로 선택할 수 있습니다.")
  }

  private func text(_ message: Message) -> String { message.text(in: language) }

  /// Titles, paths and pairs of positions; no `<` in it can end the script element.
  private var data: String {
    let value = JSONValue.object([
      JSONValue.Member("titles", .array(graph.nodes.map { .string($0.title) })),
      JSONValue.Member("paths", .array(graph.nodes.map { .string($0.path.string) })),
      JSONValue.Member(
        "edges", .array(graph.edges.flatMap { [.integer($0.source), .integer($0.target)] })),
    ])
    return value.text().split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }
}
