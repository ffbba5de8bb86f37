#!/usr/bin/env bash
# The action's one script: gets handofflint, runs it, counts what it found. With the
# argument `program` it only says which program to get.
#
# action.yml hands every input over as INPUT_…, and ACTION_… and EVENT_BEFORE and
# DEFAULT_BRANCH of the event; none is ever run or expanded. GITHUB_… and
# RUNNER_TEMP are the runner's.
# HANDOFFLINT_RELEASES is where releases are downloaded from, for a mirror.
#
# This runs in the bash 3.2 of macOS too, to which an empty array is unset.
set -euo pipefail

repository=handofflint/handofflint
releases=${HANDOFFLINT_RELEASES:-https://github.com/$repository/releases/download}

# A text of a user for a message, cut short. The runner reads commands in what is
# printed: `::` at the start of a line, `##[` anywhere. Neither comes through.
shown() { printf '"%s"' "${1:0:200}" | LC_ALL=C tr -c 'A-Za-z0-9 ._/:="\n-' '?' | tr '\n' ' '; }

# annotate LEVEL TEXT: shows in the pull request why nothing was checked. The
# runner reads commands in both streams, and standard output may be captured.
annotate() {
  local text=${2:0:1000}
  if [ "$INPUT_ANNOTATIONS" = false ]; then return 0; fi
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '::%s title=handofflint::%s\n' "$1" "$text" >&2
}

fail() {
  printf 'handofflint: %s\n' "$*" >&2
  annotate error "$*"
  exit 2
}

# A path of the runner, which has backslashes on Windows, as bash writes it.
slashed() { printf '%s' "${1//\\//}"; }

# one_line INPUT VALUE: a line end in an output would start another output.
one_line() {
  if [[ $2 == *[[:cntrl:]]* ]]; then fail "the input $1 must be one path on one line, not $(shown "$2")"; fi
}

# Sets the array `lines` to the lines of a text that are not empty.
split() {
  local line
  lines=()
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<<"$1"
}

# The operating system and architecture as releases are named.
platform() {
  local os arch
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) os=windows ;;
    *) fail "there is no release for $(uname -s): leave the input version out" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) arch=amd64 ;;
    arm64 | aarch64) arch=arm64 ;;
    *) fail "there is no release for $(uname -m): leave the input version out" ;;
  esac
  printf '%s_%s' "$os" "$arch"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# fetch URL FILE
fetch() {
  curl --fail --silent --show-error --location --proto-redir '=https' --retry 3 --output "$2" "$1" ||
    fail "cannot download $1"
}

