import ArgumentParser

/// An editor for which `sheaf lsp --setup` prints the lines to paste.
enum EditorSetup: String, CaseIterable, ExpressibleByArgument {
  case nvim, emacs, helix, vscode, kakoune, sublime, zed

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// The lines to paste, below a comment that names the file they belong in.
  var text: String {
    let bytes =
      switch self {
      case .nvim: PackageResources.nvim_txt
      case .emacs: PackageResources.emacs_txt
      case .helix: PackageResources.helix_txt
      case .vscode: PackageResources.vscode_txt
      case .kakoune: PackageResources.kakoune_txt
      case .sublime: PackageResources.sublime_txt
      case .zed: PackageResources.zed_txt
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
