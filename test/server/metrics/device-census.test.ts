import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { longCode, shortCode } from '../../../src/domain/registration-code.ts';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { takeCensus } from '../../../src/server/metrics/device-census.ts';
import { accepted } from '../../support/config/read-config.ts';
import { macOf } from '../../support/device/mac.ts';

const NOW = 1_771_678_564_000;

it('the census sorts devices by state and by whether the config has an entry, by address or by code', async () => {
  const [codeSeen, codeUnseen] = ['seen', 'unseen'].map((token) => longCode(token) ?? '');
  const { snapshot } = accepted(`default_screen: plain
devices:
  DEFAULT: { screen: plain }
  "${macOf('02', 1)}": { screen: plain }
  "${macOf('02', 2)}": { screen: plain }
  ${shortCode(codeSeen ?? '')}: { screen: plain }
  ${codeUnseen}: { screen: plain }
`);
  const registry = new Registry({ maxStrangers: 100, isAssigned: () => false });
  const call = (number: number, silentMinutes: number, refresh: number | null, code: string | null): void => {
    const id = parseDeviceId(macOf('02', number)) as DeviceId;
    const record = newRecord(id, NOW - silentMinutes * 60_000);
    registry.touch({ ...record, toldRefreshSeconds: refresh, registrationCode: code });
  };
  call(1, 10, 900, null);
  call(3, 40, 900, codeSeen ?? '');
  call(4, 90, 900, longCode('stranger'));
  call(5, 90, null, longCode('newcomer'));
  const nobody = { new: 0, on_time: 0, late: 0, missing: 0, unseen: 0 };
  assert.deepEqual((await takeCensus(registry, snapshot, NOW)).configured, {
    yes: { ...nobody, on_time: 1, late: 1, unseen: 2 },
    no: { ...nobody, missing: 1, new: 1 },
  });
});
