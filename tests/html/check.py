#!/usr/bin/env python3
"""check.py PROGRAM [PICTURES] - the report in a real browser

Makes reports of what is in testdata and of hostile names, opens them in
headless Chromium, and works them by mouse and by keyboard.  PICTURES is a folder
for screenshots, for whoever wants to look.  AXE names axe-core's axe.min.js, if
there is one.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.dirname(__file__))
from browser import Browser  # noqa: E402

TREE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
REAL = os.path.join(TREE, "testdata/real")
MAP = os.path.join(REAL, "kernels/6.1.0-57-cloud-amd64/System.map.xz")
HOSTILE = ("<script>alert(1)</script>", "<img src=x onerror=alert(2)>",
           "\"'><b>bold", "</script><script>alert(3)</script>",
           "a\u202eb\u2066c", "\x1bXred\x07", "&lt;i&gt;", "]]>--><!--",
           "${alert(4)}`", "javascript:alert(5)")
WIDTHS = (400, 900, 1600)

program = os.path.abspath(sys.argv[1])
pictures = sys.argv[2] if len(sys.argv) > 2 else None
axe = os.environ.get("AXE")
work = tempfile.TemporaryDirectory()
tests = []


def test(function):
    tests.append(function)
    return function


def path(name):
    return os.path.join(work.name, name)


def report(name, *args):
    out = path(name + ".html")
    subprocess.run([program, "-q", *args, "-o", out], check=True, cwd=work.name)
    return out


def write(name, text):
    with open(path(name), "w", encoding="utf-8", errors="surrogateescape") as f:
        f.write(text)
    return path(name)


def listing(name, rows):
    return write(name, "".join(f"{n:6d} {s:40s} 0.0100\n" for s, n in rows) +
                 f"{sum(n for _, n in rows):6d} total 0.0001\n")


def chains(*more):
    perf = os.path.join(REAL, "perf")
    return report("chains", f"{perf}/a-r1.folded.xz", f"{perf}/a-r2.folded.xz",
                  "--vs", f"{perf}/b-r1.folded.xz", f"{perf}/b-r2.folded.xz",
                  *more)


def kernels():
    runs = os.path.join(REAL, "x86-mitigations")
    return report("kernels", "-m", MAP, f"{runs}/base.profile.xz",
                  f"{runs}/test.profile.xz")


def small():
    base = listing("base", [("schedule", 500), ("old", 90), ("same", 70),
                            ("kmem_cache_alloc", 30), ("memcpy", 1000)])
    new = listing("test", [("schedule", 900), ("new", 80), ("same", 70),
                           ("kmem_cache_alloc", 5), ("memcpy", 1010)])
    return report("small", base, new)


def hostile():
    bad = [name.replace(";", ":") for name in HOSTILE]
    base = "".join(f"main;{a};{b} {50 + i}\n" for i, a in enumerate(bad)
                   for b in bad[:3])
    new = "".join(f"main;{b};{a} {30 + 9 * i}\n" for i, a in enumerate(bad)
                  for b in bad[2:6])
    return report("hostile", "--base-label=" + HOSTILE[0],
                  "--test-label=" + HOSTILE[2], write("bad-base", base),
                  write("bad-test", new))


def same(what, got, want):
    if got != want:
        raise AssertionError(f"{what}: {got!r}, not {want!r}")


def quiet(page):
    """Nobody complained, and nothing was asked for but the page itself."""
    same("complaints", page.complaints, [])
    same("requests", [r for r in page.requests if not r.startswith("file:") or
                      not r.endswith(".html")], [])


def names(page, nr=5):
    """Of the first rows but the total, without what stands behind them."""
    return page.value(
        "Array.from(document.querySelectorAll('#c1-rows > table > tbody > tr'"
        f")).filter(r => !r.matches('.t, .d')).slice(0, {nr})"
        ".map(r => r.cells[0].childNodes[r.querySelector('button') ? 1 : 0]"
        ".textContent.trim())")


def status(page, nr=0):
    return page.value(f"document.querySelectorAll('output')[{nr}].textContent")


def head(page, name):
    """The place of the column's button among the buttons of the head."""
    return page.value(
        "Array.from(document.querySelectorAll('#c1-rows thead button'))"
        f".findIndex(b => b.textContent === '{name}')")


# ---- the table ----------------------------------------------------------------

