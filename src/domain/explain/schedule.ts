/** Rules about what the schedule says: a pin, a sleep, a screen that had nothing to show. */
import { LIMITS } from '../../platform/base/limits.ts';
import { type ExplainFacts, lastPoll } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';

export function scheduleFindings(facts: ExplainFacts): readonly Finding[] {
  return [pinned(facts), asleep(facts), nothingToShow(facts)].filter((finding) => finding !== null);
}

function pinned({ scheduled }: ExplainFacts): Finding | null {
  if (scheduled?.pinnedUntilMs == null) return null;
  const text = `Its screen ${scheduled.screen} is pinned until ${at(scheduled.pinnedUntilMs)}: what its entry and its schedule say is not shown before. Remove the pin to end it earlier.`;
  return { code: 'pinned', weight: 22, sinceMs: null, text, evidence: [] };
}

/** Only where it was told so: a sleep that was set since is one of the changes that it has not seen. */
function asleep(facts: ExplainFacts): Finding | null {
  const { scheduled } = facts;
  const poll = lastPoll(facts);
  if (scheduled?.asleepUntilMs == null || poll === undefined) return null;
  const nextMs = poll.lastMs + poll.refreshSeconds * 1000;
  // The longest refresh is shorter than some sleeps.
  if (nextMs < scheduled.asleepUntilMs && poll.refreshSeconds < LIMITS.refreshMaxSeconds) return null;
  const text = `It sleeps because its schedule says so, until ${at(scheduled.asleepUntilMs)}: nothing new is shown before. Wake it by hand, or change \`sleep\` of its schedule.`;
  const proof = evidence(poll.lastMs, `Told a refresh of ${poll.refreshSeconds} seconds.`, poll.requestId);
  return { code: 'asleep_by_schedule', weight: 21, sinceMs: poll.lastMs, text, evidence: [proof] };
}

/** The screen that it was told at a good poll is not the one that its schedule named then. */
function nothingToShow(facts: ExplainFacts): Finding | null {
  const { scheduled } = facts;
  const poll = lastPoll(facts);
  const named = scheduled?.screenAtPoll ?? null;
  if (named === null || poll === undefined || poll.decision === 'overloaded' || poll.code !== null)
    return null;
  if (named === poll.screen) return null;
  const text = `Its schedule names ${quoted(named)}, whose script said at ${at(poll.lastMs)} that it has nothing to show (nothing_to_show): it shows ${quoted(poll.screen)} instead. Preview that screen to see why, or take it out of the schedule.`;
  const proof = evidence(poll.lastMs, `Told a picture of ${poll.screen}.`, poll.requestId);
  return { code: 'nothing_to_show', weight: 20, sinceMs: poll.atMs, text, evidence: [proof] };
}
