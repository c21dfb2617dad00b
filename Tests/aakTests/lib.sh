# shellcheck shell=sh
# shellcheck disable=SC2153 # `run` sets what is in capitals.
# What the test scripts use. `run` sources this file, then a script, in an empty folder.
#
#   it "says what is tested"      begins a case; a case without an assertion fails
#   at_length "says what …"       the same of a case that takes two fifths of a second of a processor or more on a build with every check.
#                                 `run` leaves out its lines up to the next case unless told otherwise: no other case may need what it makes
#   aak ARGUMENT...               runs the program and keeps its status and output; redirect standard input as usual
#   run COMMAND...                the same with any command, such as `sh -c` for a pipe
#   status 2                      asserts on what ran last; so do the others below
#   stdout 'TEXT'                 exactly TEXT and a newline; several arguments are several lines
#   stdout_is FILE                exactly the bytes of FILE
#   stdout_has / stdout_lacks     a part of it
#   no_stdout                     not a byte
#   stderr …                      the same for standard error
#   said RULE...                  standard error has messages of these rules, in this order, and is word for word what the file
#                                 `words` has for this command and these rules in this case; RULE:FIELD where the message names a field
#   shown                         standard output is what `words` has
#   about TEXT                    the next of these two is found in `words` by TEXT, not by its command: for a command that is run twice in a
#                                 case, with another input and other words each time. `make words` writes the file
#   present, absent, mode         about files
#   same FILE FILE, equal A B     about their bytes, about texts
#   need TOOL                     puts a tool that is not ordinary in PATH until the case ends, or until the script does where no case has
#                                 begun. Fails where there is none, and then the case counts as skipped: if need jq; then ...; fi
#   also TOOL                     the same for a part of a case, which counts without it

passed=0 failed=0 skipped=0
case_title='' case_asserts=0 case_failed=0 case_skipped=0 case_about=''
command_line='' command_status=0 runs=0 case_times='0 0'
out=$STATE/out err=$STATE/err
: >"$STATE/words"
: >"$STATE/cases"
[ ! -f "$STATE/left" ] || cat "$STATE/left" >"$STATE/cases"

end_case() {
    [ -z "$TIMED" ] || time_case
    [ -n "$case_title" ] || return 0
    if [ "$case_asserts" -eq 0 ] && [ "$case_skipped" -eq 0 ]; then fail 'the case asserts nothing'; fi
    if [ "$case_failed" -gt 0 ]; then
        failed=$((failed + 1))
        echo "cut $case_title" >>"$STATE/cases"
    elif [ "$case_skipped" -gt 0 ]; then
        skipped=$((skipped + 1))
        echo "cut $case_title" >>"$STATE/cases"
    else
        passed=$((passed + 1))
        echo "whole $case_title" >>"$STATE/cases"
        [ -z "$VERBOSE" ] || echo "ok   $NAME: $case_title"
    fi
    case_title=''
}

