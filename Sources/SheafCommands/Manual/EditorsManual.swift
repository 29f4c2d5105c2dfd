import Wording

/// sheaf-editors(7): what `sheaf lsp` does in an editor, and what each editor can do with it; in English and in Korean.
enum EditorsManual {
  static var text: String {
    english + ".Sh 한국어\n" + korean + seeAlso
  }

  private static let name = Message("Sheaf in your editor", ko: "편집기에서 Sheaf 사용하기")

  private static var english: String {
    ".Sh NAME\n.Nm sheaf-editors\n.Nd \(name.english)\n.Sh DESCRIPTION\n" + body(in: .english)
  }

  private static var korean: String { ".Em \(name.korean)\n.Pp\n" + body(in: .korean) }

  private static func body(in language: Language) -> String {
    var page = Mdoc.paragraph(introduction.text(in: language))
    page += ".Bl -tag -width Ds\n"
    for feature in features {
      page += ".It \(Mdoc.escaped(feature.name.text(in: language)))\n"
      page += Mdoc.paragraph(feature.text.text(in: language))
    }
    page += ".El\n.Pp\n" + Mdoc.paragraph(editorsIntroduction.text(in: language))
    page += ".Bl -tag -width Ds\n"
    for editor in editors {
      page += ".It \(editor.name)\n" + Mdoc.paragraph(editor.text.text(in: language))
    }
    page += ".El\n.Pp\n" + Mdoc.paragraph(settings.text(in: language))
    return page
  }

  private static let introduction = Message(
    """
    An editor that speaks the Language Server Protocol starts “sheaf lsp” and knows the notes as the command line does.
    Text that is not saved counts at once. “sheaf lsp --setup EDITOR” prints the lines to paste.
    """,
    ko: """
      Language Server Protocol을 지원하는 편집기는 “sheaf lsp”를 실행해 명령줄과 똑같이 메모를 다룹니다.
      저장하지 않은 텍스트도 바로 반영합니다. “sheaf lsp --setup 편집기”가 붙여 넣을 설정을 출력합니다.
      """)

  private static let features: [(name: Message, text: Message)] = [
    (
      Message("Completion", ko: "자동 완성"),
      Message(
        "Notes after [[ by any part of a title, file name or alias, or by a few of its letters, in Korean also by initial consonants; headings after #, of all notes after [[#; blocks after #^, files after ](, labels after [ and [^, tags, front matter keys and values, words for days after @, callouts, code languages, and the fields of check boxes. Inside a link its name alone is replaced.",
        ko:
          "[[ 뒤에는 제목·파일 이름·별칭의 일부나 몇 글자, 초성으로 메모를, # 뒤에는 제목을, [[# 뒤에는 모든 메모의 제목을, #^ 뒤에는 블록을, ]( 뒤에는 파일을, [와 [^ 뒤에는 링크 이름표와 각주를 제안합니다. 태그, 머리말의 필드와 값, @ 뒤의 날짜, 콜아웃, 코드 언어, 체크박스 필드도 제안합니다. 링크 안에서는 이름만 바꿉니다."
      )
    ),
    (
      Message("Navigation", ko: "이동"),
      Message(
        "Definition and references of notes, headings, blocks, tags, attachments, footnotes and link labels; hover shows how a note begins; outline, folding and symbols: notes, files, tags after #, headings of all notes. A lens above a note, heading or definition leads to the places that link to it.",
        ko:
          "메모, 제목, 블록, 태그, 첨부 파일, 각주, 링크 이름표의 정의와 참조로 이동합니다. 링크 위에 포인터를 두면 메모의 첫 부분을 보여 주고, 개요와 접기, 기호(메모, 파일, # 뒤의 태그, 모든 메모의 제목) 검색을 지원합니다. 메모와 제목, 정의 위의 렌즈에서 링크한 곳으로 이동합니다."
      )
    ),
    (
      Message("Changes", ko: "변경"),
      Message(
        "Rename a note, attachment, heading, block, tag, label or value everywhere; sub/name moves a file as well; a move in the editor's tree updates every link; code actions fix problems, create, extract and delete notes, add missing headings, finish and postpone tasks, sort lists and update the table of contents; formatting as sheaf-fmt(1) does.",
        ko:
          "메모, 첨부 파일, 제목, 블록, 태그, 이름표, 값의 이름을 모든 곳에서 바꿉니다. sub/이름처럼 쓰면 파일도 옮깁니다. 편집기의 파일 목록에서 파일을 옮기면 링크를 모두 고칩니다. 코드 동작으로 문제를 고치고, 메모를 만들거나 나누거나 지우고, 없는 제목을 추가하고, 할 일을 완료하거나 미루고, 목록을 정렬하고, 목차를 갱신합니다. 형식은 sheaf-fmt(1)처럼 정리합니다."
      )
    ),
    (
      Message("Problems", ko: "문제"),
      Message(
        "What sheaf-check(1) finds, while you type; severities are those of the setting check. Overdue tasks and labels that nothing refers to are hints, labels without a definition are warnings; “check.overdue: off” and the like turn them off.",
        ko:
          "sheaf-check(1)의 검사 결과를 입력하는 동안 표시합니다. 심각도는 check 설정을 따릅니다. 기한이 지난 할 일과 참조하는 곳이 없는 이름표는 힌트로, 정의가 없는 이름표는 경고로 표시합니다. “check.overdue: off”처럼 끌 수 있습니다."
      )
    ),
    (
      Message("Folders", ko: "폴더"),
      Message(
        "The folders that the editor names are served, and for a single file its repository, or the nearest folder that Obsidian, zk, iwe, marksman or git call theirs. A folder without .sheaf is only read; “sheaf init” lets Sheaf write in it. Nothing else is read, and a home folder never is.",
        ko:
          "편집기가 알려 준 폴더를 읽습니다. 파일 하나만 열면 그 저장소나, Obsidian, zk, iwe, marksman, git에서 쓰는 가장 가까운 상위 폴더를 읽습니다. .sheaf가 없는 폴더는 읽기만 하며, “sheaf init”을 실행하면 Sheaf로 쓸 수 있습니다. 그 밖의 파일과 홈 폴더는 읽지 않습니다."
      )
    ),
  ]

