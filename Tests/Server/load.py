"""Clients of the receiver that Examples/nginx.conf describes, and what must hold of its logs.

usage: load.py make AAK KEY COUNT BODIES     write COUNT bodies of both frameworks, one JSON string a line
       load.py ask PORT                      what the receiver answers to requests of every kind
       load.py send PORT BODIES CLIENTS SENT send each body until it is answered by 200, and write to SENT how often each
                                             was sent; a line of standard output for each tenth that is stored
       load.py check AAK KEY BODIES SENT LOST LOG...
                                             each body is in the logs once, byte for byte; at most LOST are missing, and
                                             those alone that were sent more than once may be there as often; aak says of
                                             each line what it says of the body
"""

import collections
import http.client
import json
import os
import random
import ssl
import subprocess
import sys
import threading
import time

PATHS = [
    path + slash
    for path in ("/.well-known/appattribution/report-attribution", "/.well-known/skadnetwork/report-attribution", "/postbacks")
    for slash in ("/", "")
]

# What strings in unsigned members may hold, and what lies in the way of logs.
TEXTS = [
    'quotes " and \' and \\ and \\\\ and \\" and /',
    "escapes \\n \\u0041 \\x22 %22 &quot; \x7f",
    "tabs\t, newlines\r\n, and other control characters \b\f\x00\x01\x1b",
    "separators \u2063\u2063 of SKAdNetwork, \u2028 \u2029 \ufeff",
    "straße, 広告, оплата, \U0001f469\u200d\U0001f680 and a\u0301",
    "$request_body ${time} '; return 500;",
    '"},{"body":"',
    "x" * 3000,
]


def fail(text):
    sys.exit(f"load.py: {text}")


def make(aak, key, count, target):
    count = int(count)
    lines = []
    for kind, share in ("postbacks", count // 2), ("skan", count - count // 2):
        made = subprocess.run(
            [aak, "fixtures", "--kind", kind, "--seed", "7", "--count", str(share), "--key", key], stdout=subprocess.PIPE, check=True
        ).stdout
        lines += made.decode().splitlines()[:share]
    chance = random.Random(7)
    chance.shuffle(lines)
    bodies = []
    for number, line in enumerate(lines):
        body = json.loads(line)
        # Each body is another one, and most are no plain text.
        body[f"note {number}"] = TEXTS[number % len(TEXTS)]
        form = number % 5
        if form == 0:
            text = json.dumps(body, separators=(",", ":"))
        elif form == 1:
            text = json.dumps(body, ensure_ascii=False).replace("/", "\\/")
        elif form == 2:
            text = json.dumps(body, ensure_ascii=False, indent=2)
        elif form == 3:
            text = json.dumps(altered(body))
        else:
            text = line[:-1] + f',"n":"{number} “⁣”"}}'
        bodies.append(text)
    bodies[-3:] = ["no JSON " + TEXTS[0], "{", "\u2063" * 100]
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(body) + "\n" for body in bodies)


def altered(body):
    """The same body with a signature that does not hold, or a signed value that is another."""
    for name in "jws-string", "transaction-id", "nonce":
        if name in body:
            place = len(body[name]) - 10
            other = "1" if body[name][place] != "1" else "2"
            return {**body, name: body[name][:place] + other + body[name][place + 1 :]}
    return body


def read_bodies(source):
    with open(source, encoding="utf-8") as file:
        return [json.loads(line).encode() for line in file]


def connect(port):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", int(port), timeout=30, context=context)


def ask(port):
    """Answers to single requests. Those that are stored have bodies that begin with `ask`."""

    def answer(method, path, body=b"", **options):
        connection = connect(port)
        connection.request(method, path, body=body, **options)
        response = connection.getresponse()
        response.read()
        connection.close()
        return response.status

    full = b"ask " + b"x" * (16384 - 4)
    wanted = [(("POST", path, b"ask " + path.encode()), 200) for path in PATHS]
    wanted += [(("POST", path + "?a=b", b"ask query " + path.encode()), 200) for path in PATHS]
    wanted += [(("POST", path + "x", b"no"), 404) for path in PATHS]
    wanted += [((method, path, b"no"), 403) for path in PATHS for method in ("GET", "PUT", "DELETE", "HEAD")]
    wanted += [(("POST", "/", b"no"), 404), (("POST", "/.well-known/", b"no"), 404), (("GET", "/", b""), 404)]
    wanted += [(("POST", PATHS[0], full), 200), (("POST", PATHS[0], full + b"x"), 413), (("POST", PATHS[0], full * 64), 413)]
    for request, status in wanted:
        found = answer(*request)
        if found != status:
            fail(f"{request[0]} {request[1]} with {len(request[2])} bytes was answered by {found}, want {status}")
    chunks = [b"ask chunks ", b"\xe2", b"\x81\xa3", b' "end"']
    if answer("POST", PATHS[0], iter(chunks), encode_chunked=True, headers={"Transfer-Encoding": "chunked"}) != 200:
        fail("a body in chunks was not answered by 200")
    print(sum(status == 200 for _, status in wanted) + 1)


