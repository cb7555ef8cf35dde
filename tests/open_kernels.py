"""Open kernels: tests/open/*, whose verdict is not right yet. A file's first lines say what must come out and what
comes out today:

  // expect: verified
  // today: race (false alarm: why)

A test fails when the verdict is another one than today's, to the better or to the worse: what has come right goes to
kernels/, what has changed otherwise gets another `today`.
"""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = "tests/open"


def judge(path, verdict):
    """Why the test fails; empty: it passes."""
    head = "".join(line for line in path.read_text().splitlines(True) if line.startswith("//"))
    today = re.search(r"^// today: (\w+) \(.+\)$", head, re.M)
    expected = re.search(r"^// expect: (\w+)$", head, re.M)
    if not today or not expected:
        return "'// expect: VERDICT' and '// today: VERDICT (why)' are wanted in the first lines"
    if today[1] == expected[1]:
        return f"what is expected is what comes out today, '{today[1]}': the file is not open"
    if verdict == expected[1]:
        return f"the verdict has come right, '{verdict}': move the file to kernels/"
    return "" if verdict == today[1] else f"today's verdict is '{verdict}', no longer '{today[1]}'"


def run(binary, jobs):
    """Name to reason of failure, empty where it passes."""
    files = sorted(p for p in (ROOT / FOLDER).iterdir() if p.suffix != ".md")
    if not files:
        return {}
    done = subprocess.run([binary, "suite", FOLDER, "--timeout", "10", "--format", "json", "--jobs", str(jobs)], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    verdicts = {r["file"]: r["verdict"] for r in json.loads(done.stdout)["results"]} if done.stdout else {}
    names = {str(p.relative_to(ROOT)): p for p in files}
    return {n: judge(p, verdicts[n]) if n in verdicts else f"no verdict\n{done.stderr}" for n, p in names.items()}
