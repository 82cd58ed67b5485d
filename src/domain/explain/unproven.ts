/**
 * Rules about calls without proof: wrong tokens, made-up signatures, setups. Anybody who knows the MAC address of a device
 * can make them, as often and whenever they like. So they say something of the device only while it does not call as it
 * should, and only if they come from where it was heard last; all others are a remark, and never a reason.
 */
import { plural } from '../../platform/base/words.ts';
import { isUnproven, type UnprovenKind } from '../event-kinds.ts';
import { type ExplainFacts, type IdentityFact, isExpectedStill, lastGoodMs, unfetched } from './facts.ts';
import { at, evidence, type Finding } from './finding.ts';
import { silenceFindings } from './silence.ts';

/** The code of the remark. */
export const UNPROVEN_CALLS = 'unproven_calls';

/** Below all that says how the device does. */
const REMARK_WEIGHT = 5;
/** Where they may be the device's own after a move: below what is known of its silence. */
const OVERDUE_WEIGHT = 17;
const LATE_WEIGHT = 89;

/** Most addresses in a sentence. */
const MOST_ADDRESSES = 3;

const CALLS: Readonly<Record<UnprovenKind, string>> = {
  key_handed_out: 'Setup, which gave the key of the device again',
  setup_refused: 'Setup, which was refused',
  setup_incomplete: 'Setup, which lacked headers',
  token_refused: 'Refused: a wrong or an empty token',
  held_back: 'Not examined: too many attempts',
  signature_refused: 'Refused: names the key of the device, and is not signed by it',
  call_repeated: 'Refused: signed by the device, and perhaps recorded',
  image_refused: 'Image call refused: the signature is not that of this server',
  image_expired: 'Image call refused: the address had expired',
};

/** The one that happened last. */
export function latest(events: readonly IdentityFact[]): IdentityFact | undefined {
  return events.toSorted((a, b) => a.lastMs - b.lastMs).at(-1);
}

/** Where calls came from, for a sentence. */
export function originOfCalls({ address, isUsual }: IdentityFact): string {
  if (address === null) return isUsual === false ? 'several other addresses' : 'several addresses';
  if (isUsual === null) return address;
  return isUsual ? `${address}, its usual address` : `${address}, which is not its address`;
}

/** Whether calls without proof may be those of the device: it does not call as it should, and was heard there last. */
export function mayBeItsOwn(facts: ExplainFacts, event: IdentityFact): boolean {
  return event.isUsual !== false && isSinceGood(facts, event);
}

function isSinceGood(facts: ExplainFacts, { lastMs }: IdentityFact): boolean {
  return !isExpectedStill(facts) && lastMs > (lastGoodMs(facts) ?? 0);
}

export function unprovenFindings(facts: ExplainFacts): readonly Finding[] {
  const calls = facts.identity
    .filter((event) => isUnproven(event.kind) && !mayBeItsOwn(facts, event))
    .toSorted((a, b) => a.lastMs - b.lastMs);
  const last = calls.at(-1);
  if (last === undefined) return [];
  const sinceMs = Math.min(...calls.map(({ firstMs }) => firstMs));
  const times = calls.reduce((sum, { count: more }) => sum + more, 0);
  const are = times === 1 ? 'proves' : 'prove';
  return [
    {
      code: UNPROVEN_CALLS,
      weight: weightOf(facts, calls),
      sinceMs,
      text: `${plural(times, 'call')} under its MAC address ${are} nothing, from ${at(sinceMs)} to ${at(last.lastMs)}: ${placesOf(calls)}; anybody can make such calls, and nothing is to be changed for them${doubtOf(facts, calls)}.`,
      evidence: calls
        .slice(-5)
        .map((event) =>
          evidence(
            event.lastMs,
            `${CALLS[event.kind as UnprovenKind]}, ${plural(event.count, 'time')} from ${originOfCalls(event)}.`,
            event.requestId,
          ),
        ),
    },
  ];
}

/** How many came from where. */
function placesOf(calls: readonly IdentityFact[]): string {
  const times = new Map<string, number>();
  for (const event of calls)
    times.set(originOfCalls(event), (times.get(originOfCalls(event)) ?? 0) + event.count);
  const places = [...times].sort(([, a], [, b]) => b - a);
  const shown = places.slice(0, MOST_ADDRESSES).map(([place, number]) => `${number} from ${place}`);
  return places.length > shown.length ? `${shown.join('; ')}; and more` : shown.join('; ');
}

function weightOf(facts: ExplainFacts, calls: readonly IdentityFact[]): number {
  if (!calls.some((event) => isSinceGood(facts, event))) return REMARK_WEIGHT;
  return silenceFindings(facts).length > 0 ? LATE_WEIGHT : OVERDUE_WEIGHT;
}

/** When they may be the device's own all the same, and how to find out without opening it to a stranger. */
function doubtOf(facts: ExplainFacts, calls: readonly IdentityFact[]): string {
  if (calls.some((event) => isSinceGood(facts, event)))
    return ' before you have looked at its panel: they are its own only if it has been moved to another network';
  const told = unfetched(facts);
  const isImage = ({ kind, lastMs, isUsual }: IdentityFact): boolean =>
    kind === 'image_refused' && isUsual !== false && told !== null && lastMs >= told.atMs;
  if (!calls.some(isImage)) return '';
  return '; the image calls are its own only if something on the way changes the address of its picture';
}
