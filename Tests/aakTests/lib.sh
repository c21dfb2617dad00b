# shellcheck shell=sh
# What the test scripts use. `run` sources this file, then a script, in an empty folder.
#
#   it "says what is tested"      begins a case; a case without an assertion fails
#   aak ARGUMENT...               runs the program and keeps its status and output; redirect standard input as usual
#   run COMMAND...                the same with any command, such as `sh -c` for a pipe
#   status 2                      asserts on what ran last; so do the others below
#   stdout 'TEXT'                 exactly TEXT and a newline; several arguments are several lines
#   stdout_is FILE                exactly the bytes of FILE
#   stdout_has / stdout_lacks     a part of it
#   no_stdout                     not a byte
#   stderr …                      the same for standard error
#   said RULE...                  standard error has messages of these rules, in this order, and is word for word what the file
#                                 `words` has for this place; RULE:FIELD where the message names a field. `make words` writes the file
#   shown                         standard output is what `words` has
#   present, absent, mode         about files
#   same FILE FILE, equal A B     about their bytes, about texts
#   need TOOL || skip ends the case where a tool is missing

passed=0 failed=0 skipped=0
case_title='' case_asserts=0 case_failed=0 case_skipped=0 case_said=0
command_line='' command_status=0 runs=0
out=$STATE/out err=$STATE/err
[ -z "$SAID" ] || : >"$SAID"

end_case() {
    [ -n "$case_title" ] || return 0
    if [ "$case_asserts" -eq 0 ] && [ "$case_skipped" -eq 0 ]; then fail 'the case asserts nothing'; fi
    if [ "$case_failed" -gt 0 ]; then
        failed=$((failed + 1))
    elif [ "$case_skipped" -gt 0 ]; then
        skipped=$((skipped + 1))
    else
        passed=$((passed + 1))
        [ -z "$VERBOSE" ] || echo "ok   $NAME: $case_title"
    fi
    case_title=''
}

it() {
    end_case
    case_title=$1 case_asserts=0 case_failed=0 case_skipped=0 case_said=0
    echo "$1" >"$STATE/case"
}

finish() {
    end_case
    echo "$passed $failed $skipped" >"$STATE/totals"
    [ -n "$TIMED" ] || return 0
    # A line of the shell, and one of what it started. A pipe would have times of its own.
    times >"$STATE/all-times"
    awk '{
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum[i] += part[1] * 60 + part[2] }
    } END { printf "%7.2f %7.2f", sum[1], sum[2] }' "$STATE/all-times" >"$STATE/times"
}

# skip WHY: the case counts as skipped, unless an assertion before failed.
skip() {
    case_skipped=1
    # What was said elsewhere stays in the file of words.
    [ -z "$SAID" ] || awk -v title="== $NAME: $case_title #" '/^== / { kept = index($0, title) == 1 } kept' "$WORDS" >>"$SAID"
    echo "SKIP $NAME: $case_title: $1"
}

# need TOOL: whether there is such a program; says so and skips if not.
need() {
    if command -v "$1" >/dev/null 2>&1; then return 0; fi
    skip "$1 is not installed"
    return 1
}

fail() {
    if [ "$case_failed" -eq 0 ]; then echo "FAIL $NAME: $case_title"; fi
    case_failed=$((case_failed + 1))
    [ -z "$command_line" ] || printf '  command: %s\n' "$(printf %s "$command_line" | tr '\n' ' ' | cut -c1-300)"
    printf '  %s\n' "$1"
    if [ $# -gt 1 ]; then
        printf '%s\n' "$2" | sed 's/^/    want: /' | cut -c1-600 | head -n 40
        printf '%s\n' "$3" | sed 's/^/    got:  /' | cut -c1-600 | head -n 40
    fi
}

# Counts an assertion. What ran in a pipe ran in a shell of its own, so its status would be lost here.
assert() {
    case_asserts=$((case_asserts + 1))
    if [ -f "$STATE/runs" ]; then
        read -r last_run <"$STATE/runs"
        if [ "$last_run" -ne "$runs" ]; then
            fail 'run or aak was called in a pipe or a subshell; redirect its standard input instead'
            runs=$last_run
        fi
    fi
}

# --- Running ---

run() {
    runs=$((runs + 1))
    echo "$runs" >"$STATE/runs"
    command_line=$*
    command_status=0
    "$@" >"$out" 2>"$err" || command_status=$?
    # A Swift trap on user input is a security bug, whatever the case is about.
    if [ "$command_status" -gt 128 ] && [ "$command_status" -ne 141 ]; then
        fail "the program was ended by signal $((command_status - 128))"
    fi
}

aak() { run "$AAK" "$@"; }

# --- Assertions on what ran last ---

status() {
    assert
    if [ "$command_status" -ne "$1" ]; then
        fail "status: want $1, got $command_status"
        sed 's/^/    stderr: /' "$err" | cut -c1-300 | head -n 10
    fi
}

exactly() {
    assert
    stream=$1 file=$2
    shift 2
    printf '%s\n' "$@" >"$STATE/want"
    cmp -s "$STATE/want" "$file" || fail "$stream differs" "$(cat "$STATE/want")" "$(cat "$file"; echo '<end>')"
}

same_as() {
    assert
    cmp -s "$3" "$2" || fail "$1 is not $3" "$(head -c 2000 "$3")" "$(head -c 2000 "$2")"
}

nothing() {
    assert
    [ ! -s "$2" ] || fail "$1 is not empty" '' "$(head -c 2000 "$2")"
}

has() {
    assert
    grep -qF -e "$3" "$2" || fail "$1 lacks a part" "$3" "$(head -c 2000 "$2")"
}

lacks() {
    assert
    ! grep -qF -e "$3" "$2" || fail "$1 has what it should not" "no $3" "$(head -c 2000 "$2")"
}

lines() {
    assert
    set -- "$1" "$2" "$3" "$(wc -l <"$2" | tr -d ' ')"
    [ "$3" -eq "$4" ] || fail "$1 has $4 lines, want $3"
}

stdout() { exactly stdout "$out" "$@"; }
stdout_is() { same_as stdout "$out" "$1"; }
stdout_has() { has stdout "$out" "$1"; }
stdout_lacks() { lacks stdout "$out" "$1"; }
stdout_lines() { lines stdout "$out" "$1"; }
no_stdout() { nothing stdout "$out"; }
stderr() { exactly stderr "$err" "$@"; }
stderr_is() { same_as stderr "$err" "$1"; }
stderr_has() { has stderr "$err" "$1"; }
stderr_lacks() { lacks stderr "$err" "$1"; }
stderr_lines() { lines stderr "$err" "$1"; }
no_stderr() { nothing stderr "$err"; }
# A summary may be wanted without its counts by rule.
stderr_ends() {
    assert
    set -- "$1" "$(tail -n 1 "$err")"
    case $1 in *' rejected') set -- "$1" "$(printf '%s' "$2" | sed 's/ rejected: .*/ rejected/')" ;; esac
    [ "$1" = "$2" ] || fail 'the last line of stderr differs' "$1" "$2"
}