@test
def a_page_asks_for_nothing_and_complains_of_nothing(browser):
    for make in (small, kernels, chains, hostile):
        page = browser.open(make())
        quiet(page)
        same("scripts that ran", page.value("document.documentElement.className"),
             "ready")


@test
def columns_sort_by_mouse(browser):
    page = browser.open(small())
    first = names(page)
    same("by delta", first[:2], ["schedule", "new"])
    page.click("#c1-rows thead button", head(page, "base"))
    same("by base", names(page), ["memcpy", "schedule", "old", "same",
                                  "kmem_cache_alloc"])
    same("said", page.value("document.querySelectorAll('#c1-rows thead th["
                            "aria-sort]').length"), 1)
    same("so", page.value("document.querySelector('#c1-rows thead th["
                          "aria-sort]').getAttribute('aria-sort')"), "descending")
    page.click("#c1-rows thead button", head(page, "base"))
    same("rising", names(page)[0], "new")
    page.click("#c1-rows thead button", 0)
    same("by name", names(page), ["kmem_cache_alloc", "memcpy", "new", "old",
                                  "same"])
    same("total on top", page.value("document.querySelector('#c1-rows tbody tr')"
                                    ".className"), "t")
    page.click("#c1-rows thead button", head(page, "percent"))
    same("none is last", page.value(
        "document.querySelector('#c1-rows tbody tr:last-child th').textContent")
        [:3], "new")
    quiet(page)


@test
def columns_sort_by_keyboard(browser):
    page = browser.open(small())
    page.value("document.querySelector('#c1-rows').focus()")
    page.key("Tab")
    same("focus", page.value("document.activeElement.textContent"), "symbol")
    page.key("Enter")
    same("by name", names(page)[0], "kmem_cache_alloc")
    page.key(" ")
    same("falling", names(page)[0], "schedule")
    page.key("Tab", 2)
    page.key("Enter")
    same("by test", names(page)[:2], ["memcpy", "schedule"])
    quiet(page)


@test
def rows_are_filtered(browser):
    page = browser.open(small())
    page.click("input[type=search]")
    page.type("MEM")
    same("names", names(page), ["memcpy", "kmem_cache_alloc"])
    same("said", status(page), "2 of 6 rows")
    page.clear()
    page.type("/^s.*e$/")
    same("by expression", names(page), ["schedule", "same"])
    page.clear()
    page.type("/(/")
    same("no expression", status(page), "6 rows; no regular expression")
    same("invalid", page.value("document.activeElement.getAttribute("
                               "'aria-invalid')"), "true")
    page.clear()
    same("all", status(page), "6 rows")
    page.click("input[type=checkbox]")
    same("no noise", "same" in names(page), False)
    same("changes", "schedule" in names(page), True)
    page.value("document.activeElement.focus()")
    page.key(" ")
    same("all again", status(page), "6 rows")
    quiet(page)


@test
def a_row_opens_and_closes(browser):
    page = browser.open(small())
    at = names(page).index("new")
    page.click("#c1-rows tbody button.x", at)
    text = page.value("document.querySelector('tr.d').innerText")
    if "New: base has no samples in it." not in text:
        raise AssertionError(text)
    same("expanded", page.value(
        f"document.querySelectorAll('button.x')[{at}].ariaExpanded"), "true")
    same("called", page.value(
        f"document.querySelectorAll('button.x')[{at}].ariaLabel"),
        "Details of new")
    page.click("#c1-rows thead button", 0)
    same("it stays with its row", page.value(
        "document.querySelector('tr.d').previousSibling.querySelector('button')"
        ".ariaLabel"), "Details of new")
    page.value("document.querySelectorAll('button.x')[2].focus()")
    page.key("Enter")
    same("closed by keyboard", page.value(
        "document.querySelectorAll('tr.d').length"), 0)
    page.key(" ")
    same("and opened", page.value("document.querySelectorAll('tr.d').length"), 1)
    quiet(page)


