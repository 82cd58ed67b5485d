/** Rules about the battery, and how it goes down. */
import { batteryPercent } from '../battery.ts';
import { isLowBattery } from '../fleet-state.ts';
import type { ExplainFacts, HourFact } from './facts.ts';
import { at, evidence, type Finding } from './finding.ts';

const DAY_MS = 86_400_000;
/** Less than this between two readings is noise. */
const LEAST_VOLTS = 0.01;

export function batteryFindings(facts: ExplainFacts): readonly Finding[] {
  const { record } = facts;
  if (record === null) return [];
  const { batteryVoltage: volts, percentCharged: percent } = record.report;
  const left = batteryPercent(record.report);
  if (!isLowBattery(left)) return [];
  const said = percent === null ? `${volts} V, about ${left} %` : `${percent} %`;
  const trend = batteryTrend(facts);
  const text = `Its battery is low: ${said} at ${at(record.lastSeenMs)}${trend === null ? '' : ` (${trend})`}. Charge it.`;
  const proof = evidence(record.lastSeenMs, `It said ${said}.`);
  return [{ code: 'battery_low', weight: 45, sinceMs: record.lastSeenMs, text, evidence: [proof] }];
}

/** How the battery goes, in a few words; null where that is not known. */
export function batteryTrend({ hours }: ExplainFacts): string | null {
  const known = hours.filter(({ batteryVoltage }) => batteryVoltage !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || last.hourMs - first.hourMs < DAY_MS / 2) return null;
  const volts = voltsOf(last) - voltsOf(first);
  if (Math.abs(volts) < LEAST_VOLTS) return 'steady';
  const perDay = Math.abs(volts) / ((last.hourMs - first.hourMs) / DAY_MS);
  return `${volts < 0 ? 'falling' : 'rising'} by ${perDay.toFixed(2)} V a day`;
}

function voltsOf({ batteryVoltage }: HourFact): number {
  return batteryVoltage ?? 0;
}
