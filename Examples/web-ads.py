"""Answers the requests of devices for signed web ads. nginx.conf passes them on, and has the certificate.

    web-ads.py SOCKET OPTION...    the options are those of aak skan sign: the key, the network, the advertised app, the campaign
"""
import http.server
import os
import socketserver
import sys

sys.dont_write_bytecode = True
from coprocess import Coprocess

path, *options = sys.argv[1:]
signer = Coprocess("skan", "sign", *options)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            status, answer = 200, signer.ask(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        except ValueError as error:  # It is not such a request.
            status, answer = 400, str(error).encode()
        except OSError as error:
            status, answer = 500, str(error).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status == 200 else "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass  # nginx has the logs.


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


if os.path.exists(path):
    os.remove(path)  # A server that was killed leaves its socket.
os.umask(0o117)  # nginx needs the same group.
Server(path, Handler).serve_forever()
