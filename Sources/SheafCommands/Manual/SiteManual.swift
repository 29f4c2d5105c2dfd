import Wording

/// sheaf-site(7): how a site is made, looked at and published. A test runs every command, in this order.
enum SiteManual {
  /// - Returns: The page in mdoc, without its head.
  static func page(in language: Language) -> String {
    let name = Message("publishing notes as a web site", ko: "메모를 웹사이트로 게시하기").text(in: language)
    var page = ".Sh NAME\n.Nm sheaf-site\n.Nd \(name)\n.Sh DESCRIPTION\n"
    page += Mdoc.paragraph(introduction.text(in: language))
    for step in steps {
      page += ".Ss \(Mdoc.escaped(step.title.text(in: language)))\n"
      page += Mdoc.paragraph(step.text.text(in: language))
      guard !step.commands.isEmpty else { continue }
      page += ".Bd -literal -offset indent\n"
      page += step.commands.map { Mdoc.escaped($0.text(in: language)) + "\n" }.joined()
      page += ".Ed\n"
    }
    for recipe in recipes {
      page += ".Ss \(Mdoc.escaped(recipe.title.text(in: language)))\n"
      page += Mdoc.paragraph(recipe.text.text(in: language))
      page += ".Bd -literal -offset indent\n"
      page += recipe.lines.map { Mdoc.escaped($0) + "\n" }.joined()
      page += ".Ed\n"
    }
    return page + seeAlso
  }

  private static let introduction = Message(
    """
    A site is a folder of pages that needs no server: it works from a disk, on any host, and without scripts except for
    the search.
    It asks no other machine for anything.
    The commands of this page can be typed from top to bottom in a new and empty folder.
    """,
    ko: """
      사이트는 서버가 필요 없는 페이지 폴더입니다.
      디스크에서 바로 열 수 있고 어디에나 올릴 수 있으며, 검색 말고는 스크립트 없이 동작합니다.
      다른 컴퓨터에는 아무것도 요청하지 않습니다.
      이 페이지의 명령은 비어 있는 새 폴더에서 위에서부터 그대로 입력할 수 있습니다.
      """)

  static let steps = [
    Walkthrough.Step(
      title: Message("What is public", ko: "공개하는 것"),
      text: Message(
        """
        A note is public unless something speaks against it: publish: false, private: true, draft: true, status: draft,
        a date in the future, front matter that cannot be read with certainty (a field that occurs twice, a value that is
        neither yes nor no), a text that contains what looks like a key or a token, a letter that is still sealed.
        With site.default: private, only notes with publish: true are public.
        The diary and tasks are public only where site.include lists them.
        Comments are never published, and the words of a link to a note that is not public stay as plain text.
        Files are public where a public note uses them; place, camera and thumbnails are taken out of JPEG, PNG and
        WebP pictures, and other formats are reported.
        A dry run lists everything with its reason.
        """,
        ko: """
          메모는 막는 것이 없으면 공개합니다.
          publish: false, private: true, draft: true, status: draft, 미래의 날짜, 확실히 읽을 수 없는 머리말(두 번 쓴 필드, 예도
          아니요도 아닌 값), 키나 토큰으로 보이는 텍스트, 아직 봉인한 편지는 게시하지 않습니다.
          site.default가 private이면 publish: true인 메모만 공개합니다.
          일기와 할 일은 site.include에 있을 때만 공개합니다.
          주석은 게시하지 않으며, 공개하지 않는 메모로 가는 링크는 텍스트만 남습니다.
          첨부 파일은 공개한 메모에서 사용할 때만 공개합니다.
          JPEG, PNG, WebP 그림에서는 위치, 카메라 정보, 섬네일을 제거하고 다른 형식은 경고로 표시합니다.
          --dry-run은 모든 것을 이유와 함께 보여 줍니다.
          """),
      commands: [
        same("sheaf init"),
        Message(
          "sheaf new --title 'First page' 'Hello from [[Second page]].'",
          ko: "sheaf new --title '첫 페이지' '[[둘째 페이지]]에서 인사합니다.'"),
        Message(
          "sheaf new --title 'Second page' 'A page with words.'",
          ko: "sheaf new --title '둘째 페이지' '글이 있는 페이지입니다.'"),
        Message("sheaf set 'Second page' draft=true", ko: "sheaf set '둘째 페이지' draft=true"),
        same("sheaf publish --dry-run"),
        Message("sheaf unset 'Second page' draft", ko: "sheaf unset '둘째 페이지' draft"),
      ]),
    Walkthrough.Step(
      title: Message("Making it", ko: "만들기"),
      text: Message(
        """
        The first publication lists what is public; later ones list what changed.
        --check looks at every page as a stranger would: links, places in pages, well-formed HTML, and what people who
        cannot see or use a mouse need.
        site.output sets the folder for good.
        While you write, “sheaf serve --open” shows the site and follows every change; with --address 0.0.0.0 it prints
        a QR code for a phone (drawn by qrencode, if it is installed), and shows only what is public.
        """,
        ko: """
          처음 게시할 때는 공개하는 것을, 다음부터는 바뀐 것을 보여 줍니다.
          --check는 모든 페이지의 링크, 페이지 안의 위치, HTML 형식, 접근성을 검사합니다.
          site.output으로 폴더를 정해 둘 수 있습니다.
          메모를 작성하는 동안에는 “sheaf serve --open”으로 사이트를 볼 수 있고, 바뀐 내용이 바로 나타납니다.
          --address 0.0.0.0을 지정하면 휴대전화용 QR 코드를 표시하고(qrencode가 있을 때) 공개할 것만 보여 줍니다.
          """),
      commands: [same("sheaf publish -o site --check"), same("sheaf publish -o site")]),
    Walkthrough.Step(
      title: Message("Addresses that stay", ko: "사라지지 않는 주소"),
      text: Message(
        """
        A page that was published once leads on when its note gets another name, by sheaf or by git.
        So do permalink: /old/, dg-permalink: old and aliases: [/older/page.html] in front matter.
        Hosts that read a file _redirects get the same list, with the attachments that were moved.
        No name that was never published becomes an address.
        site.short-urls makes addresses such as /Memo/First-page/.
        """,
        ko: """
          한 번 게시한 페이지는 sheaf나 git으로 메모의 이름을 바꾸어도 새 주소로 이어집니다.
          머리말의 permalink: /old/, dg-permalink: old, aliases: [/older/page.html]도 마찬가지입니다.
          _redirects 파일을 읽는 호스트를 위한 목록도 만들며, 여기에는 옮긴 첨부 파일도 들어갑니다.
          게시한 적이 없는 이름은 주소가 되지 않습니다.
          site.short-urls를 켜면 /메모/첫-페이지/ 같은 주소를 사용합니다.
          """),
      commands: [
        Message(
          "sheaf mv 'Second page' Memo/Third.md", ko: "sheaf mv '둘째 페이지' Memo/셋째.md"),
        same("sheaf publish -o site --check"),
      ]),
    Walkthrough.Step(
      title: Message("How it looks", ko: "모양"),
      text: Message(
        """
        site.style sets colours and fonts without a template: accent, ink, paper, sans, mono, and dark-accent and so on
        for dark pages.
        site.menu adds items to the menu.
        Every file in .sheaf/theme is part of the site: logo.svg and favicon.svg are shown, style sheets are added, and
        scripts run on every page by their hash in its policy, once you trust the repository (sheaf config trust).
        --eject writes the templates there to be changed.
        """,
        ko: """
          site.style로 템플릿 없이 색과 글꼴을 정합니다.
          accent, ink, paper, sans, mono가 있으며 어두운 테마는 dark-accent처럼 지정합니다.
          site.menu로 메뉴에 항목을 추가합니다.
          .sheaf/theme에 있는 파일은 모두 사이트에 포함됩니다.
          logo.svg와 favicon.svg를 표시하고, 스타일시트를 더합니다.
          스크립트는 저장소를 신뢰한 뒤(sheaf config trust) 페이지 정책의 해시로 실행합니다.
          --eject는 고칠 수 있게 템플릿을 꺼냅니다.
          """),
      commands: [same("sheaf publish --eject"), same("sheaf publish -o site")]),
    Walkthrough.Step(
      title: Message("A branch of git", ko: "git 브랜치"),
      text: Message(
        """
        The site becomes one commit of a branch of its own; the working copy, the index and the current branch stay as
        they are.
        GitHub Pages and others show such a branch once it is pushed.
        """,
        ko: """
          사이트를 별도 브랜치의 커밋 하나로 저장합니다.
          작업 폴더와 스테이징 영역과 현재 브랜치는 그대로입니다.
          GitHub Pages 같은 곳에서는 이 브랜치를 푸시하면 사이트로 보여 줍니다.
          """),
      commands: [
        same("git init --quiet"), same("git config user.name You"),
        same("git config user.email you@example.org"),
        same("sheaf publish --to-branch gh-pages"),
      ]),
  ]

