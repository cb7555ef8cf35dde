#!/usr/bin/env python3
"""A class is defined once: no two definitions in one namespace have one name.

Two of them in two translation units break the one definition rule (C++20, [basic.def.odr]): their member functions are
emitted as weak symbols, the linker keeps one of each, and code that was compiled for one layout runs on the other. No compiler
tells. What stands in an anonymous namespace belongs to its file and is left out.

The last line is "names: N passed, N failed"."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEFT_OUT = {"build", ".git", "shared", "kernels", "docs"}
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
OPENS = re.compile(r"(?:inline\s+)?namespace\s*(?P<space>[\w:]*)\s*\{|"
                   r"\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:\[\[[^\]]*\]\]\s*)?(?P<type>[\w:]+(?:<[^;{}]*>)?)"
                   r"(?:\s+final)?\s*(?::[^;{}()]*)?\{|(?P<other>\{)|(?P<close>\})")


def definitions(text):
    """The qualified names of the classes that a file defines for all files, with their lines."""
    text = NOISE.sub(lambda m: "\n" * m.group().count("\n"), text)
    text = re.sub(r"^[ \t]*#.*?(?<!\\)$", "", text, flags=re.MULTILINE)
    inside = []  # (name, whether others see what is in it)
    for m in OPENS.finditer(text):
        if m["close"]:
            if inside:
                inside.pop()
        elif m["other"]:
            inside.append(("", False))  # of a function, or an initialiser: what is in it is local
        elif m["type"]:
            seen = all(s for _, s in inside)
            if seen:
                yield "::".join([n for n, _ in inside if n] + [m["type"]]), text.count("\n", 0, m.start()) + 1
            inside.append((m["type"], seen))
        else:
            inside.append((m["space"], bool(m["space"])))


def clashes(files):
    """Of (path, definitions): the names that are defined at several places, and how many names there are."""
    places = collections.defaultdict(list)
    for path, found in files:
        for what, line in found:
            places[what].append(f"{path}:{line}")
    return {what: where for what, where in places.items() if len(where) > 1}, len(places)


def sources(below):
    for path in sorted((ROOT / below).rglob("*")):
        relative = path.relative_to(ROOT)
        if path.suffix in {".h", ".cpp"} and not LEFT_OUT.intersection(relative.parts) and relative.parts[:2] != ("frontend", "include"):
            yield str(relative), list(definitions(path.read_text(encoding="utf-8")))


def check_itself():
    one = "namespace a::b { struct Event { int x; }; namespace { struct Event {}; } void f() { struct Event {}; } }"
    other = "namespace a { namespace b { // }\n class Event final : Base { struct Part {}; }; } struct Event; }"
    apart = "namespace a::c { struct Event { const char *s = \"{\"; }; } namespace { namespace a::b { struct Event {}; } }"
    one, other, apart = (list(definitions(text)) for text in (one, other, apart))
    found, _ = clashes([("one", one), ("apart", apart)])
    assert not found, found
    found, _ = clashes([("one", one), ("other", other), ("apart", apart)])
    assert found == {"a::b::Event": ["one:1", "other:2"]}, found


def main():
    check_itself()
    files = list(sources("."))
    product = [f for f in files if not f[0].startswith(("tests/", "bench/"))]
    programs = collections.defaultdict(list)  # each is linked with the product, and has a folder for its own files
    for path, found in files:
        if path.startswith(("tests/", "bench/")):
            programs[pathlib.PurePath(path).parent].append((path, found))
    found, total = clashes(product)
    for own in programs.values():
        more, count = clashes(product + own)
        found.update(more)
        total = max(total, count)
    for what, where in sorted(found.items()):
        print(f"{what} is defined {len(where)} times: {', '.join(where)}")
    print(f"names: {total - len(found)} passed, {len(found)} failed")
    return 1 if found else 0


sys.exit(main())
