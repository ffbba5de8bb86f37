#compdef handofflint
# zsh completion for handofflint: write it to a file _handofflint in a folder of
# $fpath, or
#
#   source <(handofflint completion zsh)
#
# handofflint itself says what may come next, one word a line. No word means a file.
_handofflint() {
  local -a candidates
  candidates=("${(@f)$(handofflint "${(@)words[2,CURRENT]}" --generate-bash-completion 2>/dev/null)}")
  compadd -- $candidates || _files
}
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _handofflint "$@"
else
  compdef _handofflint handofflint
fi