@test
def a_row_has_its_callers(browser):
    page = browser.open(chains())
    page.click("input[type=search]")
    page.type("shmem_get_folio_gfp")
    page.click("#c1-rows tbody button.x")
    text = page.value("document.querySelector('tr.d').innerText")
    for part in ("Called by", "It called", "shmem_write_begin", "with all it called"):
        if part not in text:
            raise AssertionError(f"no {part} in {text}")
    # What the callers have adds up to what it has with all that it called.
    sums = page.value(
        "Array.from(document.querySelectorAll('tr.d .calls table:first-child"
        " tbody tr')).reduce((s, r) => s + parseFloat(r.cells[2].textContent"
        ".replace(/,/g, '')), 0)")
    want = float(re.search(r"test ([\d,.]+): ", text).group(1).replace(",", ""))
    if abs(sums - want) > 1:
        raise AssertionError(f"{sums}, not {want}")
    quiet(page)


@test
def ten_thousand_rows_do_not_make_it_wait(browser):
    rows = [(f"function_{i}_{i * 7919 % 10007}", 1 + i * i % 997)
            for i in range(10000)]
    base = listing("many-base", rows)
    new = listing("many-test", [(s, n + i % 13) for i, (s, n) in enumerate(rows)])
    out = report("many", base, new)
    size = os.path.getsize(out)
    if size >= 3 << 20:
        raise AssertionError(f"{size} bytes")
    page = browser.open(out)
    same("rows", status(page), "10,000 rows, 200 shown")
    # A slow machine is no pause of the page's, so what it takes is generous.
    opened = page.value("(t => t.domComplete - t.responseEnd)("
                        "performance.getEntriesByType('navigation')[0])")
    times = [page.value(
        "(() => { const b = document.querySelectorAll('#c1-rows thead button')["
        f"{i}]; const t = performance.now(); b.click();"
        " document.body.offsetHeight; return performance.now() - t; })()")
        for i in (0, 1, 3, 4)]
    print(f"    {size} bytes, open in {opened:.0f} ms, sorted in "
          f"{max(times):.0f} ms")
    if opened > 3000 or max(times) > 600:
        raise AssertionError(f"open {opened} ms, sort {times} ms")
    page.click(".tools button", 0)
    same("more", status(page), "10,000 rows, 400 shown")
    page.click("input[type=search]")
    page.type("function_9999_")
    same("one", status(page), "1 of 10,000 rows")
    same("no more", page.value("document.querySelector('#c1-rows')"
                               ".nextElementSibling.offsetHeight"), 0)
    quiet(page)


@test
def all_rows_are_printed(browser):
    rows = [(f"f{i}", 1 + i) for i in range(900)]
    page = browser.open(report("print", listing("b", rows), listing(
        "t", [(s, 2 * n) for s, n in rows])))
    same("shown", page.value("document.querySelectorAll('#c1-rows tbody tr')"
                             ".length"), 201)
    page.value("window.dispatchEvent(new Event('beforeprint'))")
    same("printed", page.value("document.querySelectorAll('#c1-rows tbody tr')"
                               ".length"), 901)
    page.call("Page.printToPDF")
    quiet(page)


# ---- the flame graph ----------------------------------------------------------

def frame_text(page, which):
    return page.value(f"document.querySelector('{which}').title.split('\\n')[0]")


@test
def the_flame_graph_zooms_by_mouse(browser):
    page = browser.open(chains())
    same("trees", page.value("document.querySelectorAll('.flame').length"), 2)
    same("no zoom", page.value("document.querySelectorAll('.tools button[disabled]"
                               "').length"), 1)
    before = page.value("document.querySelectorAll('.flame')[0].children.length")
    nr = page.value("Array.from(document.querySelectorAll('.flame')[0].children)"
                    ".findIndex(f => f.title.startsWith('dd\\n'))")
    page.click(".flame .frame", nr)
    same("as wide as all", page.value(
        "document.querySelector('.frame[aria-selected=true]').style.width"),
        "100%")
    same("it", frame_text(page, ".frame[aria-selected=true]"), "dd")
    page.value("document.querySelectorAll('.tools button')[2].focus()")
    resets = page.value("Array.from(document.querySelectorAll('button'))"
                        ".findIndex(b => b.textContent === 'Reset zoom')")
    page.click("button", resets)
    same("as before", page.value("document.querySelectorAll('.flame')[0]"
                                 ".children.length"), before)
    page.point(".flame .frame", 1)
    text = page.value("document.querySelector('.about').textContent")
    if not re.search(r"base [\d,.]+ \([\d.]+%\), test [\d,.]+ \([\d.]+%\): [-+]",
                     text):
        raise AssertionError(text)
    quiet(page)


