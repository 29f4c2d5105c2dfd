import NoteModel
import Testing

@testable import SheafSite

/// Formulas that pandoc does not read as they are written.
@Suite struct FormulaSpellingTests {
  @Test(arguments: [
    (#"K \sub G"#, #"K \subset G"#), (#"\R^n \isin \Complex"#, #"\mathbb{R}^n \in \mathbb{C}"#),
    (#"\bold{x}\space\omicron"#, #"\mathbf{x}\ o"#), (#"{\rm eff} + \bf x"#, #"{\mathrm{ eff}} + \mathbf{ x}"#),
    (#"\begin{array}{ c |c|| r } a\\ \hline b\end{array}"#, #"\begin{array}{ccr} a\\  b\end{array}"#),
    (#"m^{\color{red}{ij}}\textcolor{blue} {x}"#, #"m^{{ij}}{x}"#), (#"\color red"#, #"\color red"#),
    (#"\Bigl| \braket{a|\R} \Bigr|"#, #"\Big| \langle {a|\mathbb{R}}\rangle  \Big|"#),
    (#"\operatorname*{V_{ext}}\limits_a"#, #"\mathrm{V_{ext}}_a"#), (#"\hskip -1.5em x \kern x"#, #"\, x \kern x"#),
    (#"\{ \\R \subset \Rightarrow"#, #"\{ \\R \subset \Rightarrow"#), (#"\ket{a"#, #"|{a}\rangle "#), ("\\", "\\"),
    ("", ""),
    ("\\text{한글} \\empty", "\\text{한글} \\emptyset"),
  ])
  func `names and looks that pandoc does not know are written plainly, everything else stays`(
    tex: String, plain: String
  ) {
    #expect(FormulaSpelling.plainer(tex) == plain)
  }

  @Test func `groups in groups without end stay as they are`() {
    let deep = String(repeating: "\\ket{", count: 5_000)
    #expect(FormulaSpelling.plainer(deep).contains("\\ket{\\ket{"))
  }
}

/// The macros that a folder defines for its formulas.
@Suite struct TeXMacrosTests {
  private func applied(_ tex: String, _ texts: String...) -> String {
    TeXMacros(texts).applied(to: Formula(tex: tex, isDisplay: false)).tex
  }

  @Test(arguments: [
    (#"\newcommand{\R}{\mathbb{R}}"#, #"\newcommand{\R}{\mathbb{R}}"#),
    (#"\renewcommand*\R {\mathbb{R}} % \R"#, #"\newcommand{\R}{\mathbb{R}}"#),
    (#"\newcommand{\R}[2][n]{\mathbb{R}^{#1}_{#2}}"#, #"\newcommand{\R}[2][n]{\mathbb{R}^{#1}_{#2}}"#),
    (#"\DeclareMathOperator*{\R}{rank}"#, #"\DeclareMathOperator*{\R}{rank}"#),
    (#"\usepackage{amsmath} \def\R#1{\mathbb{R}^{#1}}"#, #"\newcommand{\R}[1]{\mathbb{R}^{#1}}"#),
    (
      #"window.MathJax = {tex: {macros: {x: "y", R: ['\\mathbb{R}^{#1}', 1]}}}"#,
      #"\newcommand{\R}[1]{\mathbb{R}^{#1}}"#
    ),
    (#"Plugin.Latex({ customMacros: { "\\R": "\\mathbb{R}" } })"#, #"\newcommand{\R}{\mathbb{R}}"#),
    (#"katexOptions = {"macros": {"\\R": "\\mathbb{#1}"}}"#, #"\newcommand{\R}[1]{\mathbb{#1}}"#),
  ])
  func `a definition is written before a formula that uses it`(text: String, definition: String) {
    #expect(applied(#"\R x"#, text) == definition + "\n" + #"\R x"#)
    #expect(applied(#"\Ra x"#, text) == #"\Ra x"#)
  }

  @Test func `a macro brings those that it uses, and nothing that is no definition counts`() {
    let text = #"\newcommand{\a}{\b}"# + "\n" + #"\newcommand{\b}{\a c}"# + "\n" + #"\newcommand{\broken}{x"#
    #expect(
      applied(#"\a \broken"#, text) == #"\newcommand{\a}{\b}"# + "\n" + #"\newcommand{\b}{\a c}"# + "\n"
        + #"\a \broken"#)
    #expect(applied("x", "macros: {", "macros", #"\newcommand"#, #"\def\"#, "") == "x")
  }
}
