/** Explains why a device shows what it shows: rules look at the facts, and the weightiest finding is the sentence. */
import { printable } from '../../platform/base/printable.ts';
import { addressFindings } from './addresses.ts';
import { batteryFindings } from './battery.ts';
import { configFindings } from './config.ts';
import type { ExplainFacts } from './facts.ts';
import { fetchFindings } from './fetching.ts';
import type { Finding } from './finding.ts';
import { firmwareFindings } from './firmware.ts';
import { identityFindings } from './identity.ts';
import { pictureFindings } from './picture.ts';
import { scheduleFindings } from './schedule.ts';
import { screenFindings } from './screen.ts';
import { signalFindings } from './signal.ts';
import { silenceFindings } from './silence.ts';
import { stateFindings } from './state.ts';
import { UNPROVEN_CALLS, unprovenFindings } from './unproven.ts';

type Rule = (facts: ExplainFacts) => readonly Finding[];

const RULES: readonly Rule[] = [
  identityFindings,
  silenceFindings,
  fetchFindings,
  screenFindings,
  configFindings,
  pictureFindings,
  batteryFindings,
  scheduleFindings,
  signalFindings,
  firmwareFindings,
  addressFindings,
  stateFindings,
  unprovenFindings,
];

/** All findings, the weightiest first; there is always one. */
export function explain(facts: ExplainFacts): readonly [Finding, ...Finding[]] {
  const found = RULES.flatMap((rule) => rule(facts)).sort((a, b) => b.weight - a.weight);
  // A remark about somebody else says nothing of the device.
  const isKnown = found.some(({ code }) => code !== UNPROVEN_CALLS);
  const [first = NOTHING_KNOWN, ...others] = (isKnown ? found : [NOTHING_KNOWN, ...found]).map(shown);
  return [first, ...others];
}

/** Rules quote what others have written: names, addresses, what devices say of themselves. */
function shown(finding: Finding): Finding {
  const evidence = finding.evidence.map((one) => ({ ...one, text: printable(one.text) }));
  return { ...finding, text: printable(finding.text), evidence };
}

const NOTHING_KNOWN: Finding = {
  code: 'unknown',
  weight: 0,
  sinceMs: null,
  evidence: [],
  text: 'It has called, and nothing is known of its polls yet.',
};
