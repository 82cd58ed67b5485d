/** A rule about the signal of the device. */
import { isWeak, WEAK_SIGNAL_DBM } from '../fleet-state.ts';
import type { ExplainFacts } from './facts.ts';
import { at, evidence, type Finding } from './finding.ts';

export function signalFindings({ record }: ExplainFacts): readonly Finding[] {
  const rssi = record?.report.rssi ?? null;
  if (record === null || !isWeak(rssi)) return [];
  const text = `Its Wi-Fi is weak: ${rssi} dBm at ${at(record.lastSeenMs)}; below ${WEAK_SIGNAL_DBM} dBm fetches fail now and then, and cost battery. Move it, or an access point, nearer.`;
  const proof = evidence(record.lastSeenMs, `It said ${rssi} dBm.`);
  return [{ code: 'weak_signal', weight: 42, sinceMs: record.lastSeenMs, text, evidence: [proof] }];
}
