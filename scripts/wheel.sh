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
all() { find "$site" -type f -exec cksum {} + | sort; } # contents, too: modes keep nobody out who is root
all > "$work/before"
chmod -R a-w "$site"
run() { echo "companion $*"; "$work/env/bin/companion" "$@" > "$work/said"; }
for game in hibernia brian_boru loewenherz walisk vikings_gone_wild; do
    run board "$game"
    run rules "$game"
    run position "$game"
done
run print hibernia --paper Letter --out board.pdf
run print hibernia --paper A4 --out a4.pdf
run print markers --out markers.pdf
run stickers brian_boru --out stickers.pdf
for file in board.pdf a4.pdf markers.pdf stickers.pdf; do
    head -c 5 "$file" | grep -q "%PDF-"
done
run --language de rules hibernia
grep -q "Würfel" "$work/said"
run --language de demo hibernia --players 3 --speed 10 --journal "Spiel ä"
grep -q "gewinnt" "$work/said"
run --language de replay --verify "Spiel ä"
run --language de doctor || test $? -eq 1   # a machine without camera and screen is not in best health
chmod -R u+w "$site"
all > "$work/after"
cmp "$work/before" "$work/after"
(cd "$here" && find boards hardware companion vision -type f ! -name '*.py' ! -name '*.pyc' ! -name '.*') > "$work/source"
test -s "$work/source"
while read -r file; do
    test -s "$site/$file" || test -s "$site/companion/$file" || { echo "the wheel lacks $file"; exit 1; }
done < "$work/source"
echo "the wheel plays, prints and speaks German from $(basename "$work")/elsewhere"
