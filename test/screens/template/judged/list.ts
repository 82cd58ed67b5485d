import type { JudgedCase } from './case.ts';

export const LIST_CASES: readonly JudgedCase[] = [
  [
    '{{ ["a", "B"] | min }} {{ ["b", "A"] | max }} {{ ["b", "A", "a", "B"] | unique | join(",") }}',
    'a b b,A',
    'J',
  ],
  [
    '{{ ["a", "B"] | min(case_sensitive=true) }} {{ ["b", "A"] | max(case_sensitive=true) }} {{ "hello" | min }}{{ "hello" | max }}',
    'B b eo',
    'J',
  ],
  [
    '{{ ["b", "A", "a", "B"] | unique(case_sensitive=true) | join(",") }} {{ ["a", "A"] | unique(case_sensitive=false) | join(",") }}',
    'b,A,a,B a',
    'J',
  ],
  [
    '{% set w = ["b", "A", "a", "B"] %}{{ w | unique(case_sensitive=true) | join(sep=",") }} {{ w | unique(case_sensitive=false) | join(sep=",") }} {{ w | unique | join(sep=",") }}',
    'b,A,a,B b,A b,A',
    'T',
  ],
  [
    '{{ ["b", "A", "a", "B"] | sort(case_sensitive=true) | join(",") }} {{ ["b", "A", "a", "B"] | sort(case_sensitive=false) | join(",") }} {{ ["b", "A", "a", "B"] | sort(reverse=true, case_sensitive=true) | join(",") }}',
    'A,B,a,b A,a,b,B b,a,B,A',
    'J',
  ],
  ['{{ ["a", "B"] | sort | join(",") }}', 'B,a', '-', 'ignores case'],
  ['{% set w = ["b", "A", "a", "B"] %}{{ w | sort | join(sep=",") }}', 'A,B,a,b', 'T'],
  [
    '{{ data.rows | sort(attribute="n") | map(attribute="name") | join(",") }} {{ data.people | sort(attribute="age,name", case_sensitive=true) | map(attribute="name") | join(",") }} {{ data.people | sort(attribute="age,name", reverse=true) | map(attribute="name") | join(",") }}',
    'B,a,c B,a,c c,a,B',
    'J',
  ],
  [
    '{{ {"a": 1, "B": 2, "c": 3} | dictsort | map("first") | join(",") }} {{ {"a": 1, "B": 2} | dictsort(case_sensitive=true) | map("first") | join(",") }} {{ {"a": 1, "B": 2} | dictsort(reverse=true) | map("first") | join(",") }}',
    'a,B,c B,a B,a',
    'J',
  ],
  [
    '{{ {"a": "x", "B": "Y", "c": "Z"} | dictsort(by="value") | map("last") | join(",") }} {{ {"a": 3, "b": 1} | dictsort(by="value") | map("first") | join(",") }}',
    'x,Y,Z b,a',
    'J',
  ],
  [
    '{{ data.nums | min }} {{ data.nums | max }} {{ [] | min }}|{{ [] | max }}| {{ data.strnums | max }} {{ data.rows | min(attribute="n") | length }} {{ (data.rows | max(attribute="name")).name }}',
    '1 10 || 9 2 c',
    'J',
  ],
  [
    '{{ data.nums | sort | join(" ") }} {{ data.strnums | sort | join(" ") }} {{ data.nums | sort(reverse=true) | join(" ") }}',
    '1 2.5 9 10 1 10 9 10 9 2.5 1',
    'J',
  ],
  [
    '{{ data.list | sum }} {{ data.rows | sum(attribute="n") }} {{ data.list | sum(start=10) }} {{ [] | sum }}',
    '6 6 16 0',
    'J',
  ],
  [
    '{{ data.rows | map(attribute="zz", default="d") | join(",") }} {{ data.words | map("upper") | join(",") }} {{ data.rows | map(attribute="n") | list | length }}',
    'd,d,d B,A,C,A,B 3',
    'J',
  ],
  [
    '{{ data.list | select("gt", 1) | join }} {{ data.list | select("odd") | join }} {{ data.list | reject("divisibleby", 3) | join }} {{ data.list | select(">", 1) | join }} {{ data.list | reject("==", 1) | join }}',
    '32 31 12 32 32',
    'J',
  ],
  [
    '{{ data.rows | selectattr("n", "gt", 1) | map(attribute="n") | join }} {{ data.rows | selectattr("n", "<=", 2) | map(attribute="n") | join }} {{ data.rows | rejectattr("name", "eq", "c") | map(attribute="n") | join }} {{ data.rows | selectattr("zz") | list | length }}',
    '32 12 12 0',
    'J',
  ],
  ['{% for k, v in data.rows | groupby("n") %}{{ k }}:{{ v | length }} {% endfor %}', '1:1 2:1 3:1 ', 'J'],
  ['{% for g in data.rows | groupby("n") %}{{ g.grouper }}{% endfor %}', '', '-', '(`grouper`, `list`)'],
  ['{{ data.list | slice(2) | list }}', '[2]', '-', 'makes three columns'],
  ['{{ data.list | batch(2) | list | length }}', '2', 'J'],
  ['{% for row in data.list | batch(2, "x") %}{{ row | join("") }};{% endfor %}', '31;2x;', 'J'],
  [
    '{{ data.list | slice(start=1, end=2) }} {{ data.list | slice(end=-1) }} {{ data.list | slice(start=-2) }} {{ data.list | slice(start=9) }}',
    '[1] [3,1] [1,2] []',
    'T',
  ],
  [
    '{{ data.list | nth(n=1) }} {{ data.list | nth(n=9) }}|{{ data.list | first }}{{ data.list | last }}{{ data.el | first }}',
    '1 |32',
    'T',
  ],
  [
    '{{ data.list | concat(with=5) }} {{ data.list | concat(with=[5, 6]) }} {{ data.list | reverse }}',
    '[3,1,2,5] [3,1,2,5,6] [2,1,3]',
    'T',
  ],
  [
    '{{ data.rows | filter(attribute="n", value=1) | length }} {{ data.rows | filter(attribute="zz") | length }}',
    '1 0',
    'T',
  ],
  ['{{ data.map | get(key="b") }} {{ data.map | get(key="z", default=5) }}', '2 5', 'T'],
  [
    '{{ data.rows | join(",", attribute="n") }} {{ data.list | join }} {{ data.list | join(d="-") }}',
    '3,1,2 312 3-1-2',
    'J',
  ],
  [
    '{{ data.list | length }} {{ data.map | length }} {{ data.empty | length }} {{ data.uni | length }} {{ data.list | count }}',
    '3 3 0 17 3',
    'J',
  ],
  [
    '{{ "x" | default("y") }} {{ "" | default("y") }}|{{ "" | default("y", true) }} {{ data.zero | default(5) }} {{ data.zero | default(5, true) }} {{ data.missing | default("z") }}',
    'x |y 0 5 z',
    'J',
  ],
  ['{{ data.missing | default(value="x") }} {{ data.s | default(value="x") }}', 'x hello wORLD', 'T'],
  ['{{ none | default("y") }}', 'y', '-', 'replaces `none` too'],
  [
    '{{ data.map | list | join }} {{ "abc" | list | join("-") }} {{ data.map | items | map("first") | join }}',
    'bAc a-b-c bAc',
    'J',
  ],
  ['{{ data.map | tojson | safe }}', '{"b":2,"A":1,"c":3}', '-', 'is safe, sorts keys'],
  ['{{ data.map | json_encode | safe }}', '{"b":2,"A":1,"c":3}', 'T'],
  [
    '{{ data.el | json_encode() | safe }} {{ data.s | json_encode() | safe }} {{ data.map | json_encode(pretty=true) | safe }}',
    '[] "hello wORLD" {\n  "b": 2,\n  "A": 1,\n  "c": 3\n}',
    'T',
  ],
  [
    '{{ 3 in data.list }} {{ "b" in data.map }} {{ "ell" in data.s }} {{ data.list is containing(3) }} {{ data.map is containing("b") }}',
    'true true true true true',
    'T',
  ],
  [
    '{% for k, v in data.rows | group_by(attribute="n") %}{% if k == "1" %}{{ v | length }}{% endif %}{% endfor %}',
    '1',
    'T',
  ],
  [
    '{{ data.missing | d("z") }} {{ data.rows | rejectattr("n", "in", [1]) | map(attribute="name") | join }}',
    'z ca',
    'J',
  ],
  [
    '{{ [1, "a", 2] | select("number") | join }} {{ [1, "a", none, []] | select | join }} {{ [0, 1] | reject | join }}',
    '12 1a 0',
    'J',
  ],
  [
    '{{ "{}" | length }} {{ [[1, 2], [3]] | sum(start=[]) | length if false else 3 }} {{ [[1, 2], [3, 4]] | map("last") | join }} {{ [[1, 2], [3, 4]] | map(attribute=1) | join }} {{ data.nested | map(attribute="1") | list | length }}',
    '2 3 24 24 2',
    'J',
  ],
  [
    '{{ data.words | join("|") | upper }} {{ data.words | first | lower }} {{ data.words[::-1] | join }} {{ data.words | batch(3) | map("join", "") | list | length if false else 2 }}',
    'B|A|C|A|B b BacAb 2',
    'J',
  ],
];
