import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdit, type ConfigEdit } from '../../../src/config/edit/model.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { rounds } from '../../support/rounds.ts';
import { editConfigText } from './editing.ts';
import { readBack } from './random-yaml.ts';

const DEVICES = 40;

function entry(number: number, eol: string): string {
  const lines = [
    `  # device ${number}`,
    `  "AA:${number}": # its key`,
    '    screen: local/plain',
    `    name: Room ${number} # its name`,
    `    params: { room: ${number}, seats: 4 }`,
    '    # its end',
    '',
  ];
  return lines.join(eol);
}

function fileOf(eol: string, end = ''): string {
  const entries = Array.from({ length: DEVICES }, (_, number) => entry(number, eol));
  return `# top${eol}default_screen: clock${eol}devices:${eol}${entries.join('')}${end}`;
}

const key = fc.nat({ max: DEVICES + 20 }).map((number) => `AA:${number}`);

const wish: fc.Arbitrary<ConfigEdit> = fc.oneof(
  key.map((name): ConfigEdit => ({ kind: 'remove', path: ['devices', name] })),
  fc
    .tuple(key, fc.constantFrom('refresh', 'name', 'screen'), fc.string())
    .map(([name, setting, value]): ConfigEdit => ({ kind: 'set', path: ['devices', name, setting], value })),
  key.map((name): ConfigEdit => ({ kind: 'set', path: ['devices', name, 'params', 'room'], value: 'x' })),
  key.map((name): ConfigEdit => ({ kind: 'remove', path: ['devices', name, 'params'] })),
  key.map((name): ConfigEdit => ({ kind: 'set', path: ['devices', name], value: { screen: 'local/new' } })),
);

function modelOf(text: string, edits: readonly ConfigEdit[]): PlainObject {
  return edits.reduce((model: PlainObject, edit) => applyEdit(model, edit) ?? assert.fail(), readBack(text));
}

function edited(text: string, edits: readonly ConfigEdit[]): string {
  const result = editConfigText(text, edits);
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual(readBack(result.value), modelOf(text, edits), result.value);
  return result.value;
}

function removal(number: number): ConfigEdit {
  return { kind: 'remove', path: ['devices', `AA:${number}`] };
}

const newOnes = Array.from({ length: 30 }, (_, number): ConfigEdit => {
  return { kind: 'set', path: ['devices', `NEW:${number}`], value: { screen: 'local/new', refresh: 5 } };
});

describe('edits of many devices at once', () => {
  it('say what a plain model says, whatever they are', () => {
    const files = fc.constantFrom(
      fileOf('\n'),
      fileOf('\r\n'),
      fileOf('\n', 'panels:\n  wide: { width: 800, height: 480 }\n'),
      fileOf('\n', '  "AA:1000": { screen: &anchor local/plain }\n  "AA:1001": { screen: *anchor }\n'),
      fileOf('\n').trimEnd(),
    );
    fc.assert(
      fc.property(files, fc.array(wish, { minLength: 12, maxLength: 60 }), (text, edits) => {
        edited(text, edits);
      }),
      { numRuns: rounds(150, 10) },
    );
  });

  it('change only the lines of what they set', () => {
    const text = fileOf('\n');
    const edits = Array.from({ length: DEVICES }, (_, number): ConfigEdit => {
      return { kind: 'set', path: ['devices', `AA:${number}`, 'name'], value: `Hall ${number}` };
    });
    assert.equal(edited(text, edits), text.replaceAll('name: Room', 'name: Hall'));
  });

  it('write new devices below the last one, in its style and in their order', () => {
    for (const text of [fileOf('\n', 'panels: {}\n'), fileOf('\n').replace(/\n {4}# its end\n$/, '')]) {
      const now = edited(text, newOnes);
      const added = newOnes
        .map(({ path }) => `  "${path[1]}":\n    screen: local/new\n    refresh: 5\n`)
        .join('');
      assert.ok(`${now}\n`.includes(added), now);
      assert.equal(now.endsWith('\n'), text.endsWith('\n'));
    }
  });

  it('can remove all devices, and fill a config that has none', () => {
    const text = fileOf('\n');
    const all = Array.from({ length: DEVICES }, (_, number) => removal(number));
    const none = edited(text, all);
    assert.match(none, /^# top\ndefault_screen: clock\ndevices: \{\}\n/);
    assert.doesNotMatch(none, /screen: local/);
    edited(none, newOnes);
    edited('# empty\n', newOnes);
    edited(text, [...all, ...newOnes]);
    edited(text, [...all.slice(1), ...newOnes]);
  });

  it('are refused where they would be read again and again: devices in one pair of braces', () => {
    const devices = Array.from({ length: 800 }, (_, number) => `"AA:${number}": { screen: local/plain }`);
    const text = `devices: { ${devices.join(', ')} }\n`;
    const edits = devices.map((_, number): ConfigEdit => {
      return { kind: 'set', path: ['devices', `AA:${number}`, 'refresh'], value: 5 };
    });
    const result = editConfigText(text, edits);
    assert.match(result.ok ? '' : result.error.message, /lines of its own/);
    edited(text, edits.slice(0, 12));
  });
});
