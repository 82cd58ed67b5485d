import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceFacts } from '../../../src/domain/device-facts.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { ContentRequest } from '../../../src/engine/contents/content-maker.ts';
import { contentSources } from '../../../src/engine/contents/content-sources.ts';
import { accepted } from '../../support/config/read-config.ts';

const CONFIG = `panels:
  wall: { match: wall_board, width: 600, height: 300 }
devices:
  DEFAULT: { screen: local/plain }
`;
const { snapshot: config } = accepted(CONFIG);
const MAPPING = { key: 'DEFAULT', screen: 'plain', params: { city: 'Berlin' }, tuning: {} };
const IDENTITY = { id: 'AA:BB:CC:DD:EE:FF', friendlyId: 'f', registrationCode: null };
const DEVICE = deviceFacts(IDENTITY, { ...NO_REPORT, model: 'og' }, { mapping: MAPPING, own: true });
const REQUEST = {
  config,
  mapping: MAPPING,
  mapped: true,
  party: 'entry',
  device: DEVICE,
  hasPrevious: false,
} as const;

function sources(changes: Partial<ContentRequest> = {}): string {
  return contentSources({ ...REQUEST, ...changes });
}

it('are the same while only telemetry and the time differ', () => {
  const device = { ...DEVICE, rssi: -60, batteryVoltage: 3.9, percentCharged: 50 };
  assert.equal(sources({ device, hasPrevious: true, nowMs: 1 }), sources());
});

it('differ with everything else that a content is made from', () => {
  const screens = new Map([
    ['plain', { name: 'plain', script: 'other.lua', template: 'other.svg', defaultRefreshSeconds: null }],
  ]);
  const all = [
    sources(),
    sources({ mapping: { ...MAPPING, params: { city: 'Rome' } } }),
    sources({ mapped: false }),
    sources({ device: { ...DEVICE, registrationCode: 'ABCDEFGHJK' } }),
    sources({ device: { ...DEVICE, size: { widthPx: 1, heightPx: 2 } } }),
    sources({ device: { ...DEVICE, colors: '#000000,#ffffff' } }),
    sources({ device: { ...DEVICE, firmwareVersion: '1.9' } }),
    sources({ device: { ...DEVICE, board: 'wall_board' } }),
    sources({ device: { ...DEVICE, board: 'wall_board' }, config: { ...config, panels: new Map() } }),
    sources({ config: { ...config, screens } }),
  ];
  assert.equal(new Set(all).size, all.length);
});
