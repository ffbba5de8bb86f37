# bash completion for handofflint
#
#   eval "$(handofflint completion bash)"
#
# handofflint itself says what may come next: one candidate a line, with its
# description behind a tab. No candidate means a file.
_handofflint() {
  local line=${COMP_LINE:0:COMP_POINT} words program current taken candidate
  COMPREPLY=()
  read -ra words <<<"$line"
  case $line in *[[:space:]]) words+=("") ;; esac
  # What was typed is not expanded here; what cannot be run is asked by its name.
  program=${words[0]}
  case $program in "~/"*) program=$HOME/${program#"~/"} ;; esac
  type -P -- "$program" >/dev/null || program=handofflint
  current=${words[${#words[@]} - 1]}
  # Bash completes only what stands behind the last of these.
  taken=${current%"${current##*[=:]}"}
  while IFS=$'\t' read -r candidate _; do
    case $candidate in
      "$current"*) COMPREPLY+=("${candidate#"$taken"}") ;;
    esac
  done < <("$program" "${words[@]:1}" --generate-bash-completion 2>/dev/null)
  case ${COMPREPLY[0]-} in
    *=) if [ "${#COMPREPLY[@]}" = 1 ]; then compopt -o nospace 2>/dev/null; fi ;;
  esac
}
complete -o bashdefault -o default -F _handofflint handofflint
