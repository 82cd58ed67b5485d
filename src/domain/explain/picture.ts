/** Rules about the picture itself: its size, its bytes, and what the device logs. */
import { type ExplainFacts, lastPollMs, pollsOfPicture } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';

const DAY_MS = 86_400_000;

/** Up to this step no pixel of a picture with inks is another one; a truecolour one says what it lost. */
const SAME_PIXELS = 1;

export function pictureFindings(facts: ExplainFacts): readonly Finding[] {
  return [otherSize(facts), reduced(facts), logged(facts)].filter((finding) => finding !== null);
}

function otherSize({ panel, record }: ExplainFacts): Finding | null {
  const said = record?.report.size ?? null;
  if (panel === null || said === null || record === null) return null;
  const { widthPx, heightPx } = panel.size;
  const isSame =
    (said.widthPx === widthPx && said.heightPx === heightPx) ||
    (said.widthPx === heightPx && said.heightPx === widthPx);
  if (isSame) return null;
  const text = `Its panel ${quoted(panel.name)} has ${widthPx} x ${heightPx} pixels, and the device says ${said.widthPx} x ${said.heightPx}: the panel is another one. ${todoOf(panel.fitting)}`;
  const proof = evidence(record.lastSeenMs, `It said ${said.widthPx} x ${said.heightPx}.`);
  return { code: 'panel_size', weight: 40, sinceMs: null, text, evidence: [proof] };
}

/** Most panels in a sentence. */
const MOST_PANELS = 3;

function todoOf(fitting: readonly string[]): string {
  const names = fitting.slice(0, MOST_PANELS).map(quoted);
  const [first = ''] = names;
  if (names.length === 1) return `Set \`panel\` in its entry to ${first}.`;
  const such = names.length === 0 ? '' : `, such as ${names.join(', ')}`;
  return `Set \`panel\` in its entry to the one that it has${such}.`;
}

function reduced(facts: ExplainFacts): Finding | null {
  const poll = pollsOfPicture(facts).find(({ drawing }) => drawing !== null);
  const { drawing = null, requestId = null } = poll ?? {};
  if (drawing === null || (drawing.lost === null && drawing.step <= SAME_PIXELS)) return null;
  const { atMs, step, bytes, lost } = drawing;
  const text = `Its picture was too large for the panel, and has ${bytes} bytes at step ${step} of the size ladder: ${lost ?? 'it has fewer details'}. Take photos and gradients out of the screen, or make them smaller.`;
  const proof = evidence(atMs, `Drawn with ${bytes} bytes at step ${step}.`, requestId);
  return { code: 'picture_reduced', weight: 34, sinceMs: atMs, text, evidence: [proof] };
}

function logged(facts: ExplainFacts): Finding | null {
  const { logError, steps, nowMs } = facts;
  const call = steps.findLast((step) => step.kind === 'log');
  if (logError === null || call?.kind !== 'log' || nowMs - call.atMs > DAY_MS) return null;
  const weight = call.atMs >= (lastPollMs(facts) ?? 0) ? 50 : 30;
  const text = `Its log tells of an error at ${at(call.atMs)}: ${quoted(logError)}. Look at the other lines of its log.`;
  return {
    code: 'log_error',
    weight,
    sinceMs: call.atMs,
    text,
    evidence: [evidence(call.atMs, quoted(logError), call.requestId)],
  };
}
