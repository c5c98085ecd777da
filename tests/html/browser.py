"""A headless Chromium, driven through its DevTools protocol.

Only what the tests of the report need, with nothing but Python's own library:
a websocket client, and a few words for what is asked often.

    with Browser("chromium") as browser:
        page = browser.open("/tmp/report.html", width=1600)
        page.click("th button")
        print(page.value("document.title"))

Everything that the page asks for or complains of is kept in page.requests and
page.complaints.
"""

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

KEYS = {
    "Enter": (13, "\r"), "Escape": (27, ""), "Backspace": (8, ""),
    "Tab": (9, ""), " ": (32, " "), "Home": (36, ""),
    "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}


class Socket:
    """The client's side of RFC 6455: whole text messages."""

    def __init__(self, url, timeout=60):
        host, path = url[len("ws://"):].split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise OSError(f"no websocket: {head[:100]!r}")

    def take(self, size):
        while len(self.buffer) < size:
            more = self.socket.recv(1 << 20)
            if not more:
                raise OSError("the browser has hung up")
            self.buffer += more
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def send(self, text):
        data = text.encode()
        size = len(data)
        mask = os.urandom(4)
        if size < 126:
            head = struct.pack("!BB", 0x81, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x81, 0x80 | 127, size)
        masked = bytes(c ^ mask[i % 4] for i, c in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        text = b""
        while True:
            first, second = self.take(2)
            size = second & 0x7F
            if size == 126:
                size = struct.unpack("!H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self.take(8))[0]
            data = self.take(size)
            if first & 0x0F in (0, 1, 2):
                text += data
                if first & 0x80:
                    return text.decode()
            elif first & 0x0F == 8:
                raise OSError("the browser has hung up")


class Page:
    def __init__(self, browser, url):
        self.socket = Socket(url)
        self.nr = 0
        self.requests = []
        self.complaints = []
        self.loaded = False
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(domain + ".enable")

    def event(self, message):
        method, params = message["method"], message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(params["exceptionDetails"])[:400])
        elif method == "Runtime.consoleAPICalled":
            if params["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(params["args"])[:400])
        elif method == "Log.entryAdded":
            if params["entry"]["level"] in ("error", "warning"):
                self.complaints.append(params["entry"]["text"][:400])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **params):
        self.nr += 1
        self.socket.send(json.dumps(
            {"id": self.nr, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.nr:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.event(message)

    def wait_loaded(self):
        until = time.time() + 60
        while not self.loaded and time.time() < until:
            self.call("Runtime.evaluate", expression="1")
            time.sleep(0.01)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def place(self, selector, index=0):
        """The middle of an element, scrolled into view."""
        where = self.value(
            f"(() => {{ const e = document.querySelectorAll("
            f"{json.dumps(selector)})[{index}];"
            f" e.scrollIntoView({{ block: 'center' }});"
            f" const r = e.getBoundingClientRect();"
            f" return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
        return where

    def click(self, selector, index=0):
        x, y = self.place(selector, index)
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def point(self, selector, index=0):
        x, y = self.place(selector, index)
        self.mouse("mouseMoved", x, y)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def key(self, key, times=1):
        code, text = KEYS[key]
        for _ in range(times):
            self.call("Input.dispatchKeyEvent",
                      type="keyDown" if text else "rawKeyDown", key=key,
                      windowsVirtualKeyCode=code,
                      **({"text": text} if text else {}))
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key,
                      windowsVirtualKeyCode=code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def clear(self):
        """Empty the field that has the focus."""
        self.value("document.activeElement.select()")
        self.key("Backspace")

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)

    def dark(self, on=True):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def shot(self, path, whole=True):
        picture = self.call("Page.captureScreenshot",
                            captureBeyondViewport=whole, format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))


class Browser:
    def __init__(self, program, scripts=True):
        self.folder = tempfile.mkdtemp()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", "--disable-extensions",
                   "--disable-component-update", "--disable-sync",
                   "--disable-default-apps", "--hide-scrollbars",
                   "--remote-debugging-port=0", "--remote-allow-origins=*",
                   f"--user-data-dir={self.folder}"]
        if not scripts:
            options.append("--blink-settings=scriptEnabled=false")
        self.process = subprocess.Popen(
            [program, *options, "about:blank"], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "DevTools listening on ws://" in line:
                self.port = line.split("ws://")[1].split("/")[0]
                break
        else:
            raise OSError("Chromium did not start")

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def open(self, path, width=1200, height=900, dark=False):
        request = urllib.request.Request(
            f"http://{self.port}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(request, timeout=60) as answer:
            target = json.load(answer)
        page = Page(self, target["webSocketDebuggerUrl"])
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        page.size(width, height)
        page.dark(dark)
        page.requests.clear()
        page.loaded = False
        page.call("Page.navigate", url=path if ":" in path else "file://" + os.path.abspath(path))
        page.wait_loaded()
        return page
