#!/bin/sh
# Builds the wheel and proves it where nothing of the source tree is: an environment of its own, another folder, an
# installation that nobody may write to. The libraries come from the environment in .venv, so nothing is fetched twice.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
python=${1:-$here/.venv/bin/python}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
"$python" -m pip wheel -q --disable-pip-version-check --no-deps -w "$work/wheel" "$here"
"$python" -m venv "$work/env"
site=$("$work/env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$site/libraries.pth"
"$work/env/bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-index "$work"/wheel/*.whl
mkdir "$work/elsewhere" "$work/home"
cd "$work/elsewhere"
export HOME="$work/home" COMPANION_HOME="$work/home/companion" PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH DISPLAY || true
# gone quietly would be the source tree's own package
"$work/env/bin/python" -c "import companion, sys; sys.exit(not companion.__file__.startswith('$work'))"
find "$site" | sort > "$work/before"
chmod -R a-w "$site"
run() { echo "companion $*"; "$work/env/bin/companion" "$@" > "$work/said"; }
for game in hibernia brian_boru loewenherz walisk vikings_gone_wild; do
    run board "$game"
    run rules "$game"
    run position "$game"
done
run print hibernia --paper Letter --out board.pdf
test -s board.pdf
run print markers --out markers.pdf
run --language de rules hibernia
grep -q "Würfel" "$work/said"
run --language de demo hibernia --speed 4 --journal "Spiel ä"
grep -q "gewinnt" "$work/said"
run --language de replay --verify "Spiel ä"
run --language de doctor || test $? -eq 1   # a machine without camera and screen is not in best health
chmod -R u+w "$site"
find "$site" | sort > "$work/after"
cmp "$work/before" "$work/after"
ls "$site/hardware/firmware/table_ear" "$site/companion/app/fonts" > /dev/null
echo "the wheel plays, prints and speaks German from $(basename "$work")/elsewhere"