  /// Something to put into a file or to type elsewhere, where it needs more than this machine.
  struct Recipe {
    let title: Message
    let text: Message
    let lines: [String]
  }

  static let recipes = [
    Recipe(
      title: Message("GitHub Pages by an action", ko: "GitHub Pages와 액션"),
      text: Message(
        """
        In the file .github/workflows/site.yml.
        The runner fetches the program, which is one file, from the address in the repository's variable SHEAF_URL: that
        of a release, or of any place where you keep it.
        The whole history is fetched, so that dates and former names are known.
        """,
        ko: """
          .github/workflows/site.yml 파일에 저장합니다.
          프로그램은 파일 하나이며, 저장소 변수 SHEAF_URL의 주소에서 내려받습니다.
          릴리스 주소든 직접 올려 둔 주소든 됩니다.
          날짜와 이전 이름을 알 수 있도록 전체 기록을 가져옵니다.
          """),
      lines: [
        "on:", "  push:", "    branches: [main]", "permissions:", "  contents: read",
        "  pages: write", "  id-token: write", "jobs:", "  site:", "    runs-on: ubuntu-latest",
        "    environment: github-pages", "    steps:", "      - uses: actions/checkout@v4",
        "        with:", "          fetch-depth: 0",
        "      - run: |", "          curl -fsSLo \"$RUNNER_TEMP/sheaf\" \"${{ vars.SHEAF_URL }}\"",
        "          chmod +x \"$RUNNER_TEMP/sheaf\"",
        "          \"$RUNNER_TEMP/sheaf\" publish -o site --check",
        "      - uses: actions/upload-pages-artifact@v3", "        with:", "          path: site",
        "      - uses: actions/deploy-pages@v4",
      ]),
    Recipe(
      title: Message("A server of one's own", ko: "자기 서버"),
      text: Message(
        "The manifest of the site stays here: it is what later publications are compared with.",
        ko: "사이트 목록 파일은 이 컴퓨터에 남겨 둡니다. 다음 게시 때 비교에 사용합니다."),
      lines: [
        "sheaf publish -o site --check && \\",
        "rsync -a --delete --exclude=.sheaf-site site/ you@example.org:/var/www/notes/",
      ]),
  ]

  private static func same(_ command: String) -> Message { Message(verbatim: command) }

  private static let seeAlso = """
    .Sh SEE ALSO
    .Xr sheaf-publish 1 ,
    .Xr sheaf-serve 1 ,
    .Xr sheaf-config 5 ,
    .Xr sheaf-note 5

    """
}
