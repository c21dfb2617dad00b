# shellcheck shell=sh
# The receiver of Examples/nginx.conf on a free port of the loopback, for the scripts of this folder.
# They set `here` to this folder.
#
#   need PROGRAM...     ends the script with a word where one is not installed
#   make_server         writes the configuration into $work, and starts nginx; sets port, log and master
#   start               starts nginx again
#   workers             lists its workers
#   rotate NAME         gives the log another name, and waits until nobody writes to it any more
#   fail MESSAGE        ends the script

PATH=$PATH:/usr/sbin:/usr/local/sbin
: "${here:?}"

need() {
    for program; do
        command -v "$program" >/dev/null 2>&1 || {
            echo "skipped: $program is not installed"
            exit 0
        }
    done
}

if ! command -v nginx >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx-light; } >/dev/null 2>&1 || true
fi
need nginx openssl python3

work=$(mktemp -d)

stop() {
    [ ! -s "$work/nginx.pid" ] || kill -TERM "$(cat "$work/nginx.pid")" 2>/dev/null || true
    # The master goes last, with its pid file.
    tries=0
    while [ -e "$work/nginx.pid" ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

fail() {
    echo "error: $1" >&2
    [ ! -s "$work/error.log" ] || tail -n 5 "$work/error.log" | sed 's/^/error.log: /' >&2
    exit 1
}

start() {
    # Workers of another user could not open the logs in a folder of root.
    if [ "$(id -u)" = 0 ]; then set -- -g 'user root;'; else set --; fi
    nginx -p "$work" -c "$work/nginx.conf" "$@" 2>>"$work/start.log"
}

make_server() {
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -keyout "$work/server.key" -out "$work/server.pem" 2>/dev/null
    # The configuration as it is, but for what a user changes too. Several workers write one log.
    sed -e "s|/var/log/postbacks/|$work/|; s|/run/postbacks.sock|$work/sink.sock|; s|/run/postbacks.pid|$work/nginx.pid|; s|/run/web-ads.sock|$work/web-ads.sock|" \
        -e "s|/etc/ssl/postbacks\.|$work/server.|; s|listen 443 |listen 127.0.0.1:$port |" \
        -e 's|^worker_processes auto|worker_processes 3|' -e "s|^http {|& include $work/folders.conf;|" \
        "$here/../../Examples/nginx.conf" >"$work/nginx.conf"
    # Where nginx was never started as root, its own folders for these are missing, and an ordinary user cannot make them.
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $work/$kind;"; done >"$work/folders.conf"
    [ "$(grep -c "$work" "$work/nginx.conf")" = 9 ] || fail 'not every path of nginx.conf was found'
    start || fail "$(cat "$work/start.log")"
    log=$work/postbacks.ndjson
    master=$(cat "$work/nginx.pid")
}

workers() { ps -o pid= --ppid "$master" | tr -d ' '; }

rotate() {
    mv "$log" "$work/$1"
    kill -USR1 "$master"
    tries=0
    while [ ! -e "$log" ] || find /proc/[0-9]*/fd -lname "$work/$1" 2>/dev/null | grep -q .; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || fail "$1 was still open after 30 seconds"
        sleep 0.1
    done
}
