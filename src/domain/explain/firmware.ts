/** A rule about the firmware of the device. */
import type { ExplainFacts } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';

export function firmwareFindings({ record, newerFirmware }: ExplainFacts): readonly Finding[] {
  const said = record?.report.firmwareVersion ?? null;
  if (record === null || said === null || newerFirmware === null) return [];
  const text = `Its firmware is old: ${quoted(said)} at ${at(record.lastSeenMs)}, and others of its model run ${quoted(newerFirmware)}. Update it.`;
  const proof = evidence(record.lastSeenMs, `It said ${quoted(said)}.`);
  return [{ code: 'old_firmware', weight: 24, sinceMs: null, text, evidence: [proof] }];
}
