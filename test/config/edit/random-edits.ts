/** Random edits of the files of `random-yaml.ts`. */
import fc from 'fast-check';
import { type ConfigEdit, valueAt } from '../../../src/config/edit/model.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../../src/platform/base/plain.ts';

/** An edit that is still to be fitted to what the file says. */
export interface Wish {
  readonly what:
    | 'leaf'
    | 'param'
    | 'params'
    | 'new-key'
    | 'new-device'
    | 'section'
    | 'drop-key'
    | 'drop-param'
    | 'drop-device';
  readonly pick: number;
  readonly value: PlainValue;
}

export const randomWish: fc.Arbitrary<Wish> = fc.record({
  what: fc.constantFrom<Wish['what'][]>(
    'leaf',
    'param',
    'params',
    'new-key',
    'new-device',
    'section',
    'drop-key',
    'drop-param',
    'drop-device',
  ),
  pick: fc.nat(1000),
  value: fc.oneof(
    fc.constantFrom<PlainValue[]>(
      'x',
      'true',
      '#fff',
      ' a: b ',
      'two\nlines',
      5,
      0.5,
      true,
      null,
      ['a', 'b'],
      [],
      {},
      'é',
    ),
    fc.dictionary(
      fc.constantFrom('a', 'b', 'z z'),
      fc.constantFrom<PlainValue[]>(1, 'v', { deep: 'x' }, ['p']),
      { noNullPrototype: true },
    ),
  ),
});

/** The edit for a wish; null when the file has nothing that it could be about. */
export function fitted({ what, pick, value }: Wish, config: PlainObject): ConfigEdit | null {
  const devices = valueAt(config, ['devices']);
  const keys = isPlainObject(devices) ? Object.keys(devices) : [];
  const device = ['devices', keys[pick % Math.max(keys.length, 1)] ?? 'DEFAULT'];
  const inside = valueAt(config, device);
  const own = isPlainObject(inside) ? Object.keys(inside) : [];
  const params = valueAt(config, [...device, 'params']);
  const names = isPlainObject(params) ? Object.keys(params) : [];
  const mac = `AA:BB:CC:DD:FF:${String(pick % 100).padStart(2, '0')}`;
  const plainParams = params === undefined || params === null || isPlainObject(params);
  const edits: Record<Wish['what'], ConfigEdit | null> = {
    leaf: { kind: 'set', path: [...device, own[pick % Math.max(own.length, 1)] ?? 'screen'], value },
    param: plainParams
      ? { kind: 'set', path: [...device, 'params', ['a', 'b', 'lat', 'new'][pick % 4] ?? ''], value }
      : null,
    params: { kind: 'set', path: [...device, 'params'], value },
    'new-key': { kind: 'set', path: [...device, ['dither', 'name', 'lat'][pick % 3] ?? ''], value },
    'new-device': { kind: 'set', path: ['devices', mac], value: { screen: 's', params: { value } } },
    section: { kind: 'set', path: [['last', 'panels', 'added', 'base'][pick % 4] ?? ''], value },
    'drop-key': { kind: 'remove', path: [...device, own[pick % Math.max(own.length, 1)] ?? ''] },
    'drop-param': {
      kind: 'remove',
      path: [...device, 'params', names[pick % Math.max(names.length, 1)] ?? 'a'],
    },
    'drop-device': { kind: 'remove', path: device },
  };
  return what.startsWith('drop') || isPlainObject(inside) || device.length < 3
    ? edits[what]
    : edits['new-device'];
}
