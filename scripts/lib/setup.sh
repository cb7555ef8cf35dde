# Set-up shared by the scripts: installs what is missing, builds the Boogie host where the .NET SDK is there.
# Sourced, not run. Quick when there is nothing to do: one query of the package database.
#
#   setup build            what compiling and running needs
#   setup build test       and what the tests need

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

say() { printf '%s\n' "lockstep: $*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "these packages are missing, and neither root nor sudo is at hand to install them: run '$*' as root"
    exit 2
  fi
}

# The packages of the given groups that are not installed.
missing_packages() {
  local wanted
  wanted=$(awk -v groups="$*" 'BEGIN { n = split(groups, g, " "); for (i = 1; i <= n; i++) want[g[i]] = 1 }
    !/^#/ && NF { for (i = 3; i <= NF; i++) if ($i in want) { print $1; break } }' scripts/lib/packages.txt)
  # shellcheck disable=SC2086
  comm -23 <(printf '%s\n' $wanted | sort) \
           <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | awk '$1 == "installed" { print $2 }' | sort -u)
}

setup() {
  local groups="$*" missing
  if ! command -v dotnet >/dev/null; then
    groups="$groups fallback"
  fi
  if command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086
    missing=$(missing_packages $groups)
    if [ -n "$missing" ]; then
      say "installing $(echo $missing)"
      as_root apt-get update -qq
      # shellcheck disable=SC2086
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
    fi
  else
    say "this is not a Debian system: the packages of scripts/lib/packages.txt are taken to be installed"
  fi
  if command -v dotnet >/dev/null; then
    # Without a host the `boogie` command does the same job, slower; a failure is told, not fatal.
    if ! ./scripts/build-host >&2; then
      say "the Boogie host could not be built; Lockstep will use the 'boogie' command"
      if ! command -v boogie >/dev/null; then
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends boogie >&2
      fi
    fi
  fi
}

# Configures once, then builds: compile PRESET [TARGET...]
compile() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    cmake --preset "$preset" >&2
  fi
  cmake --build "build/$preset" "${@/#/--target=}" >&2
}
