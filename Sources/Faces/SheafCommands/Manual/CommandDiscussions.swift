import NoteActions
import NoteModel
import Wording

/// The discussion of sheaf-check(1), with the list of checks.
enum CheckManual {
  static func discussion(in language: Language) -> String {
    let names =
      NoteChecks.all.map { ($0.name, $0.summary) }
      + RepositoryChecks.all.map { ($0.name, $0.summary) } + WebLinkCheck.all
    let list = names.map { "  \($0): \($1.text(in: language))" }.joined(separator: "\n")
    return Message(
      """
      Examples:
        sheaf check
        sheaf check Memo
        sheaf check --fix

      Exits with 1 if a problem was found. The setting check: turns a check off or sets its severity:

        check:
          unlinked-attachment: off
          broken-link: error

      With --external, curl requests every linked page once: HEAD before GET, each host no faster than
      links.external-interval, sending nothing about you but the name of the program. Only 404, 410, a host without
      an address and an HTML page without the linked anchor count as dead; pages in an unclear state are listed but do
      not count. Answers are cached. Sealed letters, addresses of this computer and network, and addresses with a
      user name are never requested.

      The checks:
      \(list)
      """,
      ko: """
        예:
          sheaf check
          sheaf check Memo
          sheaf check --fix

        문제를 찾으면 종료 코드는 1입니다. check: 설정에서 검사를 끄거나 심각도를 정할 수 있습니다:

          check:
            unlinked-attachment: off
            broken-link: error

        --external을 지정하면 링크한 페이지마다 curl로 한 번씩 요청합니다. HEAD를 먼저, 그다음 GET을 보내고, 한 호스트에는
        links.external-interval보다 자주 요청하지 않으며, 프로그램 이름 말고는 아무것도 보내지 않습니다. 404, 410, 없는
        호스트, 링크한 위치가 없는 HTML 페이지만 끊긴 링크로 처리합니다. 알 수 없는 페이지는 목록에만 표시하고 문제로 세지
        않습니다. 응답은 캐시에 저장합니다. 봉인한 편지, 이 컴퓨터와 사설 네트워크의 주소, 사용자 이름이 들어 있는 주소는
        요청하지 않습니다.

        검사:
        \(list)
        """
    ).text(in: language)
  }
}
