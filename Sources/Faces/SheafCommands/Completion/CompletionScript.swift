/// The script that a shell runs at each Tab: it runs the program, and passes the result to the shell.
enum CompletionScript {
  static func text(for shell: CompletionsCommand.ShellName) -> String {
    let bytes =
      switch shell {
      case .bash: PackageResources.completion_bash
      case .zsh: PackageResources.completion_zsh
      case .fish: PackageResources.completion_fish
      }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Opens the picker from the prompt with Alt and a letter.
  static func binding(of key: String, in shell: CompletionsCommand.ShellName) -> String {
    switch shell {
    case .bash: #"bind -x '"\e\#(key)": sheaf pick'"#
    case .zsh:
      """
      _sheaf_pick() { zle -I; sheaf pick </dev/tty; zle reset-prompt }
      zle -N _sheaf_pick
      bindkey '\\e\(key)' _sheaf_pick
      """
    case .fish: #"bind \e\#(key) 'sheaf pick; commandline -f repaint'"#
    }
  }
}