@test
def the_flame_graph_is_walked_by_keyboard(browser):
    page = browser.open(chains())
    page.value("document.querySelector('.flame [tabindex=\"0\"]').focus()")
    same("root", frame_text(page, ":focus"), "all")
    page.key("ArrowDown")
    first = frame_text(page, ":focus")
    page.key("ArrowRight")
    second = frame_text(page, ":focus")
    if first == second or "all" in (first, second):
        raise AssertionError(f"{first}, {second}")
    page.key("ArrowLeft")
    same("back", frame_text(page, ":focus"), first)
    page.key("ArrowRight")
    page.key("Enter")
    same("zoomed", frame_text(page, ".frame[aria-selected=true]"), second)
    same("focus stays", frame_text(page, ":focus"), second)
    page.key("ArrowDown")
    page.key("Enter")
    third = frame_text(page, ":focus")
    page.key("Escape")
    same("out again", frame_text(page, ".frame[aria-selected=true]"), second)
    page.key("Backspace")
    same("all of it", frame_text(page, ".frame[aria-selected=true]"), "all")
    if third == second:
        raise AssertionError(third)
    same("one frame takes the focus", page.value(
        "document.querySelectorAll('.flame')[0].querySelectorAll("
        "'[tabindex=\"0\"]').length"), 1)
    quiet(page)


@test
def frames_are_searched(browser):
    page = browser.open(chains())
    at = page.value("Array.from(document.querySelectorAll('input[type=search]'))"
                    ".findIndex(i => i.parentNode.textContent.includes('frames'))")
    page.click("input[type=search]", at)
    page.type("vfs_write")
    found = page.value("document.querySelectorAll('.frame.found').length")
    if not found:
        raise AssertionError("nothing is marked")
    text = page.value("Array.from(document.querySelectorAll('output')).map("
                      "o => o.textContent).find(t => t.includes('frames;'))")
    if not re.match(r"[\d,]+ frames; base [\d,.]+ \([\d.]+%\), test ", text or ""):
        raise AssertionError(text)
    page.clear()
    same("nothing", page.value("document.querySelectorAll('.frame.found')"
                               ".length"), 0)
    quiet(page)


@test
def frames_are_as_wide_as_asked(browser):
    page = browser.open(chains())
    same("gone have a graph", page.value("document.querySelectorAll('.flame')[1]"
                                         ".hidden"), False)
    page.value("(s => { s.value = 'both'; s.dispatchEvent(new Event('change'));"
               " })(document.querySelector('select'))")
    same("no graph of one side", page.value("document.querySelectorAll('.flame')"
                                            "[1].hidden"), True)
    same("gone ones", page.value("document.querySelectorAll('.flame')[0]"
                                 ".querySelectorAll('.gone').length > 0"), True)
    page.value("(s => { s.value = 'base'; s.dispatchEvent(new Event('change'));"
               " })(document.querySelector('select'))")
    same("new ones", page.value("document.querySelectorAll('.flame')[1]"
                                ".querySelectorAll('.new').length > 0"), True)
    page = browser.open(chains("--flame=both"))
    same("as the option says", page.value("document.querySelector('select')"
                                          ".value"), "both")
    quiet(page)


# ---- whatever it is of ---------------------------------------------------------

@test
def names_from_strangers_do_nothing(browser):
    page = browser.open(hostile())
    quiet(page)
    same("elements of theirs", page.value(
        "document.querySelectorAll('main img, main b, main script:not("
        "[type=\"application/json\"])').length"), 0)
    page.value("document.querySelectorAll('button.x').forEach(b => b.click())")
    page.value("document.querySelectorAll('.frame').forEach(f => "
               "f.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))")
    text = page.value("document.body.innerText + document.title")
    for mark in ("\u202e", "\u2066", "\x1b", "\x07"):
        if mark in text:
            raise AssertionError(f"{mark!r} came through")
    for part in ("<script>alert(1)</script>", "\\xe2\\x80\\xae", "\\x1bXred\\x07"):
        if part not in text:
            raise AssertionError(f"no {part}")
    same("still none", page.value(
        "document.querySelectorAll('main img, main b').length"), 0)
    quiet(page)
    # The policy holds where the page does not: it stops what is put in.
    page.value("document.body.insertAdjacentHTML('beforeend',"
               " '<img src=\"https://example.org/x\" onerror=\"window.bad = 1\">')")
    page.value("new Promise(r => setTimeout(r, 100))")
    same("the policy", page.value("window.bad"), None)


