# shellcheck shell=sh
# For scripts that run several things side by side, each with its output in a folder of its own.
#
# The script has a folder, $top, and a function `run_one ITEM FOLDER`. `side_by_side N ITEM...` calls it for every item, N at a
# time, with the folder $top/PLACE, and writes the place of each that has ended on standard output. In the next part of the pipe
# `await PLACE` waits for one of them:
#
#     side_by_side 2 "$@" | { for item; do place=$((place + 1)); await $place; cat "$top/$place/output"; done; }

# default_jobs: two more than there are processors, because some only wait for a while.
default_jobs() {
    echo $(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 2))
}

# is_count TEXT: whether it is a number from 1 to 999.
is_count() {
    case $1 in *[!0-9]* | '' | 0 | ????*) return 1 ;; esac
}

# work ITEM...: runs those that no other worker runs, and names the place of each that has ended on descriptor 3.
work() {
    place=0
    for item; do
        place=$((place + 1))
        # shellcheck disable=SC2154  # The script has it.
        mkdir "$top/$place" 2>/dev/null || continue
        run_one "$item" "$top/$place"
        echo "$place" >&3
    done
}

# workers N ITEM...: N workers. They are parts of a pipe that nothing goes through, because a shell lets its background jobs
# ignore SIGINT, and all that they start.
workers() {
    left=$1
    shift
    if [ "$left" -le 1 ]; then
        work "$@"
    else
        work "$@" | workers $((left - 1)) "$@"
    fi
}

side_by_side() {
    workers "$@" 3>&1 >/dev/null
}

await() {
    while [ ! -e "$top/$1.ended" ] && read -r ended; do : >"$top/$ended.ended"; done
}
