#!/usr/bin/env python3
"""Holds docs/supported.md against the tables of the front end and against kernels/.

In the page's sections that end in a mark `<!-- tables: GROUP -->` the first column of each table names builtins (`*` at a
name's end stands for any rest). They are the builtins of the group, all of them and no other:

  opencl        the rows OPENCL of frontend/builtins/intrinsics.def
  annotations   the macros of frontend/include/lockstep_annotations.h that a user writes; those that stand by
                themselves are nothing under lockstep.h
  cuda          the device functions of our CUDA and HIP headers, and of lockstep_scopes.h
  ptx           the rows of frontend/ptx/instructions.def: instructions, and special registers with their '%'
  llvm          the rows TARGET and LIBRARY of frontend/builtins/intrinsics.def, and the intrinsics of frontend/lower/calls.cpp

`GROUP refused` names what is known and refused: what our headers define by functions that have no row. For OpenCL, whose
functions are refused by having none, the names must not be rows.

A kernel that the page names, `kernels/...`, is there, and its first lines expect the verdict that stands behind it in
parentheses, `verified` where none does."""
import argparse
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
PAGE = ROOT / "docs/supported.md"
CONTRACTS = ["__lockstep_ensures", "__lockstep_global_ensures", "__lockstep_function_wide_invariant",
             "__lockstep_return_val_*", "__lockstep_old_*"]  # frontend/passes/contracts.cpp makes assertions of them
GROUPS = ["opencl", "annotations", "cuda", "ptx", "llvm"]


# --- the tables ---------------------------------------------------------------------------------------------------
def rows():
    """Of intrinsics.def: who declares it, and the name."""
    text = (FRONTEND / "builtins/intrinsics.def").read_text()
    return re.findall(r'^(OPENCL|OURS|LIBRARY|TARGET)\("([^"]+)"', text, re.M)


def ptx():
    """Names of ptx/instructions.def."""
    found = re.findall(r'^(PTX|PTX_SPECIAL)\("([^"]+)"', (FRONTEND / "ptx/instructions.def").read_text(), re.M)
    return [("%" if by == "PTX_SPECIAL" else "") + name for by, name in found]


def intrinsics():
    text = (FRONTEND / "lower/calls.cpp").read_text()
    return {"llvm." + name for name in re.findall(r"case llvm::Intrinsic::(\w+):", text)}


def balanced(text, at, opening, closing):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == opening) - (text[i] == closing)
        if depth == 0:
            return i + 1
    return len(text)


def without_attributes(text):
    """Attributes become the word @device, or nothing."""
    out, at = [], 0
    for m in re.finditer(r"\b__attribute__\s*\(", text):
        if m.start() < at:
            continue
        end = balanced(text, m.end() - 1, "(", ")")
        out += [text[at:m.start()], " @device " if re.search(r"\bdevice\b", text[m.start():end]) else " "]
        at = end
    return "".join(out) + text[at:]


DECLARATION = re.compile(r"@device\s+[\w:<>,@ ]*?[\s*&]([A-Za-z_]\w*)\s*\(")


def functions(text):
    """Name to what declarations and bodies say, of all device functions outside of classes."""
    out, at = {}, 0
    for m in DECLARATION.finditer(text):
        if m.start() < at:
            continue
        end = balanced(text, m.end() - 1, "(", ")")
        stop = end + re.match(r"[^;{]*", text[end:]).end()
        at = balanced(text, stop, "{", "}") if text[stop:stop + 1] == "{" else stop
        out[m[1]] = out.get(m[1], "") + text[end:at]
    return out


def without_classes(text):
    out, at = [], 0
    for m in re.finditer(r"\b(?:class|struct)\b[^;{}()=]*\{", text):
        if m.start() >= at:
            out.append(text[at:m.start()])
            at = balanced(text, m.end() - 1, "{", "}")
    return "".join(out) + text[at:]


