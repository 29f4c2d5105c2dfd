"""on-add: a new note without tags gets the tag inbox."""
import json
import sys

answer = []
for item in json.load(sys.stdin)["items"]:
    if not item["after"]["fields"].get("tags"):
        answer.append({"path": item["path"], "after": {"fields": {"tags": ["inbox"]}}})
json.dump({"items": answer}, sys.stdout)
