/** Rules about the config: changes that the device has not seen yet, and devices without an entry. */
import { type ExplainFacts, lastPollMs, nextPollMs } from './facts.ts';
import { at, evidence, type Finding } from './finding.ts';

/** Names of settings that stand elsewhere than in its entry. */
const OF_OTHERS = /^(?:groups\.|the order of the groups$|devices\.DEFAULT|default_screen|panels\.)/;

/** Most names in a sentence. */
const MOST_NAMES = 5;

export function configFindings(facts: ExplainFacts): readonly Finding[] {
  return [changed(facts), notAdopted(facts), pending(facts)].filter((finding) => finding !== null);
}

function changed(facts: ExplainFacts): Finding | null {
  const sinceMs = lastPollMs(facts);
  const change = facts.steps.findLast((step) => step.kind === 'config');
  if (change?.kind !== 'config' || sinceMs === null || change.atMs <= sinceMs) return null;
  const nextMs = nextPollMs(facts);
  const names = change.names.slice(0, MOST_NAMES).join(', ');
  const isOwn = change.names.every((name) => !OF_OTHERS.test(name));
  const whose = isOwn ? 'Its entry' : 'What the config gives it';
  const what = names === '' ? whose : `${whose} (${names})`;
  const when = nextMs === null ? 'its next poll' : `its next poll, expected at ${at(nextMs)}`;
  return {
    code: 'config_changed',
    weight: 84,
    sinceMs: change.atMs,
    text: `${what} was changed at ${at(change.atMs)}, after its last poll: the change is seen at ${when}.`,
    evidence: [evidence(change.atMs, `By ${change.who}.`)],
  };
}

function notAdopted({ waiting, record, screen }: ExplainFacts): Finding | null {
  if (waiting === null || record === null) return null;
  const { groups, needsSecret } = waiting;
  const names = groups.slice(0, MOST_NAMES).join(', ');
  const lacks = [
    ...(needsSecret
      ? [`its screen ${screen} needs a secret that it does not get, and a notice stands in its place`]
      : []),
    ...(names === '' ? [] : [`${names} (adopted_only) would select it and does not yet`]),
  ];
  return {
    code: 'not_adopted',
    weight: needsSecret ? 70 : 40,
    sinceMs: null,
    evidence: [],
    text: `It has no entry in the config, and has not called with one token for longer than a day: ${lacks.join('; ')}. Give it an entry (\`{}\` will do) to adopt it.`,
  };
}

function pending({ isAssigned, record, screen, isClosed }: ExplainFacts): Finding | null {
  if (isAssigned || record === null || screen === null) return null;
  const closed = isClosed
    ? ' Registration is closed: without an entry it gets no key when it has lost its own.'
    : '';
  const text = `It has no entry in the config, and shows the default screen ${screen}. Give it an entry with the screen that it is to show.${closed}`;
  return { code: 'pending', weight: 20, sinceMs: null, text, evidence: [] };
}
