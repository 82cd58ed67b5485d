/** Rules about the screen: none, one that fails, and a server that has no room for it. */
import { type ExplainFacts, lastPoll, pollsOf } from './facts.ts';
import { at, count, evidence, type Finding, quoted } from './finding.ts';

export function screenFindings(facts: ExplainFacts): readonly Finding[] {
  return [noScreen(facts), failing(facts), overloaded(facts)].filter((finding) => finding !== null);
}

function noScreen({ screen, record }: ExplainFacts): Finding | null {
  if (screen !== null || record === null) return null;
  const text = 'It has no screen: the config has no entry for it, and neither DEFAULT nor default_screen.';
  return { code: 'no_screen', weight: 93, sinceMs: null, text, evidence: [] };
}

function failing(facts: ExplainFacts): Finding | null {
  const run = facts.record?.failing ?? null;
  if (run === null) return null;
  const { sinceMs, lastMs, tries, code, reason, shown } = run;
  const good = pollsOf(facts).findLast((poll) => poll.code === null && poll.decision !== 'overloaded');
  const before = good === undefined ? '' : `, last good at ${at(good.lastMs)}`;
  const picture = shown === 'error' ? 'the error' : 'its last good picture';
  return {
    ...{ code: 'screen_fails', weight: 83, sinceMs },
    text: `Its screen fails since ${at(sinceMs)} (${count(tries, 'time')}, ${code}): ${quoted(reason)}; it shows ${picture}${before}.`,
    evidence: [evidence(lastMs, `${code}: ${quoted(reason)}`, lastPoll(facts)?.requestId ?? null)],
  };
}

function overloaded(facts: ExplainFacts): Finding | null {
  const poll = lastPoll(facts);
  if (poll?.decision !== 'overloaded') return null;
  const text = `The server had no room for its screen at ${at(poll.lastMs)}: it keeps what it shows, and was told to come again in ${poll.refreshSeconds} seconds.`;
  const proof = evidence(poll.lastMs, 'Answered with 429.', poll.requestId);
  return { code: 'overloaded', weight: 82, sinceMs: poll.atMs, text, evidence: [proof] };
}
