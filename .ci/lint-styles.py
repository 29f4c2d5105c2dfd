#!/usr/bin/env python3
"""Reads style sheets without forgiving anything, and ends with 1 at the first mistake.

    .ci/lint-styles.py FILE...
"""

import sys

import lightningcss

for path in sys.argv[1:]:
    with open(path) as file:
        try:
            lightningcss.process_stylesheet(file.read(), filename=path)
        except Exception as error:
            sys.exit(str(error))
