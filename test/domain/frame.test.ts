import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFrame } from '../../src/domain/frame.ts';
import { accepted } from '../support/config/read-config.ts';

const { snapshot } = accepted(`devices:
  "AA:BB:CC:DD:EE:FF": { screen: clock }
  ABCDE-FGHJK: { screen: clock }
  BBCDE-FGHJK: { screen: clock }
  DEFAULT: { screen: clock }
frames:
  hall: { screen: clock }
  BBCDEFGHJK: { screen: hello }
`);

describe('the key of a frame', () => {
  it('is a name, as it is written', () => {
    assert.equal(findFrame(snapshot, 'hall')?.deviceKey, null);
    for (const key of ['Hall', 'hall ', 'none', '', '__proto__'])
      assert.equal(findFrame(snapshot, key), null);
  });

  it('is the key of a device in any spelling', () => {
    for (const key of ['AA:BB:CC:DD:EE:FF', 'aa-bb-cc-dd-ee-ff']) {
      assert.equal(findFrame(snapshot, key)?.deviceKey, 'AA:BB:CC:DD:EE:FF');
    }
    assert.equal(findFrame(snapshot, 'abcde-fghjk')?.deviceKey, 'ABCDEFGHJK');
    assert.equal(findFrame(snapshot, 'default')?.deviceKey, 'DEFAULT');
  });

  it('means the frame where both have it', () => {
    assert.equal(findFrame(snapshot, 'BBCDEFGHJK')?.entry.screen, 'hello');
    assert.equal(findFrame(snapshot, 'BBCDE-FGHJK')?.deviceKey, 'BBCDEFGHJK');
  });
});
