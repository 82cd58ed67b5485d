/** What is known of devices, for tests of explanations. */
import type { EventKind } from '../../../src/domain/event-kinds.ts';
import type { ExplainFacts, IdentityFact, RecordFacts } from '../../../src/domain/explain/facts.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { imageOf, NOW, pollOf } from '../trail/steps.ts';

export const RECORD: RecordFacts = {
  ...{ report: NO_REPORT, lastSeenMs: NOW, toldRefreshSeconds: 900, failing: null, isReset: false },
};

/** A poll whose picture was fetched. */
export const FETCHED = pollOf(NOW, { images: [imageOf(NOW + 900)] });

/** A device that has polled and fetched ten seconds ago, unless told otherwise. */
export function factsOf(more: Partial<ExplainFacts> = {}): ExplainFacts {
  return {
    ...{ nowMs: NOW + 10_000, key: 'AA:BB:CC:DD:EE:01', isAssigned: true, screen: 'clock' },
    ...{
      panel: null,
      waiting: null,
      noScreen: null,
      scheduled: null,
      problems: [],
      repo: null,
      rememberedFromMs: null,
      neighbour: null,
      secretsDiffer: false,
      newerFirmware: null,
      isClosed: false,
    },
    ...{ record: RECORD, steps: [FETCHED], identity: [], hours: [], logError: null },
    ...more,
  };
}

/** An event from elsewhere, unless told otherwise. */
export function eventOf(kind: EventKind, atMs: number, more: Partial<IdentityFact> = {}): IdentityFact {
  return {
    ...{ kind, detail: null, address: '203.0.113.7', isUsual: false, requestId: null },
    ...{ count: 1, firstMs: atMs, lastMs: atMs },
    ...more,
  };
}
