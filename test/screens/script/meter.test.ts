import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { it } from 'node:test';
import { wasm } from '../../../src/platform/base/web-assembly.ts';
import { addMeter, CALL_OUT_IMPORT, FUEL_EXPORT } from '../../../src/screens/script/meter.ts';

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/**
 * By hand: (import "env" "exit" (func (param i32)))  (global i32 0)
 * (func (export "spin") (param i32) (result i32)  i64.const … drop  loop  local.get 0  i32.const 1  i32.sub
 *   local.tee 0  br_if 0  end  local.get 0)
 */
const SPIN = Uint8Array.from([
  ...HEADER,
  ...[1, 10, 2, 0x60, 1, 0x7f, 0, 0x60, 1, 0x7f, 1, 0x7f],
  ...[2, 12, 1, 3, 0x65, 0x6e, 0x76, 4, 0x65, 0x78, 0x69, 0x74, 0, 0],
  ...[3, 2, 1, 1],
  ...[6, 6, 1, 0x7f, 1, 0x41, 0, 0x0b],
  ...[7, 8, 1, 4, 0x73, 0x70, 0x69, 0x6e, 0, 1],
  // The constant has the bytes of `loop` in it, to be stepped over.
  ...[10, 23, 1, 21, 0, 0x42, 0x83, 0x83, 0x03, 0x1a, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0],
  ...[0x0b, 0x20, 0, 0x0b],
]);

interface Spin {
  spin(turns: number): number;
  fuel: { value: number };
}

function instantiate(callOut: () => void): Spin {
  const imports = { env: { [CALL_OUT_IMPORT]: callOut } };
  const module = new wasm.Module(addMeter(SPIN));
  return new wasm.Instance(module, imports).exports as Spin;
}

it('counts every turn of a loop and calls out when the counter is at zero', () => {
  let calls = 0;
  const instance = instantiate(() => {
    calls += 1;
    instance.fuel.value = 10;
  });
  instance.fuel.value = 10;
  assert.equal(instance.spin(100), 0);
  assert.equal(calls, 10);
  instance.fuel.value = 1000;
  instance.spin(100);
  assert.deepEqual([calls, instance.fuel.value], [10, 900]);
});

it('stops an endless loop when the call throws', () => {
  const instance = instantiate(() => {
    throw new Error('enough');
  });
  instance.fuel.value = 5;
  assert.throws(() => instance.spin(0), /enough/);
});

it('refuses a binary without a free import, and one that it cannot read', () => {
  assert.throws(() => addMeter(Uint8Array.from(HEADER)), /no place for a meter/);
  const unknown = Uint8Array.from(SPIN);
  unknown[unknown.length - 20] = 0xfe;
  assert.throws(() => addMeter(unknown.subarray(0, -4)));
});

it('leaves the Lua binary valid, with its exports and imports as they were', () => {
  const main = createRequire(import.meta.url).resolve('wasmoon');
  const binary = readFileSync(path.join(path.dirname(main), 'glue.wasm'));
  const before = new wasm.Module(binary);
  const after = new wasm.Module(addMeter(binary));
  assert.deepEqual(wasm.Module.imports(after), wasm.Module.imports(before));
  const exports = wasm.Module.exports(after).map(({ name }) => name);
  assert.deepEqual(exports, [...wasm.Module.exports(before).map(({ name }) => name), FUEL_EXPORT]);
});
