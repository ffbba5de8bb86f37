# fish completion for handofflint
#
#   handofflint completion fish | source
#
# handofflint itself says what may come next: one candidate a line, with its
# description behind a tab. No candidate means a file.
function __handofflint_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # What was typed is not expanded here; what cannot be run is asked by its name.
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    command -q -- $program; or set program handofflint
    set -l candidates ($program $words[2..-1] "$current" --generate-bash-completion 2>/dev/null)
    if test (count $candidates) -eq 0
        __fish_complete_path $current
    else
        printf '%s\n' $candidates
    end
end
complete -c handofflint -f -a '(__handofflint_complete)'
