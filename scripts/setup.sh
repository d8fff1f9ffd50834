#!/usr/bin/env bash
# Installs what the build needs and the machine lacks. Idempotent; silent where nothing is missing.
#
#   scripts/setup.sh BUILD_DIR [PACKAGE...]
#
# Debian packages come through apt, only where one is missing (as root, or with sudo where that asks no
# password). ptxas, the one tool Debian does not have, is taken from CUDA_HOME or PATH; where neither
# has it, from NVIDIA's own wheel on PyPI, into BUILD_DIR/cuda. Without ptxas everything but the cubin
# works, so its absence is reported, not an error.
set -euo pipefail

build=${1:?usage: scripts/setup.sh BUILD_DIR [PACKAGE...]}
shift

packages=(
  gcc g++ libc6-dev cmake ninja-build        # the build
  libmlir-22-dev mlir-22-tools llvm-22-dev   # MLIR, its C API and mlir-opt
  llvm-22-tools python3                      # lit, FileCheck, not, split-file
  libcmocka-dev libjansson-dev               # C unit tests; JSON
)
# The release of the wheel: its ptxas must read the PTX that LLVM 22 writes (up to ISA 9.0).
wheel=nvidia-cuda-nvcc==13.0.88

say() { printf 'setup: %s\n' "$*" >&2; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

install_packages() {
  local missing=() p as=()
  for p in "$@"; do
    is_installed "$p" || missing+=("$p")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    if sudo -n true 2>/dev/null; then
      as=(sudo -n)
    else
      say "missing packages, and no right to install them; as root: apt-get install ${missing[*]}"
      return 1
    fi
  fi
  say "installing ${missing[*]}"
  # An index that cannot be read is fatal only if a package cannot be installed without it.
  "${as[@]}" apt-get update -qq || say "apt-get update failed, going on"
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >&2
}

have_ptxas() {
  [ -x "${CUDA_HOME:-}/bin/ptxas" ] || command -v ptxas >/dev/null || [ -x "$build/cuda/bin/ptxas" ]
}

fetch_ptxas() {
  local tmp
  say "no ptxas in CUDA_HOME or PATH; taking it from the wheel $wheel"
  if ! python3 -m pip --version >/dev/null 2>&1; then
    install_packages python3-pip || return 1
  fi
  mkdir -p "$build/cuda/bin"
  tmp=$(mktemp -d)
  python3 -m pip download -q --no-deps --only-binary=:all: --no-cache-dir -d "$tmp" "$wheel" >&2 &&
    python3 - "$tmp" "$build/cuda/bin/ptxas" <<'PY'
import glob, os, sys, zipfile
wheel, = glob.glob(os.path.join(sys.argv[1], "*.whl"))
with zipfile.ZipFile(wheel) as z:
    member, = [n for n in z.namelist() if n.endswith("/bin/ptxas")]
    with open(sys.argv[2] + ".part", "wb") as out:
        out.write(z.read(member))
os.chmod(sys.argv[2] + ".part", 0o755)
os.rename(sys.argv[2] + ".part", sys.argv[2])
PY
  local rc=$?
  rm -rf "$tmp"
  return $rc
}

if command -v dpkg-query >/dev/null; then
  install_packages "${packages[@]}" "$@"
else
  say "no dpkg here: expecting LLVM/MLIR 22, CMake, Ninja, cmocka and jansson to be installed"
fi
mkdir -p "$build"
if ! have_ptxas && ! fetch_ptxas; then
  say "no ptxas: everything but the cubin works; set CUDA_HOME to a CUDA toolkit (13.0 or later)"
fi
