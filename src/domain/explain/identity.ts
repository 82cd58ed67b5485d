/** Rules about who the device is: no call at all, wrong and empty tokens, refused setups, wrong clocks, new keys. */
import { plural } from '../../platform/base/words.ts';
import { type ExplainFacts, type IdentityFact, isExpectedStill, lastGoodMs, lastPollMs } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';
import { latest, mayBeItsOwn, originOfCalls } from './unproven.ts';

/** How long a key that was handed out anew is worth a word. */
const NEWS_MS = 86_400_000;

/** What an operator does who cannot know yet whether it is the device. */
const LOOK_FIRST =
  'look at its panel before anything is reset here, since after a reset the address is that of whoever calls first';

export function identityFindings(facts: ExplainFacts): readonly Finding[] {
  const found = [
    setupLacks(facts) ?? neverCalled(facts),
    wrongToken(facts),
    setupFailed(facts),
    heldBack(facts),
    signedCalls(facts),
    newKey(facts),
    claimed(facts),
  ];
  return found.filter((finding) => finding !== null);
}

function neverCalled({ record, key, rememberedFromMs: fromMs, neighbour }: ExplainFacts): Finding | null {
  if (record !== null) return null;
  const what =
    fromMs === null
      ? 'It has never called'
      : `It has not called since the server started at ${at(fromMs)}; what was before is not kept, as there is no state store (STORE_URL)`;
  const near =
    neighbour === null
      ? ''
      : ` ${neighbour} waits for an entry, and its address differs in one place only: if it is this device, correct the key of the entry.`;
  const text = `${what}: the config has an entry for ${quoted(key)}, and no call came from a device of that address or code.${near}`;
  return { code: 'never_called', weight: 100, sinceMs: null, text, evidence: [] };
}

/** Firmware shows nothing of this refusal, so the sentence does not ask for what the panel says. */
function setupLacks(facts: ExplainFacts): Finding | null {
  const event = ownCalls(facts, 'setup_incomplete');
  if (event === null) return null;
  const text = `Setup is refused at ${originOfCalls(event)} ${sinceOf(facts, event)}: the calls do not say ${quoted(event.detail ?? '')}, as TRMNL firmware up to 1.6.6 and others never do. With \`setup_headers: lenient\` in the config they are accepted without.`;
  return {
    code: 'setup_incomplete',
    weight: 98,
    sinceMs: event.firstMs,
    text,
    evidence: [proofOf(event, 'Setup refused for headers that it lacks')],
  };
}

/** The last calls of a kind without proof that may be the device's own, while it does not call as it should. */
function ownCalls(facts: ExplainFacts, kind: IdentityFact['kind']): IdentityFact | null {
  const event = latest(facts.identity.filter((one) => one.kind === kind && mayBeItsOwn(facts, one)));
  return event ?? null;
}

/** Since when, and how often: of what came after the last good call. */
function sinceOf(facts: ExplainFacts, { firstMs, lastMs, count: times }: IdentityFact): string {
  const goodMs = lastGoodMs(facts) ?? 0;
  const often = firstMs > goodMs ? `${plural(times, 'time')}, ` : '';
  return `since ${at(Math.max(firstMs, goodMs))} (${often}last ${at(lastMs)})`;
}

/** The call itself as evidence. */
function proofOf(event: IdentityFact, what: string) {
  return evidence(event.lastMs, `${what}, from ${originOfCalls(event)}.`, event.requestId);
}

function wrongToken(facts: ExplainFacts): Finding | null {
  const event = ownCalls(facts, 'token_refused');
  if (event === null) return null;
  const isEmpty = event.detail?.includes('empty') === true;
  const what = isEmpty ? 'an empty token' : 'a wrong token';
  const cause = isEmpty
    ? 'its setup failed, or it has lost its token'
    : 'it was erased, or set up with another server';
  return {
    code: isEmpty ? 'empty_token' : 'wrong_token',
    weight: 96,
    sinceMs: event.firstMs,
    text: `Calls with ${what} come from ${originOfCalls(event)} ${sinceOf(facts, event)}, and no good one: ${cause}, or something else there uses its MAC address; ${LOOK_FIRST}.`,
    evidence: [proofOf(event, `Refused: ${what}`)],
  };
}

function setupFailed(facts: ExplainFacts): Finding | null {
  const event = ownCalls(facts, 'setup_refused');
  if (event === null) return null;
  const isClosed = facts.isClosed && !facts.isAssigned;
  const [why, todo] = isClosed ? [CLOSED, ': give it an entry, and reset it'] : ['', ''];
  const text = `Setup is refused at ${originOfCalls(event)} ${sinceOf(facts, event)}${why}: if its panel says ${quoted(event.detail ?? '')}, it is the device, and has lost its key${todo}; if not, something else there uses its MAC address, and nothing is to be changed.`;
  return {
    code: 'setup_refused',
    weight: 97,
    sinceMs: event.firstMs,
    text,
    evidence: [proofOf(event, 'Setup refused')],
  };
}

