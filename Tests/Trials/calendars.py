#!/usr/bin/env python3
"""Exports 200 repeating tasks in five zones, and asks khal (with dateutil), calcurse and libical for their days.

The rules come back across changes of summer time, in the north and in the south. A day that one program has and another
has not is reported; CalendarSeriesTests compare dateutil's days and hours with our own.

    Tests/Trials/calendars.py          SHEAF=.build/release/sheaf

khal is looked for in .build/site-checkers, calcurse and libical (with its headers and cc) in the system; one that is
missing is left out.
"""

import ctypes.util
import datetime
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHEAF = os.path.abspath(os.environ.get("SHEAF", ROOT + "/.build/release/sheaf"))
KHAL = ROOT + "/.build/site-checkers/bin/khal"
ZONES = ["Asia/Seoul", "America/New_York", "Europe/Berlin", "Australia/Sydney", "America/Santiago"]
FIRST, LAST = datetime.date(2026, 9, 1), datetime.date(2027, 12, 31)


def last_of_month(day):
    return (day + datetime.timedelta(days=1)).day == 1


# Rules, and the days that are theirs: a task whose day is none of its rule is written as days, which not all programs read.
RULES = [
    ("every day", lambda day: True), ("every 3 days", lambda day: True), ("every week", lambda day: True),
    ("every mon,fri", lambda day: day.weekday() in (0, 4)), ("every 2 weeks on tue,sat", lambda day: day.weekday() in (1, 5)),
    ("every month", lambda day: day.day < 29), ("every month on the 31st", last_of_month),
    ("every month on the last friday", lambda day: day.weekday() == 4 and (day + datetime.timedelta(days=7)).month != day.month),
    ("every year", lambda day: True), ("every weekday", lambda day: day.weekday() < 5),
    ("every 2nd monday of the month", lambda day: day.weekday() == 0 and 8 <= day.day <= 14),
    ("every week until 2027-10-20", lambda day: True), ("every 3 weeks on sun", lambda day: day.weekday() == 6),
    ("every month count 5", lambda day: day.day < 29), ("every day 40 times", lambda day: True),
    ("RRULE:FREQ=WEEKLY;BYDAY=SU,WE;COUNT=9", lambda day: day.weekday() in (2, 6)),
    ("RRULE:FREQ=MONTHLY;BYMONTHDAY=15,-1", lambda day: day.day == 15 or last_of_month(day)),
    ("every week except 2026-11-04, 2026-11-05, 2026-11-06", lambda day: day < datetime.date(2026, 11, 4)),
]
LIBICAL = r"""
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
static void occurrence(icalcomponent *c, struct icaltime_span *span, void *data) {
  icaltimezone *zone = data;
  icalproperty *start = icalcomponent_get_first_property(c, ICAL_DTSTART_PROPERTY);
  struct icaltimetype value = icalproperty_get_dtstart(start);
  struct icaltimetype t = icaltime_from_timet_with_zone(
      span->start, 0, value.is_date ? icaltimezone_get_utc_timezone() : zone);
  printf("%s %04d-%02d-%02d\n", icalcomponent_get_summary(c), t.year, t.month, t.day);
}
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "rb");
  static char text[1 << 22];
  size_t count = fread(text, 1, sizeof text - 1, file);
  text[count] = 0;
  icalcomponent *calendar = icalparser_parse_string(text);
  icaltimezone *zone = icaltimezone_get_builtin_timezone(argv[2]);
  struct icaltimetype first = icaltime_from_string(argv[3]), last = icaltime_from_string(argv[4]);
  for (icalcomponent *c = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT); c;
       c = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT))
    icalcomponent_foreach_recurrence(c, first, last, occurrence, zone);
}
"""


def run(words, place, zone, **more):
    environment = {"HOME": place, "PATH": os.environ["PATH"], "TZ": zone, "LANG": "C.UTF-8",
                   "XDG_CACHE_HOME": place + "/cache", "XDG_CONFIG_HOME": place + "/config"}
    result = subprocess.run(words, cwd=place, env=environment, capture_output=True, text=True, **more)
    if result.returncode and "khal" not in words[0]:
        sys.exit(f"{words}: {result.stderr}")
    return result.stdout


