# shellcheck shell=sh
# For scripts that run others where only what they say that they need is in PATH, so that they pass on any machine: what one uses and does not
# ask for is missing everywhere, not only where it is not installed.

# What POSIX has and the GNU core utilities add, tar and gzip, so that it is on any machine that runs the scripts. Other tools are asked for.
ordinary_tools='[ awk base64 basename cat chgrp chmod chown cksum cmp comm cp csplit cut date dd df diff dirname du echo env expand expr
    false find fold getconf grep gunzip gzip head id install join kill link ln ls mkdir mkfifo mktemp mv nice nl nohup nproc od paste pathchk pr printf
    pwd readlink realpath rm rmdir sed seq sh sha256sum sleep sort split stat stdbuf stty sum sync tac tail tar tee test timeout touch tr true
    truncate tsort tty uname unexpand uniq unlink wc who xargs yes zcat'

# What .ci/tools installs: on the machine of .ci/run none of these may be passed over.
installed_by_ci='busybox check-jsonschema cryptography curl duckdb fish go jose joserfc jq mandoc nginx node openssl python3 shellcheck sqlite3 valgrind zsh zstd'

# The functions have shells of their own, so that they set nothing that a script has.

# path_of TOOL: its path, by PATH. What is built into the shell counts only where there is a file too.
path_of() (
    searched=$PATH:
    while [ -n "$searched" ]; do
        folder=${searched%%:*}
        searched=${searched#*:}
        case $folder in
        /*)
            if [ -f "$folder/$1" ] && [ -x "$folder/$1" ]; then
                echo "$folder/$1"
                exit 0
            fi
            ;;
        esac
    done
    exit 1
)

# link_ordinary_tools FOLDER: makes it, with a link to each of them that is in PATH.
link_ordinary_tools() (
    linked=$1
    mkdir "$linked"
    set --
    for tool in $ordinary_tools; do
        found=$(path_of "$tool") && set -- "$@" "$found"
    done
    ln -s "$@" "$linked"
)

# path_with_python: PATH with the folder of python3 before the others. Where that is the script of a version manager, it takes longer than what
# it starts, and calls what is not in the PATH of the scripts.
path_with_python() (
    if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null); then PATH=$(dirname -- "$python"):$PATH; fi
    echo "$PATH"
)

# add_tool TOOL FOLDER: puts a tool of WHOLE_PATH into a folder. Fails where there is none, and where BARE is not empty.
add_tool() (
    [ -z "${BARE:-}" ] || exit 1
    # Servers are where ordinary users do not look.
    found=$(PATH=$WHOLE_PATH:/usr/sbin:/sbin && path_of "$1") || exit 1
    # What consists of several programs finds the others in PATH.
    case $1 in
    cc | swiftc | go | chromium | initdb | postgres | psql) whole="PATH='$WHOLE_PATH' " ;;
    *) whole='' ;;
    esac
    # Not a link: Python looks beside itself for its packages.
    printf '#!/bin/sh\n%sexec %s "$@"\n' "$whole" "'$found'" >"$2/$1"
    chmod +x "$2/$1"
)

# must_be_here TOOL: whether that it is missing is a failure: where CI is `true`, what it installs.
must_be_here() (
    [ "${CI:-}" = true ] && [ -z "${BARE:-}" ] || exit 1
    for tool in $installed_by_ci; do
        [ "$tool" != "$1" ] || exit 0
    done
    exit 1
)

# folder_for_files NAME: makes a folder for what a script leaves while it runs, whose path has no blanks: commands that a program writes for
# its users name files as they are.
folder_for_files() {
    case ${TMPDIR:-/tmp} in
    *[!A-Za-z0-9_./+-]* | [!/]*) mktemp -d "/tmp/$1.XXXXXX" ;;
    *) mktemp -d "${TMPDIR:-/tmp}/$1.XXXXXX" ;;
    esac
}
