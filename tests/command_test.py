"""Command tests: tests/command/*.test, one command line each (run by run.py). Lines:

  # prose
  FILE: name            the following lines up to END become this file of the test's own empty folder
  BEFORE: arguments     of lockstep, run first in that folder, whatever comes of it; as often as wanted
  RUN: arguments        of lockstep, run in that folder
  SHELL: command        instead of RUN: a command of the shell, in which $LOCKSTEP is the program
  PATH: folders         the search path instead of the usual one
  ALONE: yes            a copy of the program in the test's folder is run, with no Boogie host near it
  NEEDS: program        skipped where this program is not installed; `host`: where the Boogie host is not built; `pocl`:
                        where there is no PoCL, or there were no OpenCL headers to build a program for it with
  SIGNAL: INT NAME      send this signal to lockstep once it has a descendant process NAME; without one, at once
  KILL: NAME            kill the first descendant process NAME, once there is one
  AFTER: seconds        wait so long before SIGNAL or KILL: until the work has begun
  EXIT: status          (0 where not given; negative: ended by that signal)
  OUT: text   ERR: text   what standard output or error must hold; OUT~: and ERR~: regular expressions
  NOT: text             what neither may hold
  HAS: path   LACKS: path   what must, and must not, lie in the test's folder afterwards; `*` stands for any characters
  PEAK-MB: megabytes    what lockstep and its descendants may hold at most: the sum of each one's own peak
  GRACE: seconds        how long other processes may outlive the command (0.05 where not given)
  AT-MOST: seconds      the whole run takes no longer; of three tries one, as other work may hold the machine up

$ROOT stands for the source tree, $HERE for the test's folder, $BIN for that of lockstep, $USUAL for the usual search path.
A process that is still there when the command has ended fails the test, whatever it printed.
"""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parse(path):
    test = {"files": {}, "before": [], "EXIT": "0", "checks": []}
    lines = iter(path.read_text().splitlines())
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        key, _, value = line.partition(":")
        value = value.strip()
        if key == "FILE":
            body = []
            for inner in lines:
                if inner == "END":
                    break
                body.append(inner + "\n")
            test["files"][value] = "".join(body)
        elif key == "BEFORE":
            test["before"].append(value)
        elif key in {"OUT", "ERR", "OUT~", "ERR~", "NOT", "HAS", "LACKS"}:
            test["checks"].append((key, value))
        elif key in {"RUN", "SHELL", "PATH", "ALONE", "AFTER", "NEEDS", "SIGNAL", "KILL", "EXIT", "AT-MOST", "GRACE", "PEAK-MB"}:
            test[key] = value
        else:
            raise ValueError(f"{path}: unknown line '{line}'")
    return test


