/** Rules about devices that do not call. A device that sleeps is not offline. */
import { batteryPercent } from '../battery.ts';
import { isLowBattery, isWeak } from '../fleet-state.ts';
import { LATE_REFRESHES } from '../polls.ts';
import { batteryTrend } from './battery.ts';
import { type ExplainFacts, lastPoll, nextPollMs } from './facts.ts';
import { at, evidence, type Finding, span } from './finding.ts';

export function silenceFindings(facts: ExplainFacts): readonly Finding[] {
  const { record, nowMs } = facts;
  const refreshSeconds = lastPoll(facts)?.refreshSeconds ?? record?.toldRefreshSeconds ?? null;
  const nextMs = nextPollMs(facts);
  if (record === null || refreshSeconds === null || nextMs === null) return [];
  const lastMs = nextMs - refreshSeconds * 1000;
  if (nowMs - lastMs <= LATE_REFRESHES * refreshSeconds * 1000) return [];
  const text = `No poll for ${span(nowMs - lastMs)}, and it was to call every ${span(refreshSeconds * 1000)}: ${lastReadings(facts)}. ${whatToDo(facts)}`;
  const { requestId = null, address } = lastPoll(facts) ?? {};
  const from = address === undefined ? '' : ` from ${address}`;
  const proof = evidence(lastMs, `Last poll${from}; the next one was expected at ${at(nextMs)}.`, requestId);
  return [{ code: 'late', weight: 90, sinceMs: nextMs, text, evidence: [proof] }];
}

/** What its last readings make likely, or what is to be looked at. */
function whatToDo({ record }: ExplainFacts): string {
  if (record !== null && isLowBattery(batteryPercent(record.report))) return 'Charge it.';
  if (isWeak(record?.report.rssi ?? null)) return 'Move it, or an access point, nearer.';
  return 'See that it has power and reaches its Wi-Fi, and wake it by hand.';
}

function lastReadings(facts: ExplainFacts): string {
  const { batteryVoltage, percentCharged, rssi } = facts.record?.report ?? {};
  const volts = batteryVoltage == null ? null : `${batteryVoltage} V`;
  const percent = percentCharged == null ? null : `${percentCharged} %`;
  const charge = volts ?? percent;
  const trend = batteryTrend(facts);
  const battery =
    charge === null ? 'its battery is not known' : `battery ${charge}${trend === null ? '' : ` (${trend})`}`;
  const weak = isWeak(rssi ?? null) ? ', which is weak' : '';
  const signal = rssi == null ? '' : `, Wi-Fi ${rssi} dBm${weak}`;
  return `${battery}${signal} at its last contact`;
}
