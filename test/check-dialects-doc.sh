#!/bin/sh
# docs/dialects.md is what `attn-opt --show-dialects` prints.
#   usage: check-dialects-doc.sh SOURCE_DIR BUILD_DIR
set -u
if ! "$2/bin/attn-opt" --show-dialects | diff -u "$1/docs/dialects.md" -; then
  echo "docs/dialects.md is out of date; run: build/bin/attn-opt --show-dialects > docs/dialects.md"
  exit 1
fi
