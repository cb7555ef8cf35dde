def run(*a): raise SystemExit("todo")