it() {
    end_case
    case_title=$1 case_asserts=0 case_failed=0 case_skipped=0 case_about=''
    echo "$1" >"$STATE/case"
    for added in "$STATE"/tools/*; do [ ! -e "$added" ] || rm "$added"; done
    if grep -qxFe "whole $1" -e "cut $1" "$STATE/cases"; then fail 'another case of this script has this title'; fi
}

at_length() { it "$@"; }

finish() {
    end_case
    echo 'finished' >>"$STATE/cases"
    [ -n "$WRITES" ] || unread_words
    echo "$passed $failed $skipped" >"$STATE/totals"
    [ -n "$TIMED" ] || return 0
    awk -F '\t' '{
        own += $1; kernel += $2
        if ($1 + $2 >= 1) printf "%7.2f %7.2f s    %s\n", $1, $2, $3
    } END { printf "%7.2f %7.2f s  ", own, kernel }' "$STATE/case-times" >"$STATE/times"
}

# time_case: keeps the processor time since the last case, of the user and of the system.
time_case() {
    # A line of the shell, and one of what it started. A pipe would have times of its own.
    times >"$STATE/all-times"
    awk -v title="${case_title:-(before the first case)}" -v last="$case_times" -v file="$STATE/case-times" '{
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum[i] += part[1] * 60 + part[2] }
    } END {
        split(last, before, " ")
        printf "%.3f\t%.3f\t%s\n", sum[1] - before[1], sum[2] - before[2], title >>file
        print sum[1], sum[2]
    }' "$STATE/all-times" >"$STATE/case-time"
    read -r case_times <"$STATE/case-time"
}

# skip WHY: the case counts as skipped, unless an assertion before failed.
skip() {
    echo "SKIP $NAME: $case_title: $1"
    if [ -n "$case_title" ]; then
        case_skipped=1
    else
        # The script does without what it needs for all of its cases.
        skipped=$((skipped + 1))
        echo 'cut ' >>"$STATE/cases"
    fi
}

# need TOOL: whether there is such a program, which is then in PATH; says so and skips if not.
need() {
    if [ -n "$case_title" ]; then set -- "$1" "$STATE/tools"; else set -- "$1" "${AAK%/*}"; fi
    if path_of "$1" >/dev/null || add_tool "$@"; then return 0; fi
    lacking "$1" "$1 is not installed"
    return 1
}

# also TOOL: the same for a part of a case, which counts without it.
also() {
    if path_of "$1" >/dev/null || add_tool "$1" "$STATE/tools"; then return 0; fi
    ! must_be_here "$1" || fail "$1 is not installed, but CI installs it"
    return 1
}

# lacking TOOL WHY: skips, or fails where a machine must have the tool.
lacking() {
    if ! must_be_here "$1"; then
        skip "$2"
        return 0
    fi
    fail "$2, but CI installs it"
    [ -n "$case_title" ] || failed=$((failed + 1))
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
    worded stderr "$err" "${1:+: $1}"
}

shown() {
    assert
    worded stdout "$out" ''
}

about() { case_about=$1; }

# worded STREAM FILE RULES. What the file `words` has is found by the case, what ran and the rules that are named, never by how many came
# before: what is left out in one place must not move the words of another.
worded() {
    printf '%s\n' "${case_about:-$command_line$3}" >"$STATE/asked"
    case_about=''
    found=$(TITLE="$NAME: $case_title" awk -v read="$STATE/words" -v want="$STATE/want" '
        # Paths that differ from run to run are left out, and so is most of what is long, such as tokens.
        function replaced(text, old, new,    at, done) {
            while (at = index(text, old)) {
                done = done substr(text, 1, at - 1) new
                text = substr(text, at + length(old))
            }
            return done text
        }
        function shortened(text,    count, word, i, result) {
            gsub(/[^ -~]/, "?", text)
            text = replaced(text, ENVIRON["AAK"], "aak")
            text = replaced(text, ENVIRON["TMPDIR"] "/work", ".")
            text = replaced(text, ENVIRON["TMPDIR"], "TMPDIR")
            text = replaced(text, ENVIRON["KEYS"], "keys")
            text = replaced(text, ENVIRON["VECTORS"], "Vectors")
            text = replaced(text, ENVIRON["TOOLS"], "aakTests")
            count = split(text, word, / +/)
            for (i = 1; i <= count; i++) {
                # The end of a token is its signature, which differs from run to run.
                if (length(word[i]) > 50)
                    word[i] = substr(word[i], 1, 24) "..." (index(word[i], "eyJ") ? "" : substr(word[i], length(word[i]) - 7))
                result = result (i == 1 ? "" : " ") word[i]
            }
            return length(result) > 200 ? substr(result, 1, 160) "..." substr(result, length(result) - 36) : result
        }
        part == "asked" { asked = asked (asked == "" ? "" : " ") $0; next }
        key == "" {
            title = "== " ENVIRON["TITLE"]
            key = "-- " shortened(asked)
        }
        part == "end" { next }
        part == "got" { got = got $0 "\n"; if (/^(==|--) /) marked = 1; next }
        /^== / { here = $0 == title; mine = 0; next }
        /^-- / { mine = here && $0 == key; if (mine) known[part] = 1; next }
        mine { text[part] = text[part] $0 "\n" }
        END {
            if (marked) print "! marked"
            else if (!known["read"]) printf "%s\n%s\n%s", title, key, got >>read
            else if (text["read"] != got) print "! twice"
            printf "%s", text["words"] >want
            if (!known["words"] && !known["read"]) print "! none"
            print substr(key, 4)
        }' part=asked "$STATE/asked" part=read "$STATE/words" part=got "$2" part=words "$WORDS" part=end "$STATE/asked")
    case $found in
    "! marked"*) fail "$1 has a line that begins as those of the file words that stand between messages" ;;
    "! twice"*) fail "other words have the same key in this case; tell them apart by about TEXT" "another key than ${found#*
}" "$(cat "$2")" ;;
    "! none"*)
        [ -n "$WRITES" ] || fail "the file words has nothing for this, and make words writes it" "${found#*
}" "$(cat "$2")"
        ;;
    *)
        [ -n "$WRITES" ] || cmp -s "$STATE/want" "$2" || fail "$1 differs from the file words, which make words writes" \
            "$(diff "$STATE/want" "$2" | sed -n 's/^< //p')" "$(diff "$STATE/want" "$2" | sed -n 's/^> //p')"
        ;;
    esac
}

# Words that nothing reads would stay for ever, and a place that was passed over would not be noticed. What a case has that failed or was
# skipped may be for its other part.
unread_words() {
    awk -v start="== $NAME: " '
        part == "cases" && /^whole / { whole[start substr($0, 7)] = 1; next }
        part == "cases" && /^cut / { cut[start substr($0, 5)] = 1; next }
        part == "cases" { next }
        /^== / { title = $0; next }
        /^-- / && part == "read" { read[title, $0] = 1; next }
        /^-- / && index(title, start) == 1 && !(title in cut) && !((title, $0) in read) {
            if (title in whole || !((start) in cut)) print substr(title, 4) ": " substr($0, 4)
        }' part=cases "$STATE/cases" part=read "$STATE/words" part=words "$WORDS" >"$STATE/unread"
    [ -s "$STATE/unread" ] || return 0
    failed=$((failed + 1))
    echo "FAIL $NAME: the file words has messages that nothing read; make words leaves them out"
    sed 's/^/  /' "$STATE/unread"
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

# wait_until COMMAND...: waits until a command succeeds, up to a minute: other scripts run at the same time. Where one never did, the
# program does not do what it should, and the others of the script wait for a second.
wait_until() {
    tries=0
    until "$@" 2>/dev/null; do
        if [ "$tries" -ge "$most_tries" ]; then
            most_tries=10
            return 0
        fi
        tries=$((tries + 1))
        sleep 0.1
    done
}
most_tries=600

has_lines() { [ "$(wc -l <"$1")" -ge "$2" ]; }

# wait_lines FILE N: waits until a file has that many lines.
wait_lines() { wait_until has_lines "$1" "$2"; }

is_root() { [ "$(id -u)" -eq 0 ]; }