# Sets the outputs `version`, the release to download, "" to build; `go`, whether Go is
# there for that; and `modules`, what the modules that it builds with are cached by. A tag
# of a release is that release.
program() {
  local version=${INPUT_VERSION#v} release='^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$' go=no
  if [ -n "$version" ]; then
    [[ $version =~ $release ]] || fail "the input version must be a release such as 0.1.0, not $(shown "$INPUT_VERSION")"
  elif [[ $ACTION_REPOSITORY == "$repository" && $ACTION_REF == v* && ${ACTION_REF#v} =~ $release ]]; then
    version=${ACTION_REF#v}
  fi
  if command -v go >/dev/null; then go=yes; fi
  printf '%s\n' "version=$version" "go=$go" "modules=$(sha256 "$(slashed "$GITHUB_ACTION_PATH")/go.sum")" >>"$GITHUB_OUTPUT"
}

# Puts the released program into the folder $1.
download() {
  local version=$INPUT_VERSION archive want got
  archive=handofflint_${version}_$(platform).tar.gz
  fetch "$releases/v$version/checksums.txt" "$1/checksums.txt"
  fetch "$releases/v$version/$archive" "$1/$archive"
  want=$(awk -v name="$archive" '$2 == name { print $1 }' "$1/checksums.txt")
  got=$(sha256 "$1/$archive")
  [ -n "$want" ] || fail "checksums.txt of $version does not name $archive"
  [ "$got" = "$want" ] || fail "the checksum of $archive is $got, checksums.txt says $want"
  attested "$1" "$archive" "$version"
  # Not -C: to GNU tar the colon of a Windows path means another host.
  (cd "$1" && tar -xzf "$archive")
}

# attested FOLDER ARCHIVE VERSION: refuses an archive of which GitHub does not attest that
# the workflow of releases built it at that tag. Where gh is missing, or cannot ask
# github.com, the checksum has to do.
attested() {
  local said tag="\"sourceRepositoryRef\":\"refs/tags/v$3\""
  if [ "${GITHUB_SERVER_URL:-https://github.com}" != https://github.com ] || ! gh attestation verify --help >/dev/null 2>&1; then
    said="$2 is verified by its checksum alone: no gh that could ask for its attestation"
    printf 'handofflint: %s\n' "$said" >&2
    annotate notice "$said"
    return 0
  fi
  gh attestation verify "$1/$2" --repo "$repository" --signer-workflow "$repository/.github/workflows/release.yml" --format json \
    >"$1/attested.json" 2>"$1/refused" ||
    fail "gh does not confirm who built $2: $(shown "$(cat "$1/refused")")"
  # gh before 2.67 exits with 0 if there is no attestation at all.
  tr -d ' \n' <"$1/attested.json" | grep -F "$tag" >/dev/null || fail "gh does not confirm that $2 was built at the tag v$3"
}

# Builds the program from the action's own files into the folder $1. What the
# job sets for its own Go code is not meant for this.
build() {
  local cache
  cache=$(slashed "$RUNNER_TEMP")/handofflint-go
  command -v go >/dev/null || fail "Go is needed to build the program, or an input version"
  (
    cd "$(slashed "$GITHUB_ACTION_PATH")" &&
      GOFLAGS='' GOWORK=off GOTOOLCHAIN=auto CGO_ENABLED=0 GOOS='' GOARCH='' \
        GOCACHE=${GOCACHE:-$cache/build} GOMODCACHE=${GOMODCACHE:-$cache/modules} \
        go build -tags urfave_cli_no_docs -o "$1/" ./cmd/handofflint
  ) || fail "the program could not be built"
}

# count SEVERITY FILE: in a text, no quotation mark is without a backslash.
count() { grep -c "\"severity\":\"$1\",\"source\":{" "$2" || true; }

# disabled FILE: the list of that name in the summary of the report FILE, in one
# line. Between the elements is white space only, in a text no line end.
disabled() {
  awk '/^    "disabled": / { on = 1; sub(/^    "disabled": /, "") } on { printf "%s", $0 } on && /^(\[|    )\]/ { exit }' "$1"
}

# outputs FILE: FILE has a finding a line. The SARIF is there where all forms
# are written. Nothing suppresses what an audit finds.
outputs() {
  local errors warnings suppressed=0 disabled='[]' sarif=
  errors=$(count ERROR "$1")
  warnings=$(count WARNING "$1")
  if [ -f "$temp/report.json" ]; then
    suppressed=$(sed -n -e 's/^    "suppressed": \([0-9]*\),$/\1/p' -e '/^  },$/q' "$temp/report.json")
    disabled=$(disabled "$temp/report.json")
  fi
  if [ -f "$temp/$last" ]; then sarif=$(sarif_path); fi
  printf '%s\n' "findings=$((errors + warnings))" "errors=$errors" "warnings=$warnings" \
    "suppressed=$suppressed" "disabled=$disabled" "sarif-file=$sarif" >>"$GITHUB_OUTPUT"
}

# unfinished CODE: shows why handofflint ended before all forms were written,
# unless it has said itself where the mistakes are.
unfinished() {
  local said
  if [ -s "$temp/annotations" ] && ! [ -f "$temp/findings" ]; then return 0; fi
  said=$(grep '^handofflint: ' "$temp/stderr" | grep -v '^handofflint: warning: ' | head -n 1) ||
    said="ended with exit code $1, see the log"
  annotate error "${said#handofflint: }"
}

# Shows that no handoff or session was found, and where handofflint looked for one. Reports
# of `dispatch` are the usual reason: they are there while agents work, and not in git.
# Sets `code` where that fails.
empty() {
  local said level=warning
  if [ "$INPUT_FAIL_ON_EMPTY" = true ]; then level=error; fi
  if said=$(grep '^handofflint: no session ' "$temp/stderr"); then
    said=${said#handofflint: }
    annotate "$level" "${said%%;*}"
    if [ "$level" = error ]; then code=2; fi
  fi
  said=$(grep -o '^handofflint: warning: found no handoff .*' "$temp/stderr") || return 0
  annotate "$level" "${said#handofflint: warning: }, looked in $(shown "$INPUT_WORKING_DIRECTORY")${paths[0]+ for $(shown "$INPUT_PATHS")}. Reports in agent-handoffs/ are not committed unless its .gitignore is deleted: docs/ci.md says which handoffs are."
}

# A relative folder gets a ./ that keeps cd from reading it as an option, and
# from looking it up elsewhere.
enter() {
  local folder=$1
  case $folder in
    /* | [A-Za-z]:*) ;;
    *) folder=./$folder ;;
  esac
  cd "$folder" 2>/dev/null || fail "there is no folder $(shown "$1")"
}

# Sets `base` to the commit that changes count from, as git finds it in a
# checkout with history: the branch that a pull request goes to, what stood
# there before a push to the default branch, else the default branch. Sets
# `without` to the reason where there is none.
base() {
  base='' without=''
  if [ -n "${GITHUB_BASE_REF:-}" ]; then
    base=origin/$GITHUB_BASE_REF
  elif [ -z "$DEFAULT_BRANCH" ]; then
    return 0
  elif [ "${GITHUB_REF:-}" != "refs/heads/$DEFAULT_BRANCH" ]; then
    base=origin/$DEFAULT_BRANCH
  elif ! [[ $EVENT_BEFORE =~ ^[0-9a-f]{40,64}$ && $EVENT_BEFORE =~ [1-9a-f] ]]; then
    without="changed-only has nothing to compare the default branch with here"
  elif gone "$EVENT_BEFORE"; then
    without="what stood on the default branch before this push is not in the clone, as after a force push"
  else
    base=$EVENT_BEFORE
  fi
}

# git where the checked tree has no say: a folder that looks like a repository is
# none, and no program that a configuration names fetches what is missing.
git() {
  GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none \
    command git -c safe.bareRepository=explicit -c core.fsmonitor=false "$@" 2>/dev/null
}

# gone COMMIT: a clone with all of the history does not have it. Of one without,
# handofflint itself says what to do.
gone() {
  [ "$(git rev-parse --is-shallow-repository)" = false ] && ! git cat-file -e "$1^{commit}"
}

# Adds what chooses among the files to `options`. Of the default branch itself,
# without a push, nothing is changed: not to check anything would be no check.
choose() {
  local base without
  case $INPUT_CHANGED_ONLY in
    true) ;;
    false) return ;;
    *) fail "the input changed-only must be true or false, not $(shown "$INPUT_CHANGED_ONLY")" ;;
  esac
  base
  if [ -n "$without" ]; then
    printf '%s\n' "handofflint: $without: all files are checked" >&2
  elif [ -n "$base" ]; then
    options+=("--changed=$base")
  else
    options+=(--changed)
  fi
}

# Adds the forms of the findings to `options`: the log's, annotations for the
# pull request, what is counted, and SARIF where it is asked for. Sets `last` to
# the file that is written when all others are: the folder of the SARIF is the
# user's, and may not be there.
forms() {
  options+=("--format=$INPUT_FORMAT")
  case $INPUT_ANNOTATIONS in
    true) if [ "$INPUT_FORMAT" != github ]; then options+=("--format=github=$temp/annotations"); fi ;;
    false) ;;
    *) fail "the input annotations must be true or false, not $(shown "$INPUT_ANNOTATIONS")" ;;
  esac
  options+=("--format=rdjsonl=$temp/findings")
  if [ -n "$INPUT_SARIF_FILE" ]; then
    last=written
    options+=("--format=sarif=$INPUT_SARIF_FILE" "--format=concise=$temp/$last")
  fi
}

# The SARIF file as steps that run in the workspace find it.
sarif_path() {
  case $INPUT_SARIF_FILE in
    "" | /* | [A-Za-z]:*) printf '%s' "$INPUT_SARIF_FILE" ;;
    *)
      case $INPUT_WORKING_DIRECTORY in
        . | ./) printf '%s' "$INPUT_SARIF_FILE" ;;
        *) printf '%s' "${INPUT_WORKING_DIRECTORY%/}/$INPUT_SARIF_FILE" ;;
      esac
      ;;
  esac
}

# The options stand behind those of the user, for the last of two holds. Each is
# one word with its value, so that no value is taken for an option.
check() {
  local options=("--fail-on=$INPUT_FAIL_ON" "--format=json=$temp/report.json")
  if [ "$INPUT_FAIL_ON_EMPTY" = true ]; then options+=(--fail-on-empty); fi
  if [ -n "$INPUT_CONFIG" ]; then options+=("--config=$INPUT_CONFIG"); fi
  if [ -n "$INPUT_BASE_CONFIG" ]; then options+=("--base-config=$INPUT_BASE_CONFIG"); fi
  case $INPUT_UNTRUSTED in
    true) options+=(--untrusted) ;;
    false) ;;
    *) fail "the input untrusted must be true or false, not $(shown "$INPUT_UNTRUSTED")" ;;
  esac
  choose
  forms
  "$temp/handofflint" check ${args[@]+"${args[@]}"} "${options[@]}" -- ${paths[@]+"${paths[@]}"} </dev/null 2>"$temp/stderr"
}

audit() {
  local options=("--fail-on=$INPUT_FAIL_ON")
  forms
  "$temp/handofflint" audit ${args[@]+"${args[@]}"} "${options[@]}" -- ${paths[@]+"${paths[@]}"} </dev/null 2>"$temp/stderr"
}

# An input that is given as "" is one that is not given: a workflow hands on its
# own inputs so.
defaults() {
  INPUT_COMMAND=${INPUT_COMMAND:-check}
  INPUT_FAIL_ON=${INPUT_FAIL_ON:-warning}
  INPUT_FAIL_ON_EMPTY=${INPUT_FAIL_ON_EMPTY:-false}
  INPUT_FORMAT=${INPUT_FORMAT:-text}
  INPUT_ANNOTATIONS=${INPUT_ANNOTATIONS:-true}
  INPUT_CHANGED_ONLY=${INPUT_CHANGED_ONLY:-false}
  INPUT_UNTRUSTED=${INPUT_UNTRUSTED:-false}
  INPUT_WORKING_DIRECTORY=${INPUT_WORKING_DIRECTORY:-.}
}

main() {
  local temp code=0 last=findings args paths files
  defaults
  one_line working-directory "$INPUT_WORKING_DIRECTORY"
  one_line sarif-file "$INPUT_SARIF_FILE"
  case $INPUT_COMMAND in
    check | none) files=$INPUT_PATHS ;;
    audit) files=$INPUT_TRANSCRIPTS ;;
    *) fail "the input command must be check, audit or none, not $(shown "$INPUT_COMMAND")" ;;
  esac
  case $INPUT_FAIL_ON_EMPTY in
    true | false) ;;
    *) fail "the input fail-on-empty must be true or false, not $(shown "$INPUT_FAIL_ON_EMPTY")" ;;
  esac
  temp=$(mktemp -d "$(slashed "$RUNNER_TEMP")/handofflint.XXXXXX")
  if [ -n "$INPUT_VERSION" ]; then download "$temp"; else build "$temp"; fi
  printf '%s\n' "$temp" >>"$GITHUB_PATH" # for later steps
  if [ "$INPUT_COMMAND" = none ]; then return 0; fi
  enter "$INPUT_WORKING_DIRECTORY"

  split "$INPUT_ARGS"
  args=(${lines[@]+"${lines[@]}"})
  split "$files"
  paths=(${lines[@]+"${lines[@]}"})
  export HANDOFFLINT_FAILURE_LOG=${HANDOFFLINT_FAILURE_LOG:-$temp/failures.jsonl}

  "$INPUT_COMMAND" || code=$?
  if [ -f "$temp/stderr" ]; then cat "$temp/stderr" >&2; fi
  if [ -f "$temp/annotations" ]; then cat "$temp/annotations"; fi
  empty
  if [ -f "$temp/findings" ]; then outputs "$temp/findings"; fi
  if ! [ -f "$temp/$last" ]; then unfinished "$code"; fi
  exit "$code"
}

case ${1:-check} in
  program)
    INPUT_ANNOTATIONS=${INPUT_ANNOTATIONS:-true}
    program
    ;;
  *) main ;;
esac