def send(port, source, clients, target, until=None):
    """Sends bodies; the last tenth of them only when a file `until` is there."""
    bodies = read_bodies(source)
    held = len(bodies) * 9 // 10 if until else len(bodies)
    times = [0] * len(bodies)
    lock = threading.Lock()
    state = {"next": 0, "stored": 0}

    def client(number):
        connection = None
        while True:
            with lock:
                place = state["next"]
                state["next"] += 1
            if place >= len(bodies):
                return
            deadline = time.monotonic() + 60
            while place >= held and not os.path.exists(until) and time.monotonic() < deadline:
                time.sleep(0.01)
            while True:
                times[place] += 1
                try:
                    connection = connection or connect(port)
                    connection.request(
                        "POST", PATHS[place % len(PATHS)], body=bodies[place], headers={"Content-Type": "application/json; charset=utf-8"}
                    )
                    response = connection.getresponse()
                    response.read()
                    if response.status == 200:
                        break
                    fail_status = response.status
                except (OSError, http.client.HTTPException) as error:
                    fail_status = error
                    connection.close()
                    connection = None
                if time.monotonic() > deadline:
                    print(f"client {number}: body {place} was not stored: {fail_status}", file=sys.stderr)
                    return
                time.sleep(0.01)
            with lock:
                state["stored"] += 1
                if state["stored"] % max(1, len(bodies) // 10) == 0:
                    print(state["stored"], flush=True)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(int(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if state["stored"] != len(bodies):
        fail(f"{state['stored']} of {len(bodies)} bodies were stored")
    with open(target, "w", encoding="utf-8") as file:
        json.dump(times, file)


def verdicts(aak, key, text, *options):
    command = [aak, "verify", "--key", key, "-q", *options]
    made = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    found = []
    for line in made.splitlines():
        verdict = json.loads(line)
        found.append((verdict.pop("line"), verdict))
    return found


def is_same(verdict, direct):
    """Whether a body has one verdict in its line and alone. Alone in a stream, what is no JSON may seem to go on in the next line, and
    is refused at another byte."""
    return verdict == direct or verdict.get("rule") == direct.get("rule") == "json-syntax"


def check(aak, key, source, sent, lost, *logs):
    bodies = read_bodies(source)
    with open(sent, encoding="utf-8") as file:
        times = json.load(file)
    stored = []
    lines = []
    for log in logs:
        with open(log, "rb") as file:
            text = file.read()
        if text and not text.endswith(b"\n"):
            fail(f"{log} ends in half a line")
        for line in text.splitlines(keepends=True):
            entry = json.loads(line)
            if not entry["body"].startswith("ask "):
                if list(entry) != ["time", "path", "status", "type", "body"] or entry["status"] != 200:
                    fail(f"a line has members {list(entry)} and status {entry['status']}")
                stored.append(entry["body"].encode())
                lines.append(line)
    counts = collections.Counter(stored)
    unknown = counts.keys() - set(bodies)
    if unknown:
        fail(f"{len(unknown)} bodies were never sent, such as {sorted(unknown)[0][:200]}")
    missing = [place for place, body in enumerate(bodies) if counts[body] == 0]
    if len(missing) > int(lost):
        fail(f"{len(missing)} bodies are missing, want at most {lost}")
    for place, body in enumerate(bodies):
        if counts[body] > times[place]:
            fail(f"body {place} is there {counts[body]} times and was sent {times[place]} times")
    # What verify says of a line is what it says of the body. A body that is a document over several lines is one line of the log.
    direct = {}
    plain = [body for body in bodies if b"\n" not in body]
    spread = [body for body in bodies if b"\n" in body]
    for several, texts in (False, plain), (True, spread):
        found = verdicts(aak, key, b"".join(text + b"\n" for text in texts))
        if len(found) != len(texts):
            fail(f"{len(texts)} bodies have {len(found)} verdicts")
        for text, (_, verdict) in zip(texts, found):
            direct[text] = verdict
    found = verdicts(aak, key, b"".join(lines), "--at", "body")
    if [number for number, _ in found] != list(range(1, len(lines) + 1)):
        fail(f"{len(lines)} lines have {len(found)} verdicts")
    kinds = collections.Counter()
    for body, (number, verdict) in zip(stored, found):
        if not is_same(verdict, direct[body]):
            fail(f"line {number} is {verdict}, and its body {direct[body]}")
        kinds[verdict["verdict"]] += 1
    repeated = sum(counts.values()) - len(counts)
    again = sum(times) - len(times)
    verdict_counts = ", ".join(f"{count} {name}" for name, count in sorted(kinds.items()))
    print(
        f"{len(stored)} lines of {len(bodies)} bodies, {len(missing)} missing, {repeated} repeated, {again} sent again; {verdict_counts}"
    )


if __name__ == "__main__":
    {"make": make, "ask": ask, "send": send, "check": check}[sys.argv[1]](*sys.argv[2:])
