import type { JudgedCase } from './case.ts';

export const TIME_CASES: readonly JudgedCase[] = [
  ['{{ "2026-01-31T18:05:00+02:00" | date(format="%H:%M %z") }}', '18:05 +0200', 'T'],
  ['{{ "2026-01-31T18:05:00-05:30" | date(format="%d %H:%M %:z") }}', '31 18:05 -05:30', 'T'],
  ['{{ "2026-01-31T18:05:00.123+00:00" | date(format="%H:%M:%S") }}', '18:05:00', 'T'],
  ['{{ "2026-01-31T01:05:00+02:00" | date }}', '2026-01-31', 'T'],
  ['{{ "2026-01-31T18:05:00+02:00" | date(format="%H:%M %z", timezone="Asia/Tokyo") }}', '01:05 +0900', 'T'],
  ['{{ "2026-01-31T18:05:00Z" | date(format="%H:%M", timezone="Europe/Berlin") }}', '19:05', 'T'],
  ['{{ "2026-01-31T18:05:00" | date(format="%H:%M:%S") }}', '18:05:00', 'T'],
  [
    '{{ "2026-01-31" | date(format="%d.%m.%Y %j %A %b %-d %e %y") }}',
    '31.01.2026 031 Saturday Jan 31 31 26',
    'T',
  ],
  [
    '{{ 1700000000 | date(timezone="UTC") }} {{ 1700000000 | date(format="%Y-%m-%d %H:%M:%S %s %p %I", timezone="UTC") }}',
    '2023-11-14 2023-11-14 22:13:20 1700000000 PM 10',
    'T',
  ],
  ['{{ 0 | date(format="%F %T", timezone="UTC") }}', '1970-01-01 00:00:00', 'T'],
];