/** Why a device without an entry gets no key. */
const CLOSED = ', as registration is closed (registration_enabled: false) and it has no entry';

function heldBack(facts: ExplainFacts): Finding | null {
  const event = ownCalls(facts, 'held_back');
  if (event === null) return null;
  const text = `Calls under its MAC address from ${originOfCalls(event)} are not examined ${sinceOf(facts, event)}: too many attempts with wrong tokens came from there, which pass by themselves.`;
  return {
    code: 'held_back',
    weight: 94,
    sinceMs: event.firstMs,
    text,
    evidence: [proofOf(event, 'Told to come again later')],
  };
}

/** Signed calls: those that only the device can make say more than others. */
function signedCalls(facts: ExplainFacts): Finding | null {
  const own = latest(facts.identity.filter(({ kind }) => kind === 'signed_call_refused'));
  const isNews = own !== undefined && own.lastMs > (lastGoodMs(facts) ?? 0) && !isExpectedStill(facts);
  if (isNews) {
    const isTime = own.detail?.includes('X-Timestamp') === true;
    const why = isTime
      ? 'the time in them is wrong, so its clock is. Let it reach a time server, and restart it'
      : 'they are signed in a version that is not taken any more';
    return signatureFinding(
      facts,
      own,
      isTime ? 'clock_wrong' : 'signature_refused',
      `Its signed calls`,
      why,
    );
  }
  const repeated = ownCalls(facts, 'call_repeated');
  if (repeated !== null) {
    const why =
      'the time in them is over, so its clock is slow, or somebody there repeats recorded calls. Restart it, and look at what else is at that address';
    const who = `Calls that it has signed, from ${originOfCalls(repeated)},`;
    return signatureFinding(facts, repeated, 'clock_wrong', who, why);
  }
  const unsigned = ownCalls(facts, 'signature_refused');
  if (unsigned === null) return null;
  const why = 'its firmware signs in another way, or something else there uses its name';
  const who = `Calls that name its key and are not signed by it, from ${originOfCalls(unsigned)},`;
  return signatureFinding(facts, unsigned, 'signature_refused', who, why);
}

function signatureFinding(
  facts: ExplainFacts,
  event: IdentityFact,
  code: string,
  who: string,
  why: string,
): Finding {
  const text = `${who} are refused ${sinceOf(facts, event)}: ${why}.`;
  const proof = evidence(event.lastMs, event.detail ?? text, event.requestId);
  return { code, weight: 95, sinceMs: event.firstMs, text, evidence: [proof] };
}

function newKey(facts: ExplainFacts): Finding | null {
  const { identity, nowMs } = facts;
  const reset = latest(identity.filter(({ kind }) => kind === 'identity_reset'));
  const registered = latest(identity.filter(({ kind }) => kind === 'registered'));
  const isAfterReset = reset !== undefined && registered !== undefined && reset.lastMs <= registered.lastMs;
  const event = isAfterReset ? registered : ownCalls(facts, 'key_handed_out');
  if (event === null || nowMs - event.lastMs >= NEWS_MS) return null;
  const why = 'it was erased or asks again after a failed setup, or something else there has its key now';
  const text = isAfterReset
    ? `It was reset at ${at(reset.lastMs)} by an admin, and whoever set itself up first under its address, at ${at(event.lastMs)}, got a new key. If its panel does not show its screen, find what else calls under its address before you reset it again.`
    : `Its key was handed out at ${at(event.lastMs)} to ${originOfCalls(event)}, and no good call came since: ${why}.`;
  return {
    code: isAfterReset ? 'reset' : 'key_handed_out',
    sinceMs: event.lastMs,
    text,
    weight: event.lastMs > (lastPollMs(facts) ?? 0) ? 79 : 28,
    evidence: [proofOf(event, 'Setup')],
  };
}

function claimed({ identity }: ExplainFacts): Finding | null {
  const event = latest(identity.filter(({ kind }) => kind === 'claimed_by_code'));
  if (event === undefined) return null;
  const { lastMs, detail } = event;
  const text = `Two devices have called under its address: the one whose code the config names has taken it at ${at(lastMs)}. Give the other one an address of its own, or switch it off.`;
  return {
    code: 'two_devices',
    weight: 36,
    sinceMs: lastMs,
    text,
    evidence: [evidence(lastMs, detail ?? text)],
  };
}
