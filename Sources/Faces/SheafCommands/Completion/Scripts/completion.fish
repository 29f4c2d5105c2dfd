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
