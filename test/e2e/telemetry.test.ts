/** Whatever a device says of itself arrives wherever it is wanted; a new row of the tables is tested like the others. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseDeviceId } from '../../src/domain/device-id.ts';
import { READINGS, type ReportFields, TRAITS } from '../../src/domain/report-fields.ts';
import type { DeviceRecord } from '../../src/fleet/register/device-record.ts';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';
const TABLES: ReportFields = { ...TRAITS, ...READINGS };
/** What is sent for a row, and what is known of it then. */
interface Sample {
  readonly sent: string;
  readonly value: unknown;
  readonly kept?: unknown;
}

const inNumbers = (number: number, min: number): Sample => ({
  sent: String(min + number + 1),
  value: min + number + 1,
});
const VALUES: Readonly<Record<ReportFields[string]['kind'], (number: number, min: number) => Sample>> = {
  text: (number) => ({ sent: `text-${number}`, value: `text-${number}` }),
  number: inNumbers,
  // The number of the row would be above the range of some.
  integer: (_, min) => ({ sent: String(min + 7), value: min + 7 }),
  flag: () => ({ sent: 'true', value: true }),
  sensors: () => ({
    ...{ sent: 'kind=humidity;value=48;unit=%', kept: 'kind=humidity;value=48;unit=%' },
    value: [{ kind: 'humidity', value: 48, unit: '%' }],
  }),
};

const FIELDS = Object.entries(TABLES).map(([key, row], number) => {
  return { key, ...VALUES[row.kind](number, row.min ?? 0), ...row };
});

/** A screen that logs what its script and its template know of the device. */
const SCREEN = {
  ...PLAIN_SCREEN,
  'plain.lua': 'log_info(json_encode(device)) return { data = {}, refresh_rate = 60 }',
  'plain.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">${FIELDS.map(({ name }) => `<text y="9">${name}={{ device.${name} }}</text>`).join('')}</svg>`,
};

describe('each value that a device sends', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: 'default_screen: plain\n', screens: SCREEN });
    const headers = Object.fromEntries(FIELDS.map(({ header, sent }) => [header, sent]));
    const identity = { ID: MAC, 'Access-Token': 'token' };
    await fetch(`${admin.server.url}/api/display`, { headers: { ...identity, ...headers } });
  });
  after(() => admin.server.stop());

  function record(): DeviceRecord | null {
    const id = parseDeviceId(MAC);
    return id === null ? null : admin.server.app.registry.get(id);
  }

  it('is in the registry', () => {
    const report = new Map(Object.entries(record()?.report ?? {}));
    for (const { key, value, kept = value } of FIELDS) assert.equal(report.get(key), kept, key);
  });

  it('is in the admin API and its document, where its row says so', async () => {
    const { body } = await admin.get(`/devices/${MAC}`);
    const { components } = openApiDocument() as {
      components: { schemas: { Device: { properties: object } } };
    };
    for (const { name, value, isListed } of FIELDS) {
      assert.deepEqual(body[name], isListed ? value : undefined, name);
      assert.equal(Object.hasOwn(components.schemas.Device.properties, name), isListed, name);
    }
  });

  it('is known to scripts and templates', () => {
    const line = admin.server.logs.find(({ msg }) => msg === 'script says');
    const device = JSON.parse(String(line?.['script']));
    const hash = record()?.lastContent ?? null;
    const svg = hash === null ? '' : (admin.server.engine.store.get(hash)?.svg ?? '');
    for (const { name, kind, value } of FIELDS) {
      assert.deepEqual(device[name], value, name);
      if (kind !== 'sensors') assert.ok(svg.includes(`${name}=${value}<`), name);
    }
  });
});
