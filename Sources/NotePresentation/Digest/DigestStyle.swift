/// The style of a digest: calm on a screen, in the dark, in a mail and on paper.
enum DigestStyle {
  static let sheet = """
    :root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d8dde3;
      --paper: #fffdf9; --accent: #0a5c8a; --late: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e3e6ea; --soft: #9aa5b1; --line: #39414b;
      --paper: #15181c; --accent: #7cc4f0; --late: #ff8a80; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.7;
      font: 17px/1.7 "Noto Sans KR", "Apple SD Gothic Neo", system-ui, sans-serif;
      word-break: keep-all; overflow-wrap: anywhere; }
    main { max-width: 40rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
    header { border-bottom: 2px solid var(--ink); margin-bottom: 2rem; }
    h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .25rem; }
    .counts, .when, .tags, footer { color: var(--soft); font-size: .9rem; }
    .counts { margin: 0 0 .75rem; }
    h2 { font-size: 1.05rem; letter-spacing: .02em; margin: 2.25rem 0 .5rem; color: var(--accent); }
    h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem; }
    article { border-top: 1px solid var(--line); padding-top: .1rem; }
    h2 + article { border-top: 0; } h2 + article h3 { margin-top: .5rem; }
    p, ul, ol { margin: .4rem 0; } ul, ol { padding-left: 1.4rem; }
    .tasks ul { list-style: none; padding: 0; }
    .tasks li { padding: .2rem 0 .2rem 1.6rem; text-indent: -1.6rem; }
    .tasks li::before { content: "☐"; display: inline-block; width: 1.6rem; text-indent: 0;
      color: var(--soft); }
    .done li::before { content: "☑"; }
    .overdue .when { color: var(--late); font-weight: 600; }
    li:has(> input) { list-style: none; margin-left: -1.4rem; }
    a { color: var(--accent); } img { max-width: 100%; height: auto; }
    pre { overflow-x: auto; padding: .6rem .8rem; border: 1px solid var(--line); }
    pre, code { font-family: ui-monospace, "D2Coding", monospace; font-size: .92em; }
    blockquote, .callout { margin: .6rem 0; padding: 0 0 0 1rem; border-left: 3px solid var(--line); }
    .callout-title { font-weight: 600; }
    table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .2rem .5rem; }
    footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: .5rem; }
    @media print { :root { --ink: #000; --soft: #444; --line: #999; --paper: #fff; --accent: #000;
      --late: #000; color-scheme: light; } body { font-size: 11pt; } main { max-width: none; padding: 0; }
      h2, h3 { break-after: avoid; } article { break-inside: avoid-page; }
      a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; } }
    """
}
