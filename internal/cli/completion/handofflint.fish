# fish completion for handofflint
#
#   handofflint completion fish | source
#
# handofflint itself says what may come next, one word a line. fish adds files.
function __handofflint_complete
    set -l words (commandline -opc)
    handofflint $words[2..-1] (commandline -ct) --generate-bash-completion 2>/dev/null
end
complete -c handofflint -a '(__handofflint_complete)'