def preprocess(compiler, *names):
    source = "".join(f'#include "{name}"\n' for name in names)
    folders = [FRONTEND / "include", *(d for d in (FRONTEND / "include").iterdir() if d.is_dir())]
    command = [compiler, "-E", "-P", "-x", "c++", *(f"-I{d}" for d in folders), "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout


def header(name):
    return re.sub(r"//.*", "", (FRONTEND / "include" / name).read_text())


def macros(name):
    """Name to text, of the macros with parameters."""
    text = header(name).replace("\\\n", " ")
    return dict(re.findall(r"^#define (\w+)(?:\([^)]*\))?(?: (.*))?$", text, re.M))


def with_refused(said, types=()):
    """Which names come to call a function of ours that has no row? `types`: words that name no function."""
    ours = [name for by, name in rows() if by == "OURS" and name != "__lockstep_unsupported"] + CONTRACTS
    known = {}

    def lacks_row(word):
        return (re.match(r"__lockstep_\w*[a-z0-9]$", word) and word not in said and word not in types and
                not any(fnmatch.fnmatchcase(word, o) for o in ours))

    def refused(name):
        if name not in known:
            known[name] = False  # while it is looked at
            words = set(re.findall(r"\w+", said[name])) - {name}
            known[name] = any(lacks_row(w) or (w in said and refused(w)) for w in words)
        return known[name]

    return {name: refused(name) for name in said}


def annotations():
    said = {name: text for name, text in macros("lockstep_annotations.h").items()
            if re.match(r"__[a-z]|DECLARE_UF_", name) and not name.startswith("__lockstep_")}
    said |= dict.fromkeys(re.findall(r"\b(__add_noovfl_\w+)\(", header("lockstep_annotations.h")), "")
    return with_refused(said)


def cuda(compiler):
    text = without_attributes(preprocess(compiler, "lockstep_builtins.h", "lockstep_annotations.h", "lockstep_cuda.h",
                                         "lockstep_cuda_groups.h", "lockstep_cuda_random.h", "lockstep_half.h",
                                         "lockstep_hip.h"))
    plain = without_classes(text)
    said = {name: body for name, body in functions(plain).items()
            if not re.match(r"__lockstep_(?!any$|byte$|advance$|initialise$|surface_get$|surface_put$|rank_|shuffled$|shuffle_words$|partition$)|lks_|__add_noovfl|(__)?cuda[A-Z]", name)}
    said |= dict.fromkeys(re.findall(r"extern const @device\s+\w+ (\w+);", re.sub(r" +", " ", plain)), "")
    said |= dict.fromkeys(re.findall(r"^(?:template <[^>]*> )?class (\w+)", header("lockstep_cuda_groups.h"), re.M), "")
    said |= {name: body for name, body in macros("lockstep_scopes.h").items() if re.match(r"__[a-z]+_atomic_", name)}
    said |= {name: body for name, body in macros("lockstep_cuda.h").items() if name in ("__syncthreads", "assert")}
    said |= {name: "" for name in macros("lockstep_hip.h") if re.match(r"hip(Thread|Block|Grid)\w+_[xyz]$", name)}
    types = set(re.findall(r"\bstruct\s+(?:@device\s+)?(\w+)", text)) | set(re.findall(r"(__lockstep_kind_\w+) = ", text))
    types |= {"__lockstep_mask", "__lockstep_all_lanes", "__lockstep_old"}
    return {name: r for name, r in with_refused(said, types).items() if not name.startswith("__lockstep_")}


def tables(compiler):
    """Group to {name: is it refused?}."""
    by = {group: [name for who, name in rows() if who == group] for group in ("OPENCL", "LIBRARY", "TARGET")}
    return {"opencl": dict.fromkeys(by["OPENCL"], False),
            "annotations": annotations(),
            "cuda": cuda(compiler),
            "ptx": dict.fromkeys(ptx(), False),
            "llvm": dict.fromkeys([*by["LIBRARY"], *by["TARGET"], *intrinsics()], False)}


# --- the page -----------------------------------------------------------------------------------------------------
def named(page):
    """Mark to the names in the first columns of its section's tables."""
    out = {}
    for section in re.split(r"^#+ ", page, flags=re.M):
        if mark := re.search(r"<!-- tables: ([a-z ]+) -->", section):
            columns = re.findall(r"^\| (`[^|]*) \|", section, re.M)
            out[mark[1]] = [name for column in columns for name in re.findall(r"`([^`]+)`", column)]
    return out


def same(name):
    return name.replace(".", "_") # as LLVM's enumeration writes it


def check_group(group, table, accepted, refused, problems):
    passed = 0
    for name, is_refused in sorted(table.items()):
        columns = [("", accepted), (" refused", refused)]
        found = [mark for mark, names in columns if any(fnmatch.fnmatchcase(same(name), same(n)) for n in names)]
        if found == [" refused" if is_refused else ""]:
            passed += 1
        elif not found:
            problems.append(f"the tables '{group}' of the page lack {name}{' (refused)' if is_refused else ''}")
        else:
            problems.append(f"{name} is {'refused' if is_refused else 'modelled'}: not so in the tables '{group}'")
    for name in [*accepted, *(refused if group != "opencl" else [])]:
        if any(fnmatch.fnmatchcase(same(row), same(name)) for row in table):
            passed += 1
        else:
            problems.append(f"the tables '{group}' name {name}, which is not there")
    return passed


def expectations(path):
    text = path.read_text(errors="replace")
    return set(re.findall(r"^(?://|;)\s*expect[^:\n]*:\s*(\w+)", text, re.M))


def check_kernels(page, problems):
    passed = 0
    for name, verdict in re.findall(r"`(kernels/[\w./]+\.\w+)`(?: \((\w+)\))?", page):
        wanted = verdict or "verified"
        if not (ROOT / name).is_file():
            problems.append(f"{name} is not there")
        elif wanted not in expectations(ROOT / name):
            problems.append(f"{name} does not expect '{wanted}'")
        else:
            passed += 1
    return passed


# What an annotation's text has if it stands by itself, as a statement or at file scope.
STATEMENT = re.compile(r"__LOCKSTEP_(SPEC|AT_BARRIER|AXIOM|UNINTERPRETED)\b|__lockstep_unsupported|^\(\(void\)")


def check_vanishing(problems):
    """Each annotation that stands by itself is nothing under lockstep.h, which other compilers include."""
    alone = {name for name, text in macros("lockstep_annotations.h").items()
             if re.match(r"__[a-z]|DECLARE_UF_", name) and STATEMENT.search(text.strip())}
    missing = alone ^ (set(macros("lockstep.h")) - {"LOCKSTEP_H"})
    problems += [f"one of lockstep.h and lockstep_annotations.h lacks {name}" for name in sorted(missing)]
    return len(alone) - len(missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="c++", help="whose preprocessor reads our headers")
    parser.add_argument("--list", action="store_true", help="print the tables instead")
    options = parser.parse_args()
    if not shutil.which(options.compiler):
        print(f"no compiler '{options.compiler}'\nsupported: 0 passed, 1 failed, 0 skipped")
        return 1
    groups = tables(options.compiler)
    if options.list:
        for group, table in groups.items():
            for refused in (False, True):
                print(f"\n{group}{' refused' if refused else ''}: " +
                      " ".join(sorted(name for name, is_refused in table.items() if is_refused == refused)))
        return 0
    page = PAGE.read_text()
    names, problems, passed = named(page), [], 0
    for mark in sorted(set(names) - {m for g in GROUPS for m in (g, g + " refused")}):
        problems.append(f"'{mark}' is no group of tables")
    for group in GROUPS:
        passed += check_group(group, groups[group], names.get(group, []), names.get(group + " refused", []), problems)
    passed += check_kernels(page, problems)
    passed += check_vanishing(problems)
    for problem in problems:
        print(f"failed: docs/supported.md: {problem}")
    print(f"supported: {passed} passed, {len(problems)} failed, 0 skipped")
    return 1 if problems or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
