/** Rules about who the device is: no call at all, wrong and empty tokens, refused setups, wrong clocks, new keys. */
import { type ExplainFacts, type IdentityFact, lastPollMs } from './facts.ts';
import { at, count, evidence, type Finding, quoted } from './finding.ts';

/** How long a key that was handed out anew is worth a word. */
const NEWS_MS = 86_400_000;
/** Refusals within this time before a poll may be part of what led to it. */
const LATELY_MS = 7 * 86_400_000;

export function identityFindings(facts: ExplainFacts): readonly Finding[] {
  const found = [
    neverCalled(facts),
    wrongToken(facts),
    setupFailed(facts),
    heldBack(facts),
    wrongClock(facts),
    newKey(facts),
    claimed(facts),
  ];
  return found.filter((finding) => finding !== null);
}

function neverCalled({ record, key }: ExplainFacts): Finding | null {
  if (record !== null) return null;
  const text = `It has never called: the config has an entry for ${quoted(key)}, and no call came from a device of that address or code.`;
  return { code: 'never_called', weight: 100, sinceMs: null, text, evidence: [] };
}

function lastOf({ identity }: ExplainFacts, kind: string): IdentityFact | undefined {
  return identity
    .filter((event) => event.kind === kind)
    .toSorted((a, b) => a.lastMs - b.lastMs)
    .at(-1);
}

/** Refusals count in full only while nothing was accepted after them. */
function weigh(facts: ExplainFacts, { lastMs }: IdentityFact, weight: number): number | null {
  if (facts.nowMs - lastMs > LATELY_MS) return null;
  return lastMs > (lastPollMs(facts) ?? 0) ? weight : 25;
}

function wrongToken(facts: ExplainFacts): Finding | null {
  const event = lastOf(facts, 'token_refused');
  const weight = event === undefined ? null : weigh(facts, event, 96);
  if (event === undefined || weight === null) return null;
  const { firstMs, lastMs, detail, address } = event;
  const isEmpty = detail?.includes('empty') === true;
  const who = weight === 25 ? 'Somebody' : 'It';
  const what = isEmpty ? 'an empty token' : 'a wrong token';
  const advice = isEmpty
    ? 'its setup failed, or it has lost its token; reset the device, so that it registers anew'
    : 'it was set up with another server or erased; reset the device, so that it registers anew';
  const cause = weight === 25 ? `under its address, from ${address ?? 'several addresses'}` : advice;
  return {
    code: isEmpty ? 'empty_token' : 'wrong_token',
    ...{ weight, sinceMs: firstMs },
    text: `${who} calls with ${what} since ${at(firstMs)} (${count(event.count, 'time')}, last ${at(lastMs)}): ${cause}.`,
    evidence: [evidence(lastMs, `Refused: ${what}${address === null ? '' : `, from ${address}`}.`)],
  };
}

function setupFailed(facts: ExplainFacts): Finding | null {
  const event = lastOf(facts, 'setup_refused');
  const weight = event === undefined ? null : weigh(facts, event, 97);
  if (event === undefined || weight === null) return null;
  const { firstMs, lastMs, detail } = event;
  const text = `Its setup fails since ${at(firstMs)} (${count(event.count, 'time')}): the panel is told ${quoted(detail ?? '')}.`;
  const proof = evidence(lastMs, `Setup refused${event.address === null ? '' : `, from ${event.address}`}.`);
  return { code: 'setup_refused', weight, sinceMs: firstMs, text, evidence: [proof] };
}

function heldBack(facts: ExplainFacts): Finding | null {
  const event = lastOf(facts, 'held_back');
  const weight = event === undefined ? null : weigh(facts, event, 94);
  if (event === undefined || weight === null) return null;
  const { firstMs, lastMs } = event;
  const text = `Its calls are not examined since ${at(firstMs)} (${count(event.count, 'time')}): there were too many attempts with wrong tokens.`;
  const proof = evidence(lastMs, 'Told to come again later.');
  return { code: 'held_back', weight, sinceMs: firstMs, text, evidence: [proof] };
}

function wrongClock(facts: ExplainFacts): Finding | null {
  const since = lastPollMs(facts) ?? 0;
  const refused = facts.steps.filter((step) => step.kind === 'refused' && step.atMs > since);
  const [first, last] = [refused[0], refused.at(-1)];
  if (first?.kind !== 'refused' || last?.kind !== 'refused') return null;
  const isTime = last.detail.includes('X-Timestamp');
  const why = isTime ? 'the time in them is wrong, so its clock is' : 'their signature is refused';
  return {
    code: isTime ? 'clock_wrong' : 'signature_refused',
    ...{ weight: 95, sinceMs: first.atMs },
    text: `Its signed calls are refused since ${at(first.atMs)}: ${why}.`,
    evidence: refused
      .slice(-3)
      .flatMap((step) => (step.kind === 'refused' ? [evidence(step.atMs, step.detail)] : [])),
  };
}

function newKey(facts: ExplainFacts): Finding | null {
  const event = lastOf(facts, 'key_handed_out') ?? lastOf(facts, 'registered');
  const reset = lastOf(facts, 'identity_reset');
  const isNew = event !== undefined && facts.nowMs - event.lastMs < NEWS_MS;
  if (!isNew || (event.kind === 'registered' && reset === undefined)) return null;
  const { lastMs, address } = event;
  const why =
    reset !== undefined && reset.lastMs <= lastMs
      ? `it was reset at ${at(reset.lastMs)}`
      : 'it was erased, or asks again after a failed setup';
  const weight = lastMs > (lastPollMs(facts) ?? 0) ? 79 : 28;
  const text = `It was handed its key at ${at(lastMs)}: ${why}.`;
  return {
    ...{ code: 'key_handed_out', weight, sinceMs: lastMs, text },
    evidence: [evidence(lastMs, `Setup${address === null ? '' : `, from ${address}`}.`)],
  };
}

function claimed(facts: ExplainFacts): Finding | null {
  const event = lastOf(facts, 'claimed_by_code');
  if (event === undefined) return null;
  const { lastMs, detail } = event;
  const text = `Two devices have called under its address: the one whose code the config names has taken it at ${at(lastMs)}.`;
  return {
    code: 'two_devices',
    weight: 36,
    sinceMs: lastMs,
    text,
    evidence: [evidence(lastMs, detail ?? text)],
  };
}