@test
def without_a_script_it_is_read(browser):
    with Browser(chromium, scripts=False) as still:
        page = still.open(chains())
        tree = page.call("DOM.getDocument", depth=-1)
        rows = page.call("DOM.querySelectorAll", nodeId=tree["root"]["nodeId"],
                         selector="#c1-rows tbody tr")["nodeIds"]
        if len(rows) < 500:
            raise AssertionError(f"{len(rows)} rows")
        box = page.call("DOM.getBoxModel", nodeId=rows[-1])
        same("the last is there", box["model"]["height"] > 10, True)
        nr = page.call("DOM.querySelectorAll", nodeId=tree["root"]["nodeId"],
                       selector="noscript svg g.f")["nodeIds"]
        if len(nr) < 300:
            raise AssertionError(f"{len(nr)} frames")
        same("nothing dead", page.call(
            "DOM.querySelectorAll", nodeId=tree["root"]["nodeId"],
            selector="button, input")["nodeIds"], [])
        quiet(page)


@test
def several_tests_are_sections(browser):
    base = listing("s0", [("a", 50), ("b", 500)])
    one = listing("s1", [("a", 90), ("b", 500)])
    two = listing("s2", [("a", 50), ("b", 900)])
    page = browser.open(report("several", base, "--vs", one, "--vs", two))
    same("sections", page.value("document.querySelectorAll('main > section')"
                                ".length"), 2)
    same("links", page.value("Array.from(document.querySelectorAll('nav a'),"
                             " a => document.querySelector(a.hash).tagName)"),
         ["SECTION", "SECTION"])
    page.click("#c2 input[type=search]")
    page.type("b")
    same("only there", page.value(
        "[1, 2].map(i => document.querySelectorAll(`#c${i}-rows tbody tr`)"
        ".length)"), [3, 2])
    quiet(page)


@test
def one_profile(browser):
    perf = os.path.join(REAL, "perf")
    out = path("show.html")
    subprocess.run([program, "show", "-q", f"{perf}/a-r1.folded.xz", "-o", out],
                   check=True)
    page = browser.open(out)
    same("flame graph", page.value("document.querySelectorAll('.flame').length"),
         1)
    page.click("#c1-rows tbody button.x")
    quiet(page)


@test
def any_width_and_either_light(browser):
    for make in (small, kernels, chains):
        out = make()
        for width in WIDTHS:
            for dark in (False, True):
                page = browser.open(out, width=width, dark=dark)
                wide = page.value("document.documentElement.scrollWidth")
                if wide > width:
                    raise AssertionError(f"{out}: {wide} wide, of {width}")
                colors = page.value(
                    "(s => [s.color, s.backgroundColor])"
                    "(getComputedStyle(document.body))")
                ink, paper = (sum(map(int, re.findall(r"\d+", c)[:3]))
                              for c in colors)
                same("light", paper < ink, dark)
                if pictures:
                    name = os.path.basename(out)[:-5]
                    page.shot(os.path.join(
                        pictures, f"{name}-{width}{'-dark' * dark}.png"))
                quiet(page)


@test
def readme_has_its_picture(browser):
    """make check-html PICTURES=DIR ONLY=readme makes it again, in more colours"""
    perf = os.path.join(REAL, "perf")
    for name in ("a-r1.folded.xz", "b-r1.folded.xz"):
        shutil.copy(os.path.join(perf, name), path(name))
    page = browser.open(report("report", "a-r1.folded.xz", "b-r1.folded.xz"),
                        width=900)
    page.size(900, 940)
    if pictures:
        page.value("window.scrollTo(0, 470)")
        page.shot(os.path.join(pictures, "report.png"), whole=False)
    with open(os.path.join(TREE, "README.md"), encoding="utf-8") as f:
        named = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", f.read())
    same("named", named, ["man/pictures/report.png"])
    with open(os.path.join(TREE, named[0]), "rb") as f:
        same("of kind", f.read(8), b"\x89PNG\r\n\x1a\n")


