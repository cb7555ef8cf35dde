"""Forms tests: a stage's text, given as the input, gets the verdict of what it was made from (run by run.py).

  built   the .kir of each twelfth kernel under kernels/, by its name (--all: of every one), compared with the expectation
          in the source's first lines
  later   of a sample (--all: of every file): the .ll of the compiler, the .kir after normalisation and the .bpl of the
          first question, compared with the verdict and the assumptions of the source. A .bpl is one question of several:
          it is never verified unless the kernel is.

Stages that a kernel does not reach (it is refused before) have nothing to compare. No condition on sizes is accepted, which is
no part of a text; kernels/conditions/, whose expectations are about that, is left out.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".cl", ".cu", ".hip", ".ll", ".kir"}
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
EXACT = {"compile": ".ll", "build_kernel": ".kir", "normalise": ".kir"}
MEMBER = re.compile(r"\.\d\d-(\w+)\.\w+$") # the first text of a stage; later ones have a number


def results(binary, *arguments):
    done = subprocess.run([binary, *map(str, arguments), "--accept-conditions", "none", "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    if not done.stdout:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)["results"]


def text_name(file, kernel):
    return re.sub(r"[^A-Za-z0-9._-]", "_", pathlib.PurePath(file).name + "." + kernel)


# --- the kernels as built -------------------------------------------------------------------------------------
def built_forms(binary, jobs, pattern, everything):
    out = {}
    with tempfile.TemporaryDirectory() as temporary:
        again = pathlib.Path(temporary) / "again"
        folders = {(ROOT / "kernels" / p.relative_to(ROOT / "kernels").parts[0]) # some hold programs of warps only
                   for p in (ROOT / "kernels").glob("*/**/*") if p.suffix in SUFFIXES and p.parent.name != "conditions"}
        for folder in sorted(folders):
            texts = pathlib.Path(temporary) / "texts" / folder.name
            (again / folder.name).mkdir(parents=True)
            found = results(binary, "suite", folder.relative_to(ROOT), "--expect", "--stop-after", "build_kernel", "--dump-dir",
                            texts, "--jobs", jobs)
            launched = {(r["file"], r["kernel"]) for r in found if "launch" in r} # their texts have one name
            for r in found:
                name = f"{r['file']}: {r['kernel']}"
                if (r["file"], r["kernel"]) in launched:
                    continue
                text = texts / f"{text_name(r['file'], r['kernel'])}.02-build_kernel.kir"
                if pattern and pattern not in name:
                    continue
                if not everything and not pattern and hashlib.sha1(name.encode()).digest()[0] % 12:
                    continue
                if not text.is_file():
                    expected = r["expected"].split()[:1]
                    out[name] = (SKIPPED, "") if expected in (["unsupported"], ["error"]) else (FAILED, "there is no text")
                    continue
                verdict = r["expected"].split(" at ")[0]
                (again / folder.name / text.name).write_text(f"// expect: {verdict}\n// {name}\n{text.read_text()}")
        if not any(again.rglob("*.kir")):
            return out
        for r in results(binary, "suite", again, "--expect", "--no-cache", "--jobs", jobs):
            name = pathlib.Path(r["file"]).read_text().splitlines()[1][3:]
            said = f"the source: '{r['expected']}', its text: '{r['verdict']}' ({r['reason']})"
            out[name] = (PASSED if r["as_expected"] else FAILED, said)
    return out


# --- every stage ----------------------------------------------------------------------------------------------
def differs(stage, source, text):
    if stage == "emit":
        if text["verdict"] != "verified":
            return ""
        same = source["verdict"] == "verified" and set(text["assumptions"]) <= set(source["assumptions"])
    else:
        same = source["verdict"] == text["verdict"] and source["assumptions"] == text["assumptions"]
    if same:
        return ""
    return (f"the source: '{source['verdict']}' ({source['reason']}), under {source['assumptions']}\n"
            f"the text of {stage}: '{text['verdict']}' ({text['reason']}), under {text['assumptions']}")


def later_forms(binary, file):
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        found = results(binary, "verify", file, "--no-cache", "--dump-dir", folder)
        if any("launch" in r for r in found): # what host code says does not go with the texts
            return out
        sources = {r["kernel"]: r for r in found}
        for path in sorted(pathlib.Path(folder).iterdir()):
            stage = MEMBER.search(path.name)
            if not stage or stage[1] not in {*EXACT, "emit"}:
                continue
            for r in results(binary, "verify", path, "--no-cache"):
                owner = r["kernel"] if stage[1] != "emit" else next(
                    (k for k in sources if path.name.startswith(text_name(file, k) + ".")), "")
                name = f"{file}: {owner}: {stage[1]}"
                wrong = differs(stage[1], sources[owner], r) if owner in sources else f"no result of the source for '{owner}'"
                out[name] = (FAILED, wrong) if wrong else (PASSED, "")
    return out


def run(binary, jobs, pattern, everything, number):
    out = built_forms(binary, jobs, pattern, everything)
    files = [p.relative_to(ROOT).as_posix() for p in (ROOT / "kernels").rglob("*") if p.suffix in SUFFIXES]
    files.sort(key=lambda name: hashlib.sha1(name.encode()).hexdigest())
    wanted = [f for f in files if not pattern or pattern in f]
    if not everything and not pattern:
        wanted = wanted[:number]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(lambda f: later_forms(binary, f), wanted):
            out.update(found)
    return out
