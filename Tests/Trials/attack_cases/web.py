"""Answers of the preview to others than the user's browser."""

import http.client
import os
import socket
import subprocess
import time

from attacks import SECRET

PATHS = ["/../secret.md", "/%2e%2e/secret.md", "/..%2fsecret.md", "/....//secret.md", "//etc/passwd", "/%2e%2e%2f%2e%2e%2f.ssh/id", "/link.md", "/link/id", "/.git/config",
         "/.sheaf/config.yaml", "/Note.md", "/\\..\\secret.md", "/%00", "/.ssh/id", "/-/changes?x=../secret", "/%c0%ae%c0%ae/secret.md", "/a/../../secret.md", "/;/../secret.md",
         "/Private.html", "/private/Hidden.html", "http://evil.invalid/", "/?q=<script>alert(1)</script>", "/<script>alert(1)</script>"]
HOSTS = ["evil.invalid", "127.0.0.1.evil.invalid", "localhost.evil.invalid", "[::1].evil.invalid", "0.0.0.0", "evil.invalid:80@localhost"]
RAW = {"no request": b"", "half a line": b"GET /", "long line": b"GET /" + b"a" * 3_000_000 + b" HTTP/1.1\r\n\r\n", "many headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200_000 + b"\r\n",
       "NUL": b"GET /\0 HTTP/1.1\r\n\r\n", "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nabc",
       "chunks": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n", "old": b"GET / HTTP/0.9\r\n\r\n", "bytes": bytes(range(256)) * 50,
       "methods": b"PUT /Note.md HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", "delete": b"DELETE /Note.md HTTP/1.1\r\nHost: localhost\r\n\r\n",
       "line ends": b"GET /%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n\r\n"}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def served(body):
    def run(ground):
        os.symlink(ground.home + "/secret.md", ground.root + "/link.md")
        os.symlink(ground.home + "/.ssh", ground.root + "/link")
        ground.write("Private.md", f"---\ndraft: true\n---\n\n{SECRET}\n")
        ground.write("private/Hidden.md", f"# Hidden\n\n{SECRET}\n")
        port = free_port()
        ground.begin()
        process = subprocess.Popen([ground.program, "serve", "--port", str(port)], cwd=ground.root, env=ground.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        ground.commands += 1
        try:
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            body(ground, port)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/")
            ground.expect(connection.getresponse().status == 200, "the preview no longer answers")
        except OSError as error:
            ground.problems.append(f"the preview no longer answers: {error}")
        finally:
            process.terminate()
            process.wait(10)
        ground.judge()
    return run


def ask(ground, port, data, seconds=3):
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.settimeout(seconds)
        answer = b""
        try:
            connection.sendall(data)
            while len(answer) < 1 << 20:
                piece = connection.recv(65536)
                if not piece:
                    break
                answer += piece
        except OSError:
            pass
    ground.expect(SECRET.encode() not in answer, f"answered {data[:60]!r} with the secret")
    return answer


def path(text):
    return served(lambda ground, port: ask(
        ground, port, f"GET {text} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode()))


def host(name):
    def body(ground, port):
        answer = ask(ground, port, f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        ground.expect(b"<title" not in answer, f"answers a page to the host {name}")
    return served(body)


def raw(data):
    return served(lambda ground, port: ask(ground, port, data, 1))


def half_open(ground, port):
    connections = []
    try:
        for _ in range(600):
            connections.append(socket.create_connection(("127.0.0.1", port), 2))
            connections[-1].sendall(b"GET / HT")
    except OSError:
        pass
    answer = ask(ground, port, f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode(), 10)
    ground.expect(answer.startswith(b"HTTP/1.1 200"), "no answer under 600 half-open connections")
    for connection in connections:
        connection.close()


def policy(ground, port):
    answer = ask(ground, port, f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
    ground.expect(b"content-security-policy:" in answer.lower().split(b"\r\n\r\n")[0], "no policy in the header")


def attacks(seeds):
    for text in PATHS:
        yield f"path {text}", path(text)
    for name in HOSTS:
        yield f"host {name}", host(name)
    for name, data in RAW.items():
        yield f"request: {name}", raw(data)
    yield "half-open connections", served(half_open)
    yield "policy as a header", served(policy)
