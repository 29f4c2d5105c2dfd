#!/bin/sh
# The main job on a copy of the everyday repository: demo.sh SHEAF REPOSITORY NOW
set -eu
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$2" "$scratch/notes"
cd "$scratch/notes"
HOME=$scratch XDG_CACHE_HOME=$scratch/cache XDG_STATE_HOME=$scratch/state SHEAF_NOW=$3
export HOME XDG_CACHE_HOME XDG_STATE_HOME SHEAF_NOW
unset SHEAF_DIR || true
git init -q
git -c user.name=demo -c user.email=demo@example.org add -A
git -c user.name=demo -c user.email=demo@example.org commit -q -m 'The notes as they are'

run() {
  printf '\n$ sheaf'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9:./@_+=,-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$program" "$@"
}

printf 'A copy of the everyday repository, with a git history of its own.\n'
run init
run status
run list --limit 8
run search 회의록 --limit 2
run search ㅎㅇㄹ -l
run list is:overdue --explain
run list @urgent --sort due
run tasks --limit 6
run agenda
run board --limit 3
run cal -3
run links 목차
run links Greenhouse --backlinks
run links --broken
run tag
run show 냉장고\ 지도
run render 냉장고\ 지도 --fragment
run digest --to text
run new A note from the demo +demo
run search demo -l
printf '\n$ git status --short\n'
git status --short
printf '\nOnly what was asked for has changed. Look at the lines above: words are marked where they were\n'
printf 'found, overdue tasks say so in words, the broken link is named with its line.\n'
