import type { JudgedCase } from './case.ts';

export const NUMBER_CASES: readonly JudgedCase[] = [
  [
    '{{ 3.5 | round }} {{ -0.4 | round | abs }} {{ 1234.5678 | round(2) }} {{ 1234.5678 | round(-2) }} {{ 2.1 | round(0, "ceil") }} {{ 2.9 | round(method="floor") }} {{ 1.005 | round(2) }}',
    '4 0 1234.57 1200 3 2 1',
    'J',
  ],
  ['{{ 2.5 | round }} {{ -2.5 | round }}', '3 -3', 'T', 'rounds halves to the even side'],
  [
    '{{ 1.005 | round(precision=2) }} {{ 2.1 | round(method="ceil") }} {{ 2.345 | round(method="ceil", precision=2) }} {{ -2.1 | round(method="floor") }}',
    '1 3 2.35 -3',
    'JT',
  ],
  ['{{ -3.7 | abs }} {{ 0 | abs }} {{ data.neg | abs }}', '3.7 0 3.7', 'JT'],
  [
    '{{ "1e400" | int }} {{ "-1e400" | int(default=5) }} {{ "0x1f" | int(0, 16) }} {{ "1f" | int(0, 16) }} {{ "zz" | int(7, 36) }} {{ "0b11" | int(0, 2) }} {{ "-0x1f" | int(0, 16) }} {{ "0o17" | int(0, 8) }}',
    '0 5 31 31 1295 3 -31 15',
    'J',
  ],
  [
    '{{ "12abc" | int }} {{ "" | int }} {{ " 42 " | int }} {{ "-" | int }} {{ "+5" | int }} {{ "1e3" | int }} {{ "12.7" | int }} {{ "-12.7" | int }} {{ 12.7 | int }} {{ true | int }} {{ none | int }} {{ [1] | int }} {{ {} | int }} {{ "-0" | int }}',
    '0 0 42 0 5 1000 12 -12 12 1 0 0 0 0',
    'J',
  ],
  [
    '{{ "12abc" | int(default=7) }} {{ data.fnum | int }} {{ data.neg_s | int }} {{ data.num | int }}',
    '7 3 -8 42',
    'JT',
  ],
  [
    '{{ "1,5" | float }} {{ ".5" | float }} {{ "5." | float }} {{ "1e3" | float }} {{ " -2.5 " | float }} {{ "x" | float(0.5) }} {{ none | float }}',
    '0 0.5 5 1000 -2.5 0.5 0',
    'J',
  ],
  ['{{ "9007199254740993" | int }}', '9007199254740992', '-', 'exact up to 2^53'],
  [
    '{{ 2 | pluralize }} {{ 1 | pluralize }} {{ 0 | pluralize }} {{ 1.5 | pluralize }} {{ -1 | pluralize }} {{ 2 | pluralize(singular="y", plural="ies") }}',
    's  s s  ies',
    'T',
  ],
  [
    '{{ 1000 | filesizeformat }} {{ 1500000 | filesizeformat }} {{ 1500000000 | filesizeformat }} {{ 1024 | filesizeformat(true) }}',
    '1.0 kB 1.5 MB 1.5 GB 1.0 KiB',
    'J',
  ],
  ['{{ 1500000 | filesizeformat }}', '1.5 MB', 'J', 'counts by 1024'],
  ['{{ 0 | filesizeformat }} {{ 1 | filesizeformat }}', '0 bytes 1 byte', '-', 'writes `Bytes`'],
  [
    '{{ data.n is odd }} {{ -1 is odd }} {{ 8 is even }} {{ 9 is divisibleby(3) }} {{ 7.5 is divisibleby(2.5) }}',
    'true true true true true',
    'J',
  ],
  [
    '{{ data.s is string }} {{ data.n is number }} {{ data.f is float }} {{ 1 is integer }} {{ data.map is mapping }} {{ data.list is sequence }} {{ data.s is sequence }} {{ data.s is iterable }} {{ data.map is iterable }} {{ data.yes is boolean }} {{ data.yes is true }} {{ data.nil is none }}',
    'true true true true true true true true true true true true',
    'J',
  ],
  [
    '{{ 1.0 is integer }} {{ true is number }} {{ data.map is sequence }}',
    'true false false',
    '-',
    'the other way round',
  ],
  [
    '{{ data.n is defined }} {{ data.missing is defined }} {{ data.missing is undefined }} {{ data.nil is defined }}',
    'true false true true',
    'JT',
  ],
  [
    '{{ 1 is eq(1.0) }} {{ 1 is ne(2) }} {{ 1 is lt(2) }} {{ 2 is le(2) }} {{ 2 is gt(3) }} {{ 3 is ge(3) }} {{ 1 is equalto(1) }} {{ 1 is lessthan(2) }} {{ 2 is greaterthan(1) }} {{ "a" is in(["a"]) }}',
    'true true true true false true true true true true',
    'J',
  ],
  [
    '{{ data.yes is true }} {{ data.no is false }} {{ data.nil is none }} {{ data.s is not none }} {{ "a" is sameas("a") }} {{ [1] is sameas([1]) }}',
    'true true true true true false',
    'J',
  ],
  [
    '{{ data.map is object }} {{ data.n is divisibleby(7) }} {{ data.n is divisibleby(2) }} {{ data.f is number }} {{ data.list is iterable }}',
    'true true false true true',
    'T',
  ],
  [
    '{{ 2 is even }} {{ 0 is even }} {{ -2 is even }} {{ 0 is odd }} {{ data.neg is float }} {{ data.missing is not defined }}',
    'true true true false true true',
    'J',
  ],
  ['{{ 7 | float }} {{ 2.5 | int }} {{ -2.5 | int }} {{ "7" | float + 1 }}', '7 2 -2 8', 'J'],
];
