# bash completion for handofflint
#
#   eval "$(handofflint completion bash)"
#
# handofflint itself says what may come next, one word a line. No word means a file.
_handofflint() {
  local word current=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while read -r word; do
    case $word in "$current"*) COMPREPLY+=("$word") ;; esac
  done < <(handofflint "${COMP_WORDS[@]:1:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
}
complete -o bashdefault -o default -F _handofflint handofflint
