"""A receiver of postbacks, right or with a planted bug: it answers "counted" to what it counts.

    receiver.py FOLDER    prints its port; FOLDER has coprocess.py

The last part of the path names the bug, and each path has a memory of its own: http://127.0.0.1:PORT/python/replay
"""
import http.server
import json
import os
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from coprocess import Coprocess

verifier = Coprocess(
    "verify", "--validate", "--example-key", "--network", "example.adattributionkit", "--network", "example.skadnetwork",
    "--accept", "postback", "--accept", "skadnetwork-postback")


def counts(body, bug, seen):
    if bug == "numbers":
        try:
            body = json.dumps(json.loads(body, parse_int=lambda digits: int(float(digits)))).encode()
        except ValueError:
            return False
    verdict = json.loads(verifier.ask(body))
    if verdict["verdict"] != "valid":
        return False
    payload = verdict["payload"]
    if bug == "web" and "source-domain" in payload:
        return False
    if bug == "versions" and verdict.get("version", "4.0") < "4.0":
        return False
    key = verdict["identifier"], payload.get("postback-sequence-index")
    if bug == "changed":
        key = body
    elif bug == "windows":
        app = "app-id" if "app-id" in payload else "advertised-item-identifier"
        key = payload["ad-network-id" if app == "app-id" else "ad-network-identifier"], payload[app]
    if key in seen and bug == "crash":
        raise RuntimeError("a planted bug")
    if key in seen and bug != "replay":
        return False
    seen.add(key)
    return True


class Handler(http.server.BaseHTTPRequestHandler):
    memory = {}

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        seen = self.memory.setdefault(self.path, set())
        answer = b"counted" if counts(body, os.path.basename(self.path), seen) else b"not counted"
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
