#!/bin/sh
# on-add, on-change: no private key is written into a note.
if grep -q 'BEGIN [A-Z ]*PRIVATE KEY'; then
  echo 'a private key does not belong in a note' >&2
  exit 1
fi
