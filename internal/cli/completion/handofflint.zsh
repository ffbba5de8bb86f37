#compdef handofflint
# zsh completion for handofflint: write it to a file _handofflint in a folder of
# $fpath, or
#
#   source <(handofflint completion zsh)
#
# handofflint itself says what may come next: one candidate a line, with its
# description behind a tab. No candidate means a file.
_handofflint() {
  local -a lines described open
  local line word program=${words[1]}
  # What was typed is not expanded here; what cannot be run is asked by its name.
  [[ $program == "~/"* ]] && program=$HOME/${program#"~/"}
  whence -p -- "$program" >/dev/null || program=handofflint
  lines=("${(@f)$("$program" "${(@)words[2,CURRENT]}" --generate-bash-completion 2>/dev/null)}")
  for line in $lines; do
    word=${line%%$'\t'*}
    if [[ $word == *= ]]; then
      open+=("$word")
    elif [[ $line == *$'\t'* ]]; then
      described+=("${word//:/\\:}:${line#*$'\t'}")
    else
      described+=("${word//:/\\:}")
    fi
  done
  if (( ${#described} + ${#open} == 0 )); then
    _files
    return
  fi
  (( ${#described} )) && _describe 'handofflint' described
  (( ${#open} )) && compadd -S '' -- $open
}
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _handofflint "$@"
else
  compdef _handofflint handofflint
fi
