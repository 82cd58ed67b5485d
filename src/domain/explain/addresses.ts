/** Rules about where the calls come from: two devices under one address call by turns. */
import { type ExplainFacts, pollsOf } from './facts.ts';
import { at, evidence, type Finding, quoted } from './finding.ts';

/** A device that has moved changes its address once. */
const TURNS = 3;
const LATEST = 30;

export function addressFindings(facts: ExplainFacts): readonly Finding[] {
  const polls = pollsOf(facts).slice(-LATEST);
  const changes = polls.filter((poll, index) => index > 0 && poll.address !== polls[index - 1]?.address);
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined || changes.length < TURNS) return [];
  const addresses = [...new Set(polls.map(({ address }) => address))];
  const firmwares = new Set(polls.map(({ firmware }) => firmware));
  const who =
    firmwares.size > 1
      ? 'two devices call under its MAC address'
      : 'two devices may have its MAC address, or it changes its network';
  const shown = addresses
    .slice(0, 3)
    .map((address) => quoted(address))
    .join(', ');
  return [
    {
      code: 'several_addresses',
      weight: 35,
      sinceMs: first.atMs,
      text: `It calls from ${addresses.length} addresses by turns since ${at(first.atMs)} (${shown}): ${who}.`,
      evidence: changes
        .slice(-3)
        .map((poll) => evidence(poll.atMs, `Poll from ${poll.address}.`, poll.requestId)),
    },
  ];
}
