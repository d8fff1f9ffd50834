#!/bin/sh
# check-paths.sh SOURCE_DIR: no tracked file may hold a path of somebody's machine or the address of a
# package registry: the project must build from any folder, through the machine's own configuration.
set -eu
cd "$1"

# Written in pieces, so that this file does not find itself.
dirs='work|tmp|root|home|opt|farm|Users'
hosts='pypi\.org|pythonhosted|deb\.debian|registry\.npm|crates\.io|proxy\.golang'
bad=0
# Files whose content comes from elsewhere are not ours to word.
if git grep -nIE "(^|[^A-Za-z0-9_.)}\$-])/($dirs)/" -- . ':!test/inputs/*.mlir' ':!test/check-paths.sh'; then
  echo "check-paths: absolute machine paths in the lines above; use paths relative to the project"
  bad=1
fi
if git grep -nIE "($hosts)" -- . ':!test/check-paths.sh'; then
  echo "check-paths: registry hosts in the lines above; leave them to the machine's configuration"
  bad=1
fi
exit $bad
