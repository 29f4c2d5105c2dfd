import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

@Suite struct HelpTextTests {
  @Test(arguments: [
    ("Unknown option '--x'", "--x 옵션을 찾을 수 없습니다"),
    ("Unknown option '--lmit'. Did you mean '--limit'?", "--lmit 옵션을 찾을 수 없습니다. 혹시 “--limit”인가요?"),
    ("Missing expected argument '<note>'", "인수를 지정해야 합니다: 메모"),
    ("Unexpected argument 'a b'", "사용하지 않는 인수입니다: “a b”"),
    ("2 unexpected arguments: 'a', 'b'", "사용하지 않는 인수가 2개 있습니다: “a, b”"),
    (
      "The value 'x' is invalid for '--name <name>'. Please provide one of 'html', 'text' or 'json'.",
      "--name 이름에 쓸 수 없는 값입니다: “x”. 쓸 수 있는 값: html, text, json"
    ),
    ("The value 'x' is invalid for '--limit <limit>'", "--limit 개수에 쓸 수 없는 값입니다: “x”"),
    ("Missing value for '--limit <limit>'", "값이 필요합니다: --limit 개수"),
    ("Something that the parser will say one day", "Something that the parser will say one day"),
  ])
  func `what the parser says is said in Korean`(_ english: String, _ korean: String) {
    let message = ParserMessage.message(english)
    #expect(message.korean == korean)
  }

  @Test func `placeholders say what they take, and what a user typed stays`() {
    let message = ParserMessage.message("Missing value for '--limit <limit>'")
    #expect(message.english == "Missing value for '--limit N'")
    #expect(
      ParserMessage.message("Unexpected argument '<b>'").english == "Unexpected argument '<b>'")
  }

  @Test(arguments: Language.allCases)
  func `every value in the help has a name that says what it is`(language: Language) throws {
    let session = try CommandSession()
    for command in SheafCommand.commandNames {
      let help = session.run(["help", command, "--lang", language.rawValue]).output
      #expect(help.matches(of: #/<[a-z-]+>/#).map(\.0) == [], "\(command)")
    }
  }

  private static let help = """
    OVERVIEW: 태그 목록을 많이 사용한 순서로 보여 줍니다.

    검색식을 지정하면 맞는 메모의 태그만 표시합니다. --paths는 태그만
    출력합니다.

    예:
      sheaf tags

    USAGE: sheaf tags [<query> ...] [--sort <sort>] [--limit <limit>]

    ARGUMENTS:
      <query>                 검색식(sheaf-query(7) 참고)

    OPTIONS:
      --limit <limit>         최대 개수 (default: 50)
      --a-long-name <group-by>
                              묶을 필드
      -h, --help              Show help information.

    """

  @Test func `Korean help has no English words of the parser's`() {
    let text = HelpText(language: .korean, columns: 80).text(Self.help)
    #expect(
      text == """
        태그 목록을 많이 사용한 순서로 보여 줍니다.

        예:
          sheaf tags

        검색식을 지정하면 맞는 메모의 태그만 표시합니다. --paths는 태그만 출력합니다.

        사용법: sheaf tags [검색식 ...] [--sort 필드] [--limit 개수]

        인수:
          검색식                  검색식(sheaf-query(7) 참고)

        옵션:
          --limit 개수            최대 개수(기본값: 50)
          --a-long-name 필드      묶을 필드
          -h, --help              도움말을 표시합니다.

        """)
  }

  @Test func `lines are broken by cells, and none is a single word`() {
    let text = HelpText(language: .korean, columns: 30).text(
      "가나다라 마바사아 자차카타 파하가나 다라마바 사아\n\nUSAGE: sheaf tags")
    #expect(text == "가나다라 마바사아 자차카타\n파하가나 다라마바 사아\n\n사용법: sheaf tags\n")
    let short = HelpText(language: .english, columns: 21).text(
      "one two three four five\n\nUSAGE: sheaf tags")
    #expect(short == "one two three\nfour five\n\nUSAGE: sheaf tags\n")
  }

  @Test func `an example keeps its spaces`() {
    let help = "예:\n  sheaf diary 가나 다라 마바사 아자 차카\n\nUSAGE: sheaf diary"
    let text = HelpText(language: .korean, columns: 30).text(help)
    #expect(text.hasPrefix("예:\n  sheaf diary 가나 다라 마바사 아자 차카\n"))
  }

  @Test func `what is not help stays as it is`() {
    let text = "sheaf 0.3.0\n  two  spaces"
    #expect(HelpText(language: .korean, columns: 20).text(text) == text + "\n")
  }

  @Test func `a usage line is broken between options`() {
    let text = HelpText(language: .english, columns: 40).text(
      "USAGE: sheaf tags [<query> ...] [--sort <sort>] [--limit <limit>]")
    #expect(
      text == """
        USAGE: sheaf tags [QUERY ...]
               [--sort FIELD] [--limit N]

        """)
  }
}
