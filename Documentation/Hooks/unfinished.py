"""on-publish: notes whose title begins with WIP stay out of the site."""
import json
import sys

items = json.load(sys.stdin)["items"]
unfinished = [item["path"] for item in items if item["title"].startswith("WIP")]
json.dump({"items": [{"path": path, "publish": False} for path in unfinished]}, sys.stdout)
