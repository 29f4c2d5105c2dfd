/// The script that a shell runs at each Tab: it asks the program, and puts the answer where the shell wants it.
enum CompletionScript {
  static func text(for shell: CompletionsCommand.ShellName) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
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

  private static let bash = #"""
    # bash completion for sheaf; "sheaf completions bash" prints it.
    _sheaf() {
      local -a answer
      mapfile -t answer < <(command sheaf complete bash --         "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      local flags=" ${answer[0]} "
      COMPREPLY=("${answer[@]:1}")
      compopt -o nosort 2>/dev/null
      if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        case $flags in
          *" files "*) compopt -o default ;;
          *" folders "*) compopt -o dirnames ;;
        esac
      elif [[ ${#COMPREPLY[@]} -eq 1 ]]; then
        [[ ${COMPREPLY[0]} == *[:/=] ]] && compopt -o nospace
      elif [[ $flags == *" keep "* ]]; then
        # Without a common beginning bash shows the list and leaves the word as it is.
        COMPREPLY+=(" ")
      fi
    }
    complete -F _sheaf sheaf sf
    """#

  private static let zsh = #"""
    #compdef sheaf sf
    # zsh completion for sheaf; "sheaf completions zsh" prints it.
    _sheaf() {
      local -a answer whole whole_shown open open_shown
      local flags line text shown
      answer=("${(@f)$(command sheaf complete zsh --         "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      flags=" $answer[1] "
      for line in "${(@)answer[2,-1]}"; do
        text=${line%%$'	'*}
        shown=$text
        [[ $line == *$'	'* ]] && shown="$text  -- ${line#*$'	'}"
        if [[ $text == *[:/=] ]]; then
          open+=("$text"); open_shown+=("$shown")
        elif [[ -n $text ]]; then
          whole+=("$text"); whole_shown+=("$shown")
        fi
      done
      [[ $flags == *" keep "* ]] && compstate[insert]=menu
      (( $#whole )) && compadd -U -l -V sheaf -d whole_shown -a whole
      (( $#open )) && compadd -U -l -V sheaf-open -S '' -d open_shown -a open
      case $flags in
        *" files "*) _files ;;
        *" folders "*) _files -/ ;;
      esac
      (( $#whole + $#open ))
    }
    if [[ $funcstack[1] == _sheaf ]]; then
      _sheaf "$@"
    else
      compdef _sheaf sheaf sf
    fi
    """#

  private static let fish = #"""
    # fish completion for sheaf; "sheaf completions fish" prints it.
    function __sheaf_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l typed (string unescape -- $current 2>/dev/null)
        or set typed (string trim --left --chars '"\'' -- $current)
        set -l answer (command sheaf complete fish -- $words[2..-1] "$typed" 2>/dev/null)
        string match -q '*files*' -- $answer[1]; and __fish_complete_path $current
        string match -q '*folders*' -- $answer[1]; and __fish_complete_directories $current ''
        string join \n -- $answer[2..-1]
    end
    complete -c sheaf -k -f -a '(__sheaf_complete)'
    complete -c sf -w sheaf
    # fish drops what does not contain the typed letters, such as names that were found by their initial consonants.
    function __sheaf_tab
        if not contains -- (commandline -opc)[1] sheaf sf; or test -n "$(complete -C (commandline -cp))"
            commandline -f complete
            return
        end
        set -l found (__sheaf_complete | string split -f 1 \t)
        switch (count $found)
            case 0
                commandline -f complete
            case 1
                commandline -t -- (string escape -- $found)' '
            case '*'
                printf '\n%s' $found
                echo
                commandline -f repaint
        end
    end
    if status is-interactive
        bind \t __sheaf_tab
        bind -M insert \t __sheaf_tab
    end
    """#
}
