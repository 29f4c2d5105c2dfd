extension DefaultTheme {
  /// Calm on paper and on screens of any width, light and dark.
  static let style = """
    :root { color-scheme: light; --ink: #20242a; --soft: #5b6470; --faint: #e3e1da; --paper: #fdfcf9;
      --raised: #f5f3ee; --accent: #0b5a86; --mark: #fbeaa8; --late: #a8261d;
      --sans: "Pretendard", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", system-ui, sans-serif;
      --mono: ui-monospace, "SFMono-Regular", "D2Coding", "DejaVu Sans Mono", monospace; }
    @media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark;
      --ink: #dfe3e8; --soft: #98a2ae; --faint: #343b44; --paper: #14171b; --raised: #1d2127;
      --accent: #82c4ef; --mark: #5c4c12; --late: #ff9b90; } }
    :root[data-theme="dark"] { color-scheme: dark; --ink: #dfe3e8; --soft: #98a2ae; --faint: #343b44;
      --paper: #14171b; --raised: #1d2127; --accent: #82c4ef; --mark: #5c4c12; --late: #ff9b90; }
    *, *::before, *::after { box-sizing: border-box; }
    html { scrollbar-gutter: stable; -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.75 var(--sans);
      word-break: keep-all; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .06em; }
    a:hover { text-decoration-thickness: .12em; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
    .skip { position: absolute; left: -100vw; top: .5rem; padding: .5rem 1rem; background: var(--paper); }
    .skip:focus { left: .5rem; }
    header.site, main, footer.site { max-width: 44rem; margin-inline: auto; padding-inline: 1.25rem; }
    header.site { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem;
      padding-block: 1.25rem .75rem; font-size: .9375rem; }
    header.site .name { font-weight: 700; color: var(--ink); text-decoration: none; }
    header.site nav { flex: 1; }
    header.site ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none; }
    header.site li a { display: inline-block; padding-block: .25rem; color: var(--soft); text-decoration: none; }
    header.site li a:hover { color: var(--accent); text-decoration: underline; }
    header.site li a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent); }
    header.site button { inline-size: 2rem; block-size: 2rem; border: 0; border-radius: 50%; background: none;
      color: var(--soft); font: inherit; cursor: pointer; }
    @media (max-width: 34rem) { header.site nav { order: 1; flex: 1 0 100%; }
      header.site button { margin-inline-start: auto; } }
    main { padding-block: 1.5rem 3rem; min-block-size: 60vh; }
    footer.site { border-top: 1px solid var(--faint); padding-block: 1rem 2rem; font-size: .875rem;
      color: var(--soft); }
    h1, h2, h3, h4, h5, h6 { line-height: 1.35; text-wrap: balance; margin-block: 2.2em .5em; }
    h1 { font-size: 1.75rem; letter-spacing: -.01em; margin-block: .5rem .25rem; }
    h2 { font-size: 1.3rem; } h3 { font-size: 1.1rem; } h4, h5, h6 { font-size: 1rem; }
    p, ul, ol, dl, table, pre, blockquote, figure { margin-block: 0 1em; }
    ul, ol { padding-inline-start: 1.5em; }
    li > ul, li > ol { margin-block-end: 0; }
    .facts, .detail, .related { color: var(--soft); font-size: .875rem; }
    .facts a, .related a { margin-inline-end: .5em; }
    .note > header { margin-block-end: 1.5rem; }
    .tag { white-space: nowrap; } .cloud .tag { text-decoration: none; }
    .cloud .tag:hover { text-decoration: underline; }
    .text > :first-child { margin-block-start: 0; }
    .text h1 { margin-block: 2em .5em; font-size: 1.45rem; }
    .anchor { visibility: hidden; text-decoration: none; font-weight: 400; padding-inline-start: .25em; }
    :hover > .anchor, .anchor:focus { visibility: visible; }
    .contents { margin-block: 0 1.5rem; padding: .5rem 1rem; background: var(--raised); border-radius: 6px;
      font-size: .9375rem; }
    .contents summary { cursor: pointer; font-weight: 600; }
    .contents ol { list-style: none; margin: .25rem 0 .5rem; padding: 0; }
    .level-2 { padding-inline-start: 0; } .level-3 { padding-inline-start: 1em; }
    .level-4 { padding-inline-start: 2em; } .level-5, .level-6 { padding-inline-start: 3em; }
    img, video, svg { max-inline-size: 100%; block-size: auto; }
    img { border-radius: 4px; }
    pre { padding: .9rem 1.1rem; overflow-x: auto; background: var(--raised); border-radius: 6px;
      line-height: 1.55; word-break: normal; overflow-wrap: normal; }
    code, kbd, samp { font-family: var(--mono); font-size: .9em; }
    :not(pre) > code { padding: .1em .3em; background: var(--raised); border-radius: 4px; }
    .k { color: #7a2fa6; } .s { color: #17633a; } .c { color: #66707c; font-style: italic; } .n { color: #94461a; }
    @media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) .k { color: #d3a6f2; }
      :root:not([data-theme="light"]) .s { color: #8fd3a8; } :root:not([data-theme="light"]) .c { color: #98a2ae; }
      :root:not([data-theme="light"]) .n { color: #eeb288; } }
    @media screen { [data-theme="dark"] .k { color: #d3a6f2; } [data-theme="dark"] .s { color: #8fd3a8; }
      [data-theme="dark"] .c { color: #98a2ae; } [data-theme="dark"] .n { color: #eeb288; } }
    blockquote { margin-inline: 0; padding-inline-start: 1.1rem; border-inline-start: 3px solid var(--faint);
      color: var(--soft); }
    .callout, .embed { margin-block: 0 1em; padding: .75rem 1.1rem; background: var(--raised);
      border-inline-start: 3px solid var(--accent); border-radius: 0 6px 6px 0; }
    .callout > :last-child, .embed > :last-child { margin-block-end: 0; }
    .callout-title { margin-block-end: .25em; font-weight: 650; } summary.callout-title { cursor: pointer; }
    [data-callout="warning"], [data-callout="caution"], [data-callout="danger"], [data-callout="bug"] {
      border-inline-start-color: var(--late); }
    .embed .source { font-size: .875rem; }
    table { border-collapse: collapse; display: block; max-inline-size: 100%; overflow-x: auto; }
    th, td { padding: .35rem .7rem; border: 1px solid var(--faint); text-align: start; }
    th { background: var(--raised); font-weight: 600; }
    .align-center { text-align: center; } .align-right { text-align: end; }
    hr { border: 0; border-top: 1px solid var(--faint); margin-block: 2.5rem; }
    li:has(> input[type="checkbox"]), li:has(> p > input[type="checkbox"]) { list-style: none;
      margin-inline-start: -1.4em; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; }
    .math { font-family: serif; } .math.display { display: block; overflow-x: auto; white-space: pre-wrap; text-align: center; }
    .broken { text-decoration: underline dotted; text-underline-offset: .18em; }
    .footnotes { margin-block-start: 3rem; border-top: 1px solid var(--faint); padding-block-start: 1rem;
      font-size: .9375rem; }
    .backlinks { margin-block-start: 3rem; padding-block-start: .5rem; border-top: 1px solid var(--faint); }
    .backlinks h2 { font-size: 1rem; margin-block: .75rem .25rem; }
    .backlinks ul { margin: 0; }
    .neighbours { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between;
      margin-block-start: 2.5rem; font-size: .9375rem; }
    .neighbours a { max-inline-size: 48%; text-decoration: none; }
    .neighbours a[rel="next"] { margin-inline-start: auto; text-align: end; }
    .neighbours span { display: block; color: var(--soft); font-size: .8125rem; }
    .group h2 { font-size: 1.1rem; margin-block: 2rem .5rem; }
    .list { list-style: none; padding: 0; }
    .list li { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline;
      padding-block: .3rem; border-bottom: 1px solid var(--faint); }
    .list a { text-decoration: none; } .list a:hover { text-decoration: underline; }
    .list .detail { white-space: nowrap; font-variant-numeric: tabular-nums; }
    .cloud { line-height: 2.1; }
    .months { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); }
    .month { display: table; inline-size: 100%; table-layout: fixed; font-variant-numeric: tabular-nums; }
    .month caption { padding-block-end: .25rem; font-weight: 600; text-align: start; }
    .month th, .month td { padding: .3rem 0; border: 0; background: none; text-align: center; font-size: .875rem; }
    .month th, .month td { color: var(--soft); }
    .month td a { display: block; border-radius: 4px; background: var(--raised); font-weight: 650; text-decoration: none; }
    .board { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
    .board section { padding: .25rem 1rem 1rem; background: var(--raised); border-radius: 8px; }
    .board h2 { font-size: 1rem; margin-block: .75rem .5rem; }
    .board ul { margin: 0; padding: 0; list-style: none; }
    .board li { margin-block-end: .5rem; padding: .5rem .75rem; background: var(--paper); border-radius: 6px;
      font-size: .9375rem; line-height: 1.5; }
    .board li a { color: inherit; text-decoration: none; } .board li a:hover { text-decoration: underline; }
    .due, .board .detail { display: block; color: var(--soft); font-size: .8125rem; }
    .late { color: var(--late); font-weight: 650; }
    .search label { display: block; font-weight: 600; }
    .search input { inline-size: 100%; padding: .6rem .8rem; border: 1px solid var(--soft); border-radius: 6px;
      background: var(--paper); color: inherit; font: inherit; }
    .results { list-style: none; padding: 0; }
    .results li { padding-block: .6rem; border-bottom: 1px solid var(--faint); }
    .results p { margin: 0; color: var(--soft); font-size: .9375rem; }
    .board, .graph { inline-size: min(70rem, 100vw - 2.5rem);
      margin-inline: calc(50% - min(35rem, 50vw - 1.25rem)); }
    .graph { overflow-x: auto; border: 1px solid var(--faint); border-radius: 8px; }
    .graph svg { display: block; inline-size: 100%; min-inline-size: 60rem; max-inline-size: none; }
    .graph line { stroke: var(--soft); stroke-opacity: .4; }
    .graph circle { fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }
    .graph text { fill: var(--ink); font-size: 11px; text-anchor: middle; }
    .graph a:hover text, .graph a:focus text { font-weight: 700; }
    @media (max-width: 30rem) { body { font-size: 1rem; } h1 { font-size: 1.5rem; }
      .list li { flex-wrap: wrap; gap: 0 1rem; } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print { :root, :root[data-theme="dark"] { color-scheme: light; --ink: #000; --soft: #333; --faint: #bbb;
        --paper: #fff; --raised: #fff; --accent: #000; --late: #000; }
      body { font-size: 10.5pt; } header.site, footer.site, .neighbours, .contents, .anchor { display: none; }
      main { max-width: none; padding: 0; } pre, .callout, .embed, figure, table { break-inside: avoid; }
      .board, .graph { inline-size: auto; margin-inline: 0; } .graph svg { min-inline-size: 0; }
      h1, h2, h3 { break-after: avoid; } pre { white-space: pre-wrap; border: 1px solid #bbb; }
      .text a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; } }
    """
}
