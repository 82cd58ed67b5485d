/** Rules about the screen: none, one that fails, and a server that has no room for it. */
import { plural } from '../../platform/base/words.ts';
import { type ExplainFacts, lastPoll, pollsOf } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';

export function screenFindings(facts: ExplainFacts): readonly Finding[] {
  return [noScreen(facts), failing(facts), overloaded(facts), misfit(facts), offline(facts)].filter(
    (finding) => finding !== null,
  );
}

function noScreen({ noScreen: why, record, isAssigned }: ExplainFacts): Finding | null {
  if (why === null) return null;
  const entry = isAssigned ? 'its entry names none' : 'the config has no entry for it';
  const todo = isAssigned
    ? 'Set `screen` in its entry, or give it a tag that a group with a screen selects'
    : 'Give it an entry with a screen';
  const answer = record === null ? 'will be' : 'is';
  const text = `It has no screen: ${entry}, ${why}. Each of its calls ${answer} answered with 404 (no_screen). ${todo}.`;
  const proof = record === null ? [] : [evidence(record.lastSeenMs, 'Called, and was answered with 404.')];
  return { code: 'no_screen', weight: record === null ? 101 : 93, sinceMs: null, text, evidence: proof };
}

function failing(facts: ExplainFacts): Finding | null {
  const run = facts.record?.failing ?? null;
  if (run === null) return null;
  const { sinceMs, lastMs, tries, code, reason, shown } = run;
  const good = pollsOf(facts).findLast((poll) => poll.code === null && poll.decision !== 'overloaded');
  const before = good === undefined ? '' : `, last good at ${at(good.lastMs)}`;
  const picture = shown === 'error' ? 'the error' : 'its last good picture';
  return {
    code: 'screen_fails',
    weight: 83,
    sinceMs,
    text: `Its screen fails since ${at(sinceMs)} (${plural(tries, 'time')}, ${code}): ${quoted(reason)}; it shows ${picture}${before}. Preview it in the console or with \`stipple render\`, and mend it: the next poll takes it.`,
    evidence: [evidence(lastMs, `${code}: ${quoted(reason)}`, lastPoll(facts)?.requestId ?? null)],
  };
}

function misfit({ problems, screen }: ExplainFacts): Finding | null {
  if (problems.length === 0) return null;
  const text = `Its params do not fit its screen ${screen}: ${problems.map(quoted).join('; ')}. Correct them where they are set.`;
  return { code: 'params', weight: 46, sinceMs: null, text, evidence: [] };
}

function offline({ repo }: ExplainFacts): Finding | null {
  if (repo === null) return null;
  const { handle, error, lastFetched } = repo;
  const shown =
    lastFetched === null
      ? 'nothing of it was ever fetched'
      : `what was fetched at ${at(Date.parse(lastFetched))} is used`;
  const text = `The repo ${handle} of its screen could not be fetched (${quoted(error)}): ${shown}, so what was changed there since is not shown. Look at its address, token and pin.`;
  return { code: 'repo_offline', weight: 33, sinceMs: null, text, evidence: [] };
}

function overloaded(facts: ExplainFacts): Finding | null {
  const poll = lastPoll(facts);
  if (poll?.decision !== 'overloaded') return null;
  const text = `The server had no room for its screen at ${at(poll.lastMs)}: it keeps what it shows, and was told to come again in ${poll.refreshSeconds} seconds. If that goes on, give the server more processors, or its devices longer refreshes.`;
  const proof = evidence(poll.lastMs, 'Answered with 429.', poll.requestId);
  return { code: 'overloaded', weight: 82, sinceMs: poll.atMs, text, evidence: [proof] };
}
