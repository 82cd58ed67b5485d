/** Rules for devices that are well: what it shows since when, and when it is expected. One of them always holds after a poll. */
import { plural } from '../../platform/base/words.ts';
import type { PollStep } from '../trail/entries.ts';
import { type ExplainFacts, isFetched, lastPoll, nextPollMs, pollsOfPicture, unfetched } from './facts.ts';
import { at, evidence, type Finding, span } from './finding.ts';

/** A device is awake for less than this after its poll. */
const AWAKE_MS = 60_000;

export function stateFindings(facts: ExplainFacts): readonly Finding[] {
  const poll = lastPoll(facts);
  const nextMs = nextPollMs(facts);
  if (poll === undefined || nextMs === null) return [];
  return [kept(facts, poll) ?? unchanged(facts, poll), expected(facts, poll, nextMs)].filter(
    (finding) => finding !== null,
  );
}

/** The polls of the picture that came after the one which told of it. */
function pollsSince(facts: ExplainFacts): number {
  const polls = pollsOfPicture(facts);
  return polls.reduce((sum, { count: times }) => sum + times, 0) - 1;
}

function sinceOf(facts: ExplainFacts, poll: PollStep): PollStep {
  return pollsOfPicture(facts)[0] ?? poll;
}

function kept(facts: ExplainFacts, poll: PollStep): Finding | null {
  if (poll.decision !== 'kept') return null;
  const first = pollsOfPicture(facts).find(({ decision }) => decision === 'kept') ?? poll;
  const since = sinceOf(facts, poll);
  return {
    code: 'kept',
    weight: 16,
    sinceMs: first.atMs,
    text: `Its script says at each poll since ${at(first.atMs)} that the picture stays (skip_update): ${unfetched(facts) === null ? 'it shows that' : 'it was told that'} of ${at(since.atMs)}.`,
    evidence: [evidence(poll.lastMs, `${poll.screen} left the picture in place.`, poll.requestId)],
  };
}

function unchanged(facts: ExplainFacts, poll: PollStep): Finding | null {
  const times = pollsSince(facts);
  if (poll.decision !== 'same' || times < 1) return null;
  const since = sinceOf(facts, poll);
  return {
    code: 'unchanged',
    weight: 15,
    sinceMs: since.atMs,
    text: `Same picture since ${at(since.atMs)}, ${plural(times, 'poll')} since then: the data of ${poll.screen} did not change.`,
    evidence: [evidence(poll.lastMs, `The same name was told again.`, poll.requestId)],
  };
}

function expected(facts: ExplainFacts, poll: PollStep, nextMs: number): Finding {
  const { nowMs } = facts;
  const since = sinceOf(facts, poll);
  const isGot = unfetched(facts) === null;
  const shows = isGot
    ? `it shows ${poll.screen} since ${at(since.atMs)}`
    : `it was told a picture of ${poll.screen} at ${at(since.atMs)}, and has not fetched it`;
  const images = pollsOfPicture(facts).flatMap(({ images: calls }) => calls);
  const proof = [
    evidence(
      poll.lastMs,
      `Told ${poll.decision === 'new' ? 'a new picture' : 'the picture that it has'}, and a refresh of ${poll.refreshSeconds} seconds.`,
      poll.requestId,
    ),
    ...(since.images.some(({ status }) => status < 400) || isFetched(since)
      ? images
          .filter(({ status }) => status < 400)
          .slice(-1)
          .map((call) => evidence(call.atMs, `Fetched: ${call.status}, ${call.bytes} bytes.`, call.requestId))
      : []),
  ];
  const found = { sinceMs: since.atMs, evidence: proof };
  if (nowMs > nextMs + AWAKE_MS) {
    const text = `Its poll is overdue by ${span(nowMs - nextMs)}, as happens with the clocks of sleeping devices: expected at ${at(nextMs)}; ${shows}.`;
    return { ...found, code: 'overdue', weight: 18, sinceMs: nextMs, text };
  }
  if (nowMs - poll.lastMs > AWAKE_MS) {
    return {
      ...found,
      code: 'asleep',
      weight: 12,
      text: `It sleeps as it was told, and its next poll is expected at ${at(nextMs)}; ${shows}.`,
    };
  }
  const text = `It ${shows.slice('it '.length)}${isGot ? '' : ' yet'}, and its next poll is expected at ${at(nextMs)}.`;
  return { ...found, code: 'shown', weight: 10, text };
}