def marked(marker):
    """Processes that carry the test's marker in their environment, as (pid, name)."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if marker.encode() in (entry / "environ").read_bytes():
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if state != "Z":
                    found.append((int(entry.name), {os.path.basename(w.decode()) for w in words[:2] if w}))
        except (OSError, IndexError):
            continue
    return found


class Peaks:
    """Looks again and again how much memory each process that carries the marker has held so far."""

    def __init__(self, marker):
        self.megabytes, self.marker, self.done = {}, marker, threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.done.wait(0.005):
            for pid, _ in marked(self.marker):
                try:
                    status = pathlib.Path(f"/proc/{pid}/status").read_text()
                except OSError:
                    continue
                if match := re.search(r"VmHWM:\s*(\d+) kB", status):
                    self.megabytes[pid] = int(match[1]) / 1024

    def total(self):
        self.done.set()
        self.thread.join()
        return sum(self.megabytes.values())


def wait_for(name, marker, process, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        for pid, names in marked(marker):
            if name in names and pid != process.pid:
                return pid
        time.sleep(0.02)
    return None


def execute(test, binary, folder):
    marker = f"LOCKSTEP_TEST={uuid.uuid4()}"
    environment = dict(os.environ, **dict([marker.split("=")]))
    environment.pop("LOCKSTEP_CACHE", None)
    near = pathlib.Path(binary).resolve().parent

    def fill(text):
        for name, value in (("$USUAL", os.environ["PATH"]), ("$ROOT", ROOT), ("$HERE", folder), ("$BIN", near)):
            text = text.replace(name, str(value))
        return text

    if "PATH" in test:
        environment["PATH"] = fill(test["PATH"])
    if "ALONE" in test:
        alone = pathlib.Path(folder) / "some/where"
        alone.mkdir(parents=True)
        binary = shutil.copy(binary, alone / "lockstep")
    for line in test["before"]:
        subprocess.run([binary, *shlex.split(fill(line))], cwd=folder, env=environment, capture_output=True,
                       timeout=60, check=False)
    command = [binary, *shlex.split(fill(test["RUN"]))] if "RUN" in test else ["sh", "-c", fill(test["SHELL"])]
    environment["LOCKSTEP"] = str(binary)
    peaks = Peaks(marker) if "PEAK-MB" in test else None
    start = time.monotonic()
    problems = []
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, errors="backslashreplace") as process:
        try:
            if "SIGNAL" in test or "KILL" in test:
                time.sleep(float(test.get("AFTER", "0")))
                name = test.get("KILL") or "".join(test["SIGNAL"].split()[1:])
                victim = wait_for(name, marker, process) if name else process.pid
                if victim is None:
                    problems.append(f"no process {name} was seen")
                elif "KILL" in test:
                    os.kill(victim, signal.SIGKILL)
                else:
                    process.send_signal(getattr(signal, "SIG" + test["SIGNAL"].split()[0]))
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            problems.append("no end after 60 s")
    seconds = time.monotonic() - start
    if peaks:
        total = peaks.total()
        if not 20 < total <= float(test["PEAK-MB"]):  # hardly anything: nothing was measured
            problems.append(f"held {total:.0f} MB, at most {test['PEAK-MB']} MB allowed")
    end = time.monotonic() + float(test.get("GRACE", "0.05"))
    while time.monotonic() < end and (marked(marker) or "GRACE" not in test):
        time.sleep(0.05)
    for pid, names in marked(marker):
        problems.append(f"process {pid} ({'/'.join(sorted(names))}) was left running")
        os.kill(pid, signal.SIGKILL)
    return process.returncode, out, err, seconds, problems


def host_of(binary):
    near = pathlib.Path(binary).parent
    return any((near / place / "lockstep-boogie-host").exists() for place in ("", "../../boogie-host", "../boogie-host"))


def pocl(binary):
    installed = any(pathlib.Path("/etc/OpenCL/vendors").glob("*pocl*.icd"))
    return installed and (pathlib.Path(binary).parent / "record_launches").exists()


def run(path, binary, _rebase):
    test = parse(path)
    for _ in range(3):
        outcome, says = try_once(test, binary)
        if not says.startswith(LATE):
            break
    return outcome, says


LATE = "took "  # the first words where the time is all that is wrong


def try_once(test, binary):
    there = {"host": lambda: host_of(binary), "pocl": lambda: pocl(binary)}
    for program in test.get("NEEDS", "").split():
        if not there.get(program, lambda name=program: shutil.which(name))():
            return "skipped", f"{program} is not installed"
    with tempfile.TemporaryDirectory() as folder:
        for name, text in test["files"].items():
            target = pathlib.Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
            if text.startswith("#!"):
                target.chmod(0o755)
        status, out, err, seconds, problems = execute(test, binary, folder)
        for key, name in test["checks"]:
            if key in ("HAS", "LACKS") and any(pathlib.Path(folder).glob(name)) == (key == "LACKS"):
                problems.append(f"{key}: {name}")
    if status != int(test["EXIT"]):
        problems.append(f"exit status {status}, expected {test['EXIT']}")
    for key, text in test["checks"]:
        if key in ("HAS", "LACKS"):
            continue
        stream = {"OUT": out, "ERR": err}.get(key.rstrip("~"), out + err)
        there = re.search(text, stream, re.M) is not None if key.endswith("~") else text in stream
        if there == (key == "NOT"):
            problems.append(f"{key}: {text}")
    if seconds > float(test.get("AT-MOST", "1e9")):
        problems.append(f"{LATE}{seconds:.1f} s, at most {test['AT-MOST']} s allowed")
    if not problems:
        return "passed", ""
    return "failed", "\n".join([*problems, "--- standard output", out, "--- standard error", err])
