/** What it costs to settle the mapping of a device, in a fleet with groups. */
import { localMac } from '../../src/bench/virtual-device.ts';
import { parseConfig } from '../../src/config/read/parse.ts';
import type { ConfigSnapshot } from '../../src/domain/config-snapshot.ts';
import { parseDeviceId } from '../../src/domain/device-id.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { type Mapped, resolveMapping } from '../../src/domain/resolve-mapping.ts';
import type { SoleTrial } from '../trial.ts';

const FLEET = 10_000;
const GROUPS = 30;
const ROUNDS = 10;

/** Selectors of all kinds; each device is in about two groups. */
function matchOf(group: number): string {
  const matches = [
    `{ tag: site-${group} }`,
    `{ model: "x${group}*" }`,
    `{ firmware: "<1.${group}" }`,
    `{ network: 10.${group}.0.0/16 }`,
    `{ panel: "o${group}*" }`,
    `{ tag: [floor-${group % 7}, none], not: { model: kindle } }`,
  ];
  return matches[group % matches.length] ?? '';
}

function config(): ConfigSnapshot {
  const devices = Array.from({ length: FLEET }, (_, number) => {
    const screen = number % 3 === 0 ? ', screen: clock' : '';
    return `  "${localMac(number)}": { tags: [site-${number % 40}, floor-${number % 7}]${screen} }\n`;
  });
  const groups = Array.from({ length: GROUPS }, (_, number) => {
    const settings = `screen: weather, refresh: ${300 + number}, params: { line: U${number} }`;
    return `  g${number}: { match: ${matchOf(number)}, ${settings} }\n`;
  });
  const text = `default_screen: plain\ndevices:\n${devices.join('')}groups:\n${groups.join('')}`;
  const parsed = parseConfig(text, 'config.yaml');
  if (!parsed.ok) throw new Error('the config does not load');
  return parsed.value.snapshot;
}

function fleet(): readonly Mapped[] {
  return Array.from({ length: FLEET }, (_, number) => ({
    id: parseDeviceId(localMac(number)),
    registrationCode: null,
    report: { ...NO_REPORT, model: 'og', firmwareVersion: `1.8.${number % 20}` },
    address: `10.${number % 50}.1.2`,
  }));
}

export const MAPPING_TRIALS: readonly SoleTrial[] = [
  {
    name: 'mapping',
    title: 'the mapping of a device among 10 000, with 30 groups',
    unit: 'ms',
    better: 'lower',
    goal: 0.02,
    run: async () => {
      const [snapshot, devices] = [config(), fleet()];
      for (const device of devices) resolveMapping(snapshot, device);
      const begin = performance.now();
      for (let round = 0; round < ROUNDS; round++) {
        for (const device of devices) resolveMapping(snapshot, device);
      }
      return (performance.now() - begin) / (ROUNDS * FLEET);
    },
  },
];
