/** Fills a state with devices, in a process of its own: `filled-store <url> <count>`. */

import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { longCode, shortCode } from '../../../src/domain/registration-code.ts';
import { emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { contactText, identityText } from '../../../src/fleet/register/device-texts.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { openState } from '../../../src/state/open-state.ts';
import { macOf } from '../device/mac.ts';

const AT_ONCE = 500;
const [url = '', count = '0'] = process.argv.slice(2);
const state = await openState(url);
if (!state.ok) throw new Error(state.error);
const { devices } = state.value;

async function add(number: number): Promise<void> {
  const id = parseDeviceId(macOf('02', number));
  if (id === null) throw new Error('not a MAC');
  const key = number.toString(16).padStart(32, '0');
  const nowMs = Date.now() - number;
  const code = longCode(key) ?? '';
  const record = Object.assign(emptyRecord(id, 'abcdef', nowMs), {
    apiKey: key,
    tokenDigests: [sha256Hex(key)],
    registrationCode: code,
    lastUsedMs: nowMs,
  });
  await devices.claim(id, identityText(record), [code, shortCode(code)], nowMs);
  await devices.noteContact(id, contactText(record), nowMs);
}

for (let begin = 0; begin < Number(count); begin += AT_ONCE) {
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, Number(count) - begin) }, (_, index) => add(begin + index)),
  );
}
await state.value.close();
