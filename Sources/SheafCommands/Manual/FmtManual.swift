import Wording

/// What sheaf-fmt(1) says about the style and its limits.
enum FmtManual {
  static let discussion = Message(
    """
    Every file is proved before it is written: cmark-gfm makes the same HTML of it as before, no word of its
    source is lost, and formatting it again changes nothing. A block for which that cannot be proved stays as
    it is.

    The style: headings with #; - for lists, * for a list that stands beside another; numbers ascending, or
    all the same where the first two are; text of an item under its first letter; ``` round code; *emphasis*
    and **strong**; --- for a thematic break; one empty line between blocks, none in tight lists; tables with
    aligned columns by their width on a terminal, compact beyond 160 columns; no spaces at line ends but the
    two of a hard break. Lines are not broken unless --wrap is given. The settings fmt.* change it.

    Never touched: front matter, [[wiki links]], ![[embeds]], callouts, #tags, ^block-ids, $maths$, ==marks==,
    %%comments%%, {{templates}}, task fields, raw HTML, MDX, link definitions, footnotes, bare addresses, the
    space between scripts.

    Left alone, as --explain tells: lists or quotes that hold a link definition or a footnote; quotes whose
    lazy lines would become headings; rows of marks that would pair anew; lists of empty items that would
    become a line of hyphens. Of 261,000 blocks of real notes that were 6, of those of the CommonMark and GFM
    examples fewer than one in two hundred. Whole notes are left alone beyond 32 MB, 300,000 lines, a
    million blocks or a million marks, where brackets or quotes are piled up that Markdown parsers are slow on, and where the first line
    would be taken for front matter.

    Examples:
      sheaf fmt                 all notes
      sheaf fmt --check         exit 1 where a file is not in the style
      sheaf fmt -n Memo         what would change below Memo
      sheaf fmt - < draft.md    from standard input to standard output
    """,
    ko: """
      파일을 쓰기 전에 증명합니다: cmark-gfm이 만드는 HTML이 전과 같고, 원문의 낱말이 하나도 없어지지 않으며,
      다시 다듬어도 바뀌지 않습니다. 증명할 수 없는 블록은 그대로 둡니다.

      모양: 제목은 #, 목록은 -, 다른 목록과 붙은 목록은 *, 번호는 차례로(처음 둘이 같으면 모두 같게), 항목의 글은
      첫 글자 아래에, 코드는 ```, *기울임*과 **굵게**, 가로줄은 ---, 블록 사이에는 빈 줄 하나(촘촘한 목록에는 없음),
      표는 터미널 너비에 맞춰 가지런히(160칸이 넘으면 좁게), 줄 끝에는 강제 줄바꿈의 두 칸 말고는 빈칸 없이.
      --wrap을 쓰지 않으면 줄을 나누지 않습니다. fmt.* 설정으로 바꿉니다.

      건드리지 않는 것: 머리말, [[위키 링크]], ![[끼움]], 콜아웃, #태그, ^블록-id, $수식$, ==표시==, %%주석%%,
      {{틀}}, 할 일의 속성, HTML, MDX, 링크 정의, 각주, 그대로 쓴 주소, 문자 사이의 빈칸.

      그대로 두는 것(--explain이 알립니다): 링크 정의나 각주가 든 목록과 인용, 이어진 줄이 제목이 될 인용, 새로 짝지어질
      강조 표시, 줄표만 남을 빈 목록. 실제 메모의 블록 261,000개 가운데 6개, CommonMark와 GFM 예제에서는
      200개에 하나가 못 됩니다. 32 MB, 30만 줄, 블록 백만 개, 기호 백만 개를 넘는 메모, 마크다운 파서를 느리게 하는 괄호나 인용이
      쌓인 메모, 첫 줄이 머리말로 읽힐 메모는 통째로 그대로 둡니다.

      보기:
        sheaf fmt                 모든 메모
        sheaf fmt --check         모양이 다른 파일이 있으면 1로 끝남
        sheaf fmt -n Memo         Memo 아래에서 바뀔 것
        sheaf fmt - < draft.md    표준 입력에서 표준 출력으로
      """)
}
