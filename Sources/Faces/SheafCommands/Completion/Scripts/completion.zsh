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