  private static let editorsIntroduction = Message(
    "What an editor has of this depends on the editor:", ko: "편집기마다 지원하는 기능이 다릅니다.")

  private static let editors: [(name: String, text: Message)] = [
    (
      "Neovim",
      Message(
        "All of it from 0.10 on. 0.7 has no code lens that is shown by itself, no semantic tokens and no inlay hints; file moves in its tree plug-ins depend on the plug-in. Tried with 0.7; 0.8 to 0.11 not tried.",
        ko:
          "0.10부터 모두 지원합니다. 0.7에는 의미 토큰과 인레이 힌트가 없습니다. 파일 목록에서 옮길 때 링크를 고치는 기능은 플러그인에 따라 다릅니다. 0.7에서 시험했고 0.8–0.11에서는 시험하지 않았습니다."
      )
    ),
    (
      "Emacs (eglot)",
      Message(
        "Completion, definition, references, hover, symbols, rename, code actions, formatting and problems, in the modes of the package markdown-mode. eglot 1.9 moves no files, so rename changes the title and leaves the file's name. Tried with eglot 1.9.",
        ko:
          "markdown-mode 패키지의 모드에서 자동 완성, 정의, 참조, 설명, 기호, 이름 바꾸기, 코드 동작, 형식 정리, 문제를 지원합니다. eglot 1.9에서는 파일을 옮길 수 없어 제목만 바꾸고 파일 이름은 그대로 둡니다. eglot 1.9에서 시험했습니다."
      )
    ),
    (
      "Helix",
      Message(
        "Completion, definition, references, hover, symbols, rename, code actions, formatting, problems and inlay hints. Not tried.",
        ko: "자동 완성, 정의, 참조, 설명, 기호, 이름 바꾸기, 코드 동작, 형식 정리, 문제, 인레이 힌트를 지원합니다. 시험하지 않았습니다.")
    ),
    (
      "Visual Studio Code",
      Message(
        "Everything, with the extension that “make vsix” makes. Its code is tested without the editor; not tried in it.",
        ko: "“make vsix”로 만드는 확장을 설치하면 모두 지원합니다. 확장의 코드는 편집기 없이 시험했고, 편집기에서는 시험하지 않았습니다.")
    ),
    (
      "Kakoune, Sublime Text, Zed",
      Message(
        "What their LSP client has; “sheaf lsp --setup” prints the lines for each. Zed needs the extension in editors/zed. Not tried.",
        ko:
          "각 편집기의 LSP 클라이언트가 지원하는 기능을 사용합니다. 설정은 “sheaf lsp --setup”으로 출력합니다. Zed에는 editors/zed의 확장이 필요합니다. 시험하지 않았습니다."
      )
    ),
  ]

  private static let settings = Message(
    """
    The editor may send these options when it starts the server (initializationOptions), each true or false: inlayHints and codeLens, which are true, and formatOnSave, selfLinkHints and backlinkHints, which are false. showLocations names a command of the editor that shows locations; a lens then runs it with an address, a position and the locations.
    The commands sheaf.done, sheaf.defer, sheaf.new, sheaf.diary and sheaf.undo can be bound to keys; what they write to files, “sheaf undo” reverts.
    """,
    ko: """
      편집기는 서버를 시작할 때 다음 옵션(initializationOptions)을 보낼 수 있습니다. inlayHints와 codeLens의 기본값은 true, formatOnSave, selfLinkHints, backlinkHints의 기본값은 false입니다. showLocations에는 위치 목록을 보여 주는 편집기 명령의 이름을 씁니다. 렌즈는 그 명령에 주소, 위치, 위치 목록을 넘깁니다.
      sheaf.done, sheaf.defer, sheaf.new, sheaf.diary, sheaf.undo 명령을 키에 연결할 수 있습니다. 파일에 저장한 것은 “sheaf undo”로 되돌립니다.
      """)

  private static let seeAlso = """
    .Sh SEE ALSO
    .Xr sheaf 1 ,
    .Xr sheaf-check 1 ,
    .Xr sheaf-fmt 1 ,
    .Xr sheaf-lsp 1

    """
}
