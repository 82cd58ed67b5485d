import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';

function tagsOf(text: string): readonly string[] | undefined {
  return accepted(`devices: { "${MAC}": { screen: x, tags: ${text} } }\n`).snapshot.devices.get(MAC)?.tags;
}

describe('groups of a config', () => {
  it('keep their order, and have the settings of a device', () => {
    const text = `groups:
  second: { match: { tag: x }, screen: clock, panel: trmnl_x, refresh: 60, rotate: 90, params: { a: 1 } }
  first: { match: [{ model: og }, { board: esp32 }] }
`;
    const { groups } = accepted(text).snapshot;
    assert.deepEqual(
      groups.map(({ name, screen, refreshSeconds, rotate }) => [name, screen, refreshSeconds, rotate]),
      [
        ['second', 'clock', 60, 90],
        ['first', null, undefined, undefined],
      ],
    );
    assert.equal(groups[1]?.match.length, 2);
  });

  it('take a version as it is written', () => {
    const { groups } = accepted('groups: { a: { match: { firmware: 1.10 } } }\n').snapshot;
    assert.match(JSON.stringify(groups[0]?.match), /1\.10/);
  });

  it('are refused where they could select other devices than those that are meant', () => {
    const reasons = refused(`groups:
  a: { screen: clock }
  b: { match: { modle: og } }
  c:
    match:
      - { tag: x }
      - { network: 10.1.0.1/8 }
  "d e": { match: { tag: x } }
`);
    assert.equal(reasons.length, 4, reasons.join('\n'));
    assert.match(reasons[0] ?? '', /groups\.a: expected a `match` that says which devices are in the group/);
    assert.match(reasons[1] ?? '', /groups\.b\.match\.modle: there is no key "modle"; did you mean model\?/);
    assert.match(reasons[2] ?? '', /groups\.c\.match\.network: expected a network/);
    assert.match(reasons[3] ?? '', /groups: expected a name of letters/);
  });

  it('are warned of a panel that does not exist, and of keys that only devices have', () => {
    const told = warnings('groups: { a: { match: { tag: x }, panel: mine, name: A } }\n').join('\n');
    assert.match(told, /groups\.a: there is no panel "mine"/);
    assert.match(told, /unknown key `groups\.a\.name`/);
  });

  it('are bounded in number', () => {
    const many = Array.from({ length: 501 }, (_, n) => `  g${n}: { match: { tag: x } }\n`).join('');
    assert.match(refused(`groups:\n${many}`).join(), /groups: expected at most 500, got 501/);
  });

  it('are refused, at their place, with more pieces between stars than a device is compared with', () => {
    const tags = Array.from({ length: 30 }, (_, n) => `"${'*a'.repeat(40)}${n}"`).join(', ');
    const text = `groups:\n  good: { match: { tag: x } }\n  bad:\n    match: { tag: [${tags}] }\n`;
    const [reason = '', ...others] = refused(text);
    assert.match(
      reason,
      /^config\.yaml:4:12: groups\.bad\.match: expected at most 1024 pieces between the stars of all patterns, got 1230/,
    );
    assert.deepEqual(others, []);
  });
});

describe('an entry without a screen', () => {
  it('is one where there are groups', () => {
    const text = `devices: { "${MAC}": { tags: [hall] } }\ngroups: { a: { match: { tag: hall }, screen: x } }\n`;
    assert.equal(accepted(text).snapshot.devices.get(MAC)?.screen, null);
  });

  it('is refused where there are none, at its line', () => {
    const text = `devices:\n  "${MAC}":\n    tags: [hall]\n`;
    assert.match(refused(text).join(), /devices\.AA:BB:CC:DD:EE:FF: expected a `screen`, got none/);
  });

  it('is never DEFAULT', () => {
    const text = 'devices: { DEFAULT: { refresh: 9 } }\ngroups: { a: { match: { tag: hall } } }\n';
    assert.match(refused(text).join(), /devices\.DEFAULT: expected a `screen`, got none/);
  });
});

describe('tags of a device', () => {
  it('are a list, or words between commas', () => {
    assert.deepEqual(tagsOf('[hall, floor-2, Empfang]'), ['hall', 'floor-2', 'Empfang']);
    assert.deepEqual(tagsOf('"hall, floor 2"'), ['hall', 'floor 2']);
    assert.deepEqual(tagsOf('[7, hall, HALL]'), ['7', 'hall']);
  });

  it('that cannot be tags are left out with a warning', () => {
    const text = `devices: { "${MAC}": { screen: x, tags: ["<b>", hall, " ", "${'a'.repeat(51)}"] } }\n`;
    assert.deepEqual(accepted(text).snapshot.devices.get(MAC)?.tags, ['hall']);
    assert.match(warnings(text).join(), /tags: expected a tag of 1 to 50 letters.*got "<b>"; it is left out/);
    assert.equal(tagsOf('{ a: b }'), undefined);
  });
});
