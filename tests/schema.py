#!/usr/bin/env python3
"""Holds real JSON reports against docs/schema.json, and docs/json.md against the schema's keys."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORTS = [  # one of every kind of result
    ["verify", "kernels/paper/scan.cl"],
    ["verify", "kernels/paper/scan_no_second_barrier_bad.cl", "kernels/paper/scan_divergence_bad.cl", "--schedules"],
    ["verify", "kernels/unsupported/recursion.cu", "nowhere.cl"],
    ["verify", "kernels/language/claims/bounds_local_bad.cl", "kernels/language/claims/assert_holds_bad.cl"],
    ["verify", "kernels/programs/by_callee.cu"],
    ["suite", "kernels/paper", "--expect"],
]
RUNS = [  # reports of lockstep run
    ["kernels/paper/scan.cl", "--local-size", "8", "--num-groups", "1", "--arg", "sum=iota:8", "--print", "sum"],
    ["kernels/paper/scan_divergence_bad.cl", "--local-size", "4", "--num-groups", "1", "--schedule", "exhaustive"],
    ["kernels/paper/scan_no_second_barrier_bad.cl", "--local-size", "4", "--num-groups", "1", "--schedule", "random:1:5"],
    ["kernels/algorithms/transpose_tiled.cl", "--observe", "memory"],
    ["kernels/cost/reduce_modulo.cl", "--num-groups", "2", "--observe", "cost"],
    ["nowhere.cl"],
]
PERF = [
    ["kernels/algorithms/transpose_tiled.cl", "kernels/algorithms/transpose_naive.cl", "kernels/language/memory/nowhere.cl"],
    ["kernels/algorithms/transpose_naive.cl", "--shapes", "--paper", "--fail-on", "excess=10%"],
    ["kernels/memory", "--shapes", "--target", "mi200,line=128"],
    ["kernels/algorithms/histogram_private.cl", "kernels/free_sizes"],
    ["kernels/memory/rows_16x16.cl", "kernels/memory/gather.cl", "kernels/memory/one_lane.cl", "--witness"],
]
COST = [
    ["kernels/cost/copy_guarded.cl", "kernels/cost/wait_flag.cl", "--at", "n=100,groups.x=2", "--fail-on", "sectors > 3"],
    ["kernels/cost/transpose_33.cl", "--compare", "kernels/cost/transpose_naive.cl"],
    ["kernels/language/memory/nowhere.cl"],
]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def errors(value, schema, root, where="report"):
    """The part of JSON Schema that schema.json uses."""
    if "$ref" in schema:
        yield from errors(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, where)
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where} is {value!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r}"
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or
                             (isinstance(value, bool) and schema["type"] != "boolean")):
        yield f"{where} is not of type {schema['type']}: {value!r}"
        return
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{where} is {value}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where} is {value!r}"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where} has {len(value)} items"
        for i, item in enumerate(value):
            yield from errors(item, schema.get("items", {}), root, f"{where}[{i}]")
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{where} has no {key}"
        for key, item in value.items():
            known = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if known is None:
                yield f"{where}.{key} is not in the schema"
            else:
                yield from errors(item, known, root, f"{where}.{key}")


def keys(schema):
    yield from schema.get("properties", {})
    for part in schema.get("$defs", {}).values():
        yield from part.get("properties", {})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    options = parser.parse_args()
    schema = json.loads((ROOT / "docs/schema.json").read_text())
    page = (ROOT / "docs/json.md").read_text()
    problems, verdicts = {}, set()
    problems["docs/json.md"] = [f"does not explain `{key}`" for key in sorted(set(keys(schema))) if f"`{key}`" not in page]
    for words in REPORTS:
        done = subprocess.run([options.lockstep, *words, "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, timeout=300)
        report = json.loads(done.stdout)
        found = problems[" ".join(words)] = list(errors(report, schema, schema))
        if report["exit_status"] != done.returncode:
            found.append(f"exit status {done.returncode}, the report says {report['exit_status']}")
        verdicts |= {r["verdict"] for r in report["results"]}
    for words in RUNS:
        done = subprocess.run([options.lockstep, "run", *words, "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, timeout=300)
        report = json.loads(done.stdout)
        found = problems["run " + " ".join(words)] = list(errors(report, {"$ref": "#/$defs/run"}, schema))
        if report["exit_status"] != done.returncode:
            found.append(f"exit status {done.returncode}, the report says {report['exit_status']}")
    for words in PERF:
        done = subprocess.run([options.lockstep, "perf", *words, "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, timeout=300)
        report = json.loads(done.stdout)
        found = problems["perf " + " ".join(words)] = list(errors(report, {"$ref": "#/$defs/perf"}, schema))
        if report["exit_status"] != done.returncode:
            found.append(f"exit status {done.returncode}, the report says {report['exit_status']}")
    for words in COST:
        done = subprocess.run([options.lockstep, "cost", *words, "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, timeout=300)
        report = json.loads(done.stdout) if done.stdout else {"exit_status": done.returncode}
        found = problems["cost " + " ".join(words)] = (
            list(errors(report, {"$ref": "#/$defs/cost"}, schema)) if done.stdout else [])
        if report["exit_status"] != done.returncode:
            found.append(f"exit status {done.returncode}, the report says {report['exit_status']}")
    wanted = {"verified", "race", "divergence", "unsupported", "error", "assertion", "bounds"}
    problems["verdicts"] = [f"no report had the verdict {v}" for v in sorted(wanted - verdicts)]
    for name, found in problems.items():
        for what in found:
            print(f"{name}: {what}")
    failed = sum(1 for found in problems.values() if found)
    print(f"schema: {len(problems) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
