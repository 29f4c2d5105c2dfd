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
