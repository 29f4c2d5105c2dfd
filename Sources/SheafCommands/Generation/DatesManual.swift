/// sheaf-dates(7): words for times, and rules of recurrence.
enum DatesManual {
  static let text = days + times + ranges + rules

  private static let days = """
    .Sh NAME
    .Nm sheaf-dates
    .Nd how Sheaf reads words for a time
    .Sh DESCRIPTION
    Wherever a day or a moment is asked for, English and Korean words are read, relative to now.
    Letters may be of any case.
    .Ss Days
    .Bl -tag -width Ds
    .It Ql 2026-11-30 , 2026/11/30 , 2026.11.30 , 20261130
    A day in figures, the year first.
    .It Ql 11/30 , 11.30 , nov 30 , 30 nov , 15th
    Without a year or a month: the next such day, today included.
    The month stands before the day.
    .It Ql 12\\[uC6D4] 3\\[uC77C] , 3\\[uC77C]
    The same in Korean.
    .It Ql today , tomorrow , yesterday , day after tomorrow
    Also
    .Ql eod ;
    \\[uC624]\\[uB298], \\[uB0B4]\\[uC77C], \\[uBAA8]\\[uB808], \\[uAE00]\\[uD53C], \\[uC5B4]\\[uC81C], \\[uADF8]\\[uC800]\\[uAED8].
    .It Ql fri , friday , \\[uAE08]\\[uC694]\\[uC77C] , \\[uAE08]
    The next such day, today excluded;
    .Ql next friday
    is the same,
    .Ql this friday
    may be today,
    .Ql last friday
    is the one before today.
    .It Ql friday next week , \\[uB2E4]\\[uC74C] \\[uC8FC] \\[uAE08]\\[uC694]\\[uC77C]
    That day of that week.
    .It Ql +3d , -2w , +1m , +1y , in 3 days , 2 weeks ago , \\[uC0AC]\\[uD758] \\[uB4A4]
    Days, weeks, months, years from today.
    From the 31st, a month later is that month's last day at most.
    .It Ql eow , eom , eoy , end of next month , \\[uB2E4]\\[uC74C] \\[uB2EC] \\[uB9D0]
    The last day of the week, the month, the year.
    .It Ql 15th of next month , \\[uB2E4]\\[uC74C] \\[uB2EC] 3\\[uC77C]
    A day of that month.
    .El

    """

  private static let times = """
    .Ss Times of day
    .Bl -tag -width Ds
    .It Ql tomorrow 9pm , fri at 14:30 , noon , midnight
    A time behind a day, or alone for today.
    .It Ql \\[uB0B4]\\[uC77C] \\[uC624]\\[uD6C4] 3\\[uC2DC] \\[uBC18]
    The same in Korean.
    Without a part of the day hours count to 24.
    .It Ql in 20 minutes , +6h , 2\\[uC2DC]\\[uAC04] \\[uB4A4]
    From now.
    .El
    .Pp
    A moment is written with its distance from UTC and keeps it.
    Where clocks are changed, an hour that comes twice means the first of the two, and an hour that
    is left out counts as if the clock had not been put forward.
    What is due on a day without a time is due until that day ends where you are.

    """

  private static let ranges = """
    .Ss Ranges
    .Bl -tag -width Ds
    .It Ql 2026-11 , 2026-W48 , 2026-Q4 , 2026
    A month, an ISO week, a quarter, a year.
    .It Ql this week , next month , last year , weekend , \\[uC774]\\[uBC88] \\[uC8FC]
    A week begins on Monday; a weekend is Saturday and Sunday.
    .It Ql a..b , a.. , ..b
    From one to another, both included.
    .El

    """

  private static let rules = """
    .Ss Rules of recurrence
    These stand in the field
    .Ic repeat
    and behind the sign of a check box.
    .Bl -tag -width Ds
    .It Ql every 2 weeks on mon,fri
    In every second week, counted from the week of the first day.
    .It Ql every weekday , every other day , weekly , quarterly
    And their like.
    .It Ql every month on the 31st
    Where a month has no 31st, its last day; the next month has the 31st again.
    .It Ql every month on the last friday , every month on the 1st and 15th
    Days of a month.
    .It Ql every year on feb 29
    In ordinary years 28 February.
    .It Ql after 3 days , every 3 days when done
    Counted from the day on which it was done.
    .It Ql every week until 2027-03-01 , every week count 10
    A rule with an end.
    .It Ql \\[uB9E4]\\[uC8FC] \\[uC6D4],\\[uAE08] , 2\\[uC8FC]\\[uB9C8]\\[uB2E4] , \\[uB9E4]\\[uC6D4] \\[uB9D0]\\[uC77C] , \\[uC644]\\[uB8CC] \\[uD6C4] 3\\[uC77C]
    The same in Korean.
    .It Ql RRULE:FREQ=MONTHLY;BYDAY=-1FR
    A rule of RFC 5545 for days, with INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYWEEKNO, BYYEARDAY,
    BYSETPOS, WKST, COUNT, UNTIL and SKIP.
    As there, a month without a 31st is passed over.
    .El
    .Pp
    A rule is counted from the first due day, which is kept in the field
    .Ic anchor
    where it matters, so that it never drifts, however late something is done.
    .Sh SEE ALSO
    .Xr sheaf-add 1 ,
    .Xr sheaf-done 1 ,
    .Xr sheaf-note 5 ,
    .Xr sheaf-query 7

    """
}