# The rule of each message in a file of standard error, and its field.
rules_said() {
    sed -nE -e 's/^aak: [a-z]+: ([^" ]+: )?"([^" ]+)" .*\[([a-z0-9-]+)\]$/\3:\2/p' -e t \
        -e 's/^aak: [a-z]+: .*\[([a-z0-9-]+)\]$/\1/p' "$1" | tr '\n' ' '
}

said() {
    assert
    set -- "$*"
    [ "$(rules_said "$err")" = "$1${1:+ }" ] || fail 'other rules are named in stderr' "$1" "$(rules_said "$err")"
    worded stderr "$err"
}

shown() {
    assert
    worded stdout "$out"
}

worded() {
    case_said=$((case_said + 1))
    set -- "$1" "$2" "== $NAME: $case_title #$case_said"
    if [ -n "$SAID" ]; then
        { echo "$3"; cat "$2"; } >>"$SAID"
    else
        awk -v title="$3" '/^== / { wanted = $0 == title; next } wanted' "$WORDS" >"$STATE/want"
        cmp -s "$STATE/want" "$2" || fail "$1 differs from the file words, which make words writes" \
            "$(diff "$STATE/want" "$2" | sed -n 's/^< //p')" "$(diff "$STATE/want" "$2" | sed -n 's/^> //p')"
    fi
}

# --- Assertions on files and texts ---

present() {
    assert
    [ -e "$1" ] || fail "there is no file $1"
}

absent() {
    for path; do
        assert
        if [ -e "$path" ] || [ -L "$path" ]; then fail "there is a file $path"; fi
    done
}

# mode FILE rw-r--r--
mode() {
    assert
    # shellcheck disable=SC2012  # Only the first column is read.
    set -- "$1" "$2" "$(ls -ld "$1" 2>/dev/null | cut -c2-10)"
    [ "$2" = "$3" ] || fail "the mode of $1 differs" "$2" "$3"
}

same() {
    assert
    cmp -s "$1" "$2" || fail "$1 and $2 differ" "$(head -c 2000 "$2")" "$(head -c 2000 "$1")"
}

# file_has FILE TEXT
file_has() { has "$1" "$1" "$2"; }

equal() {
    assert
    [ "$1" = "$2" ] || fail 'the texts differ' "$2" "$1"
}

differ() {
    assert
    [ "$1" != "$2" ] || fail 'the texts do not differ' "another text than $2" "$1"
}

# --- What many scripts need ---

# base64url of standard input
base64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }

# A token of these parts; a signature that is none by default.
token() { printf '%s.%s.%s' "$(printf %s "$1" | base64url)" "$(printf %s "$2" | base64url)" "${3-AA}"; }

# An impression signed with the example key, the same every time.
example() {
    "$AAK" sign -a 1108187390 -p 0 -s 5239 --seed "${1-1}" --now 1700000000000 2>/dev/null
}

# The commands that short help lists: all of the program, or those of one of them.
listed() { "$AAK" "$@" -h | awk 'NR == 1 && !/COMMAND/ { exit } /^(Topics|Help)/ { exit } /^  [a-z]/ && $1 != "help" { print $1 }'; }

# All commands of the program, one a line: `key`, `key public` and so on.
commands() {
    listed | while read -r name; do
        echo "$name"
        listed "$name" | sed "s/^/$name /"
    done
}

# wait_until COMMAND...: waits until a command succeeds, up to a minute: other scripts run at the same time.
wait_until() {
    tries=0
    until "$@" 2>/dev/null || [ "$tries" -ge 600 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
}

has_lines() { [ "$(wc -l <"$1")" -ge "$2" ]; }

# wait_lines FILE N: waits until a file has that many lines.
wait_lines() { wait_until has_lines "$1" "$2"; }

is_root() { [ "$(id -u)" -eq 0 ]; }
