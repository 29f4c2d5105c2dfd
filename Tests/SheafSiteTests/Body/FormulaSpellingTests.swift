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