@test
def pictures_are_drawn(browser):
    perf = os.path.join(REAL, "perf")
    base = listing("p0", [("a", 50), ("b", 500)])
    new = listing("p1", [("a", 90), ("b", 200)])
    page = None
    for name, args in (("flame", [f"{perf}/a-r1.folded.xz", f"{perf}/b-r1.folded.xz"]),
                       ("bars", [base, new])):
        out = path(name + ".svg")
        subprocess.run([program, "-q", *args, "-o", out], check=True)
        # As a document, and as an image of a page.
        same("complaints", browser.open(out).complaints, [])
        write(name + ".html", f'<!DOCTYPE html><title>x</title><img src="{name}.svg">')
        page = browser.open(path(name + ".html"))
        same("as an image", page.value("document.images[0].naturalWidth"), 1200)
        if pictures:
            page.shot(os.path.join(pictures, name + "-svg.png"))
        try:
            subprocess.run(["rsvg-convert", out, "-o", path(name + ".png")],
                           check=True)
        except OSError:
            print("    there is no rsvg-convert")
            continue
        if pictures:
            shutil.copy(path(name + ".png"), pictures)
        if os.path.getsize(path(name + ".png")) < 5000:
            raise AssertionError("rsvg-convert drew nothing")


CONTRASTS = """
(() => {
  const light = (c) => {
    const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$/.test(c))
        return c;
    }
    return 'rgb(255, 255, 255)';
  };
  const bad = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest('svg, script, noscript, :disabled'))
      continue;
    const a = light(getComputedStyle(e).color), b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5)
      bad.push(`${e.className || e.tagName} ${ratio.toFixed(2)}`);
  }
  return Array.from(new Set(bad));
})()
"""

NAMELESS = """
Array.from(document.querySelectorAll('button, input, select, [role=img],'
  + ' [role=tree], [role=treeitem], [role=group]')).filter((e) =>
  !(e.ariaLabel || e.textContent.trim() || (e.labels && e.labels.length)))
  .map((e) => e.outerHTML.slice(0, 100))
"""


@test
def it_can_be_read_and_reached_by_all(browser):
    for make in (small, chains, hostile):
        out = make()
        for dark in (False, True):
            page = browser.open(out, dark=dark)
            page.click("#c1-rows tbody button.x")
            same("contrast", page.value(CONTRASTS), [])
            same("without a name", page.value(NAMELESS), [])
            same("levels", page.value(
                "Array.from(document.querySelectorAll('h1, h2, h3'),"
                " h => +h.tagName[1]).every((n, i, all) => !i ||"
                " n <= all[i - 1] + 1)"), True)
            same("ids", page.value(
                "(a => a.length - new Set(a).size)(Array.from("
                "document.querySelectorAll('[id]'), e => e.id))"), 0)
            same("language", page.value("document.documentElement.lang"), "en")


@test
def axe_finds_nothing(browser):
    if not axe:
        raise Skip("there is no axe-core; npm gets it")
    with open(axe, encoding="utf-8") as file:
        script = file.read()
    for make in (small, kernels, chains):
        out = make()
        for width, dark in ((1600, False), (400, True)):
            page = browser.open(out, width=width, dark=dark)
            page.click("#c1-rows tbody button.x")
            page.value(script + ";0")
            found = page.value(
                "axe.run().then(r => r.violations.map(v => v.id + ': ' +"
                " v.nodes.slice(0, 3).map(n => n.target + ' ' +"
                " n.failureSummary).join('; ')))")
            same(os.path.basename(out), found, [])


@test
def tidy_has_no_complaint(browser):
    try:
        subprocess.run(["tidy", "-v"], stdout=subprocess.DEVNULL, check=True)
    except OSError:
        raise Skip("there is no tidy")
    for make in (small, kernels, chains, hostile):
        out = make()
        said = subprocess.run(["tidy", "-q", "-e", "-utf8", out],
                              capture_output=True, text=True).stderr
        same(os.path.basename(out), said.strip()[:600], "")


class Skip(Exception):
    pass


chromium = os.environ.get("CHROMIUM", "chromium")
passed = failed = skipped = 0
only = os.environ.get("ONLY", "")
with Browser(chromium) as shared:
    for function in tests:
        name = function.__name__.replace("_", " ")
        if only not in function.__name__:
            continue
        try:
            function(shared)
            print(f"  ok: {name}")
            passed += 1
        except Skip as why:
            print(f"  skipped: {name}: {why}")
            skipped += 1
        except Exception as error:
            print(f"  FAILED: {name}: {str(error)[:1500]}")
            if not isinstance(error, AssertionError):
                traceback.print_exc(file=sys.stdout)
            failed += 1
        sys.stdout.flush()
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(failed > 0)
