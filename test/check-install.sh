#!/bin/sh
# check-install.sh SOURCE BUILD: what `cmake --install` leaves works by itself: attn-opt from the prefix,
# a host through the CMake package, a host through pkg-config.
set -eu
source=$1 build=$2
prefix=$build/test/prefix
rm -rf "$prefix"
cmake --install "$build" --prefix "$prefix" > /dev/null
input=$source/test/lit/Tools/Inputs/id.mlir

"$prefix/bin/attn-opt" "$input" --pass-pipeline='builtin.module(attn-verify,cse)' | grep -q '@id'
if readelf -d "$prefix/bin/attn-opt" | grep -i runpath | grep -qF "$build"; then
  echo "the installed attn-opt looks for libraries in the build folder"
  exit 1
fi

if grep -q '^ATTN_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
  echo "sanitizer build: hosts are not built"
  exit 0
fi
package=$(find "$prefix" -name attn-mlirConfig.cmake -printf '%h\n')
cmake -S "$source/examples/host-c" -B "$prefix/host-c" -Dattn-mlir_DIR="$package" > /dev/null
cmake --build "$prefix/host-c" > /dev/null
"$prefix/host-c/host-c" attn-verify < "$input" | grep -q '@id'

command -v pkg-config > /dev/null || { echo "no pkg-config: not checked"; exit 0; }
PKG_CONFIG_PATH=$(find "$prefix" -name pkgconfig)
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc -std=c17 "$source/examples/host-c/host.c" -o "$prefix/host-pc" $(pkg-config --cflags --libs attn-mlir)
"$prefix/host-pc" attn-verify < "$input" | grep -q '@id'
echo "installed tool, CMake package and pkg-config file work"
