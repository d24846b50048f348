#!/bin/sh
# Puts digits.csv, scikit-learn's digits dataset, into a folder: ./fetch_data.sh FOLDER
#
# The file is taken from an installed scikit-learn, else out of Debian's package python3-sklearn,
# else out of the wheel on PyPI. Nothing is installed, and no other file is kept. Each of the three
# compresses it differently; the checksum is that of the text inside.
set -eu

checksum=6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8
inside=sklearn/datasets/data/digits.csv.gz

[ $# -eq 1 ] || { echo "usage: fetch_data.sh FOLDER" >&2; exit 2; }
folder=$1
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/log"

is_digits() {
  [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d ' ' -f 1)" = $checksum ]
}

# Unpacks $1 and ends the script if it is the dataset. $2 names the source.
accept() {
  [ -f "$1" ] || return 0
  if gzip -dc "$1" > "$work/digits.csv" 2>> "$work/log" && is_digits "$work/digits.csv"; then
    cp "$work/digits.csv" "$folder/digits.csv.part"
    mv "$folder/digits.csv.part" "$folder/digits.csv"
    echo "digits.csv: from $2"
    exit 0
  fi
  echo "digits.csv from $2 has another checksum" >> "$work/log"
}

if is_digits "$folder/digits.csv"; then exit 0; fi

accept "/usr/lib/python3/dist-packages/$inside" "the installed python3-sklearn"
site=$(python3 -c 'import importlib.util as u
print(u.find_spec("sklearn").submodule_search_locations[0])' 2> "$work/no_sklearn") || site=
[ -z "$site" ] || accept "${site%/sklearn}/$inside" "the scikit-learn in $site"

if command -v apt-get > "$work/apt"; then
  (cd "$work" && apt-get download python3-sklearn && dpkg-deb -x python3-sklearn_*.deb deb) \
    >> "$work/log" 2>&1 || true
  accept "$work/deb/usr/lib/python3/dist-packages/$inside" "Debian's package python3-sklearn"
fi

if command -v python3 > "$work/python"; then
  (cd "$work" && python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: scikit-learn && python3 -m zipfile -e scikit_learn-*.whl wheel) \
    >> "$work/log" 2>&1 || true
  accept "$work/wheel/$inside" "the scikit-learn wheel on PyPI"
fi

sed 's/^/  /' "$work/log" >&2
cat >&2 << END
fetch_data.sh: cannot get digits.csv. What was tried is printed above. Either
  - run 'apt-get update' as root if the package lists are empty, and try again, or
  - copy $inside from any scikit-learn and write it, unpacked with
    'gzip -dc', to $folder/digits.csv (sha256 $checksum).
END
exit 1
