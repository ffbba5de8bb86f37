# fish completion for handofflint
#
#   handofflint completion fish | source
#
# handofflint itself says what may come next: one candidate a line, with its
# description behind a tab. No candidate means a file.
function __handofflint_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l candidates ($words[1] $words[2..-1] "$current" --generate-bash-completion 2>/dev/null)
    if test (count $candidates) -eq 0
        __fish_complete_path $current
    else
        printf '%s\n' $candidates
    end
end
complete -c handofflint -f -a '(__handofflint_complete)'