def make(place, zone, generator):
    """Forty tasks that repeat."""
    for number in range(40):
        rule, is_of_rule = RULES[number % len(RULES)]
        start = FIRST + datetime.timedelta(days=generator.randrange(0, 60))
        while not is_of_rule(start):
            start += datetime.timedelta(days=1)
        clock = generator.choice(["", "T00:30", "T08:00", "T12:15", "T23:30"])
        with open(f"{place}/notes/Diary/Tasks/t{number}.md", "w", encoding="utf-8") as file:
            file.write(f'---\ntitle: t{number}\nstatus: todo\ndue: {start}{clock}\nrepeat: "{rule}"\n---\n')


def khal_days(place, zone):
    with open(place + "/khal.conf", "w", encoding="utf-8") as file:
        file.write(f"[calendars]\n[[c]]\npath = {place}/vdir\n[locale]\nlocal_timezone = {zone}\n"
                   f"default_timezone = {zone}\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
                   f"datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\ntimeformat = %H:%M\n"
                   f"[sqlite]\npath = {place}/khal.db\n")
    text = run([KHAL, "-c", place + "/khal.conf", "list", "--day-format", "", "--format", "{title} {start-date}",
                str(FIRST), str(LAST + datetime.timedelta(days=1))], place, zone)
    return {tuple(line.split()[:2]) for line in text.splitlines() if len(line.split()) == 2}


def calcurse_days(place, zone):
    os.makedirs(place + "/calcurse", exist_ok=True)
    run(["calcurse", "-D", place + "/calcurse", "-i", place + "/all.ics"], place, zone)
    text = run(["calcurse", "-D", place + "/calcurse", "-Q", "--filter-type", "cal", "--from", f"{FIRST:%m/%d/%Y}", "--to", f"{LAST:%m/%d/%Y}",
                "--output-datefmt", "%Y-%m-%d", "--format-apt", "%m\n", "--format-recur-apt", "%m\n",
                "--format-event", "%m\n", "--format-recur-event", "%m\n"], place, zone)
    days, day = set(), None
    for line in text.splitlines():
        line = line.strip()
        if line.endswith(":") and line[:4].isdigit():
            day = line[:-1]
        elif line:
            days.add((line.split()[0], day))
    return days


def libical_days(place, zone):
    program = place + "/libical"
    with open(program + ".c", "w", encoding="utf-8") as file:
        file.write(LIBICAL)
    run(["cc", "-o", program, program + ".c", "-lical"], place, zone)
    text = run([program, place + "/all.ics", zone, f"{FIRST:%Y%m%d}T000000Z", f"{LAST:%Y%m%d}T235959Z"], place, zone)
    return {tuple(line.split()) for line in text.splitlines()}


JUDGES = [
    ("khal", khal_days, lambda: os.path.exists(KHAL)),
    ("calcurse", calcurse_days, lambda: shutil.which("calcurse")),
    ("libical", libical_days, lambda: shutil.which("cc") and os.path.exists("/usr/include/libical/ical.h")),
]


def main():
    generator, failed = random.Random(39), False
    for zone in ZONES:
        with tempfile.TemporaryDirectory() as place:
            os.makedirs(place + "/notes/Diary/Tasks")
            run([SHEAF, "-C", place + "/notes", "init"], place, zone)
            make(place, zone, generator)
            run([SHEAF, "-C", place + "/notes", "export", "--to", "ics-events", "-o", place + "/all.ics"], place, zone)
            run([SHEAF, "-C", place + "/notes", "export", "--to", "vdir-events", place + "/vdir"], place, zone)
            results = {name: days(place, zone) for name, days, is_there in JUDGES if is_there()}
            within = lambda days: {d for d in days if str(FIRST) < d[1] <= str(LAST - datetime.timedelta(days=2))}
            results = {name: within(days) for name, days in results.items()}
            reference = max(results.values(), key=len)
            for name, days in results.items():
                odd = sorted(days ^ reference)
                failed |= bool(odd)
                print(f"{zone}: {name}: {len(days)} days, {len(odd)} differ", *odd[:5])
    sys.exit(failed)


main()
