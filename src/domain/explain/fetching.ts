/** Rules about pictures that a device was told of and did not get: only the likeliest reason is told. */

import { parseUrl } from '../../platform/base/url.ts';
import { plural } from '../../platform/base/words.ts';
import type { ImageStep, PollStep } from '../trail/entries.ts';
import { type ExplainFacts, isFetched, pollsOf, pollsOfPicture } from './facts.ts';
import { at, evidence, type Finding, quoted, span } from './finding.ts';
import { latest, mayBeItsOwn, originOfCalls } from './unproven.ts';

/** A device fetches its picture at once; after this it does not come any more. */
const PATIENCE_MS = 45_000;
/** Polls that follow each other so soon are retries. */
const RETRY_MS = 30_000;
const RETRIES = 3;
/** The status as devices write it into their logs. */
const REFUSED_STATUS = /\b403\b/;
const LOOKED_AT = 2_000;

export function fetchFindings(facts: ExplainFacts): readonly Finding[] {
  const polls = pollsOfPicture(facts).filter(({ decision }) => decision !== 'overloaded');
  const announced = polls.find(({ decision }) => decision === 'new');
  const last = polls.at(-1);
  if (announced === undefined || last === undefined) return [];
  const retried = retries(facts);
  if (polls.some(isFetched)) return retried === null ? [] : [retried];
  const isOver = facts.nowMs - last.lastMs > PATIENCE_MS || polls.length > 1 || last.count > 1;
  const refused = refusal(polls, announced) ?? expired(facts, announced);
  if (refused !== null) return [refused];
  if (!isOver) return [];
  const found =
    otherSecret(facts, announced) ?? saidByItself(facts, announced) ?? wrongAddress(announced) ?? retried;
  return [found ?? neverFetched(facts, announced)];
}

function announcedIn(poll: PollStep): string {
  return `Told of a picture at ${hostOf(poll.imageBase)}, on a call of ${hostOf(poll.called)}.`;
}

/** Scheme and host of an address, for a sentence. */
function hostOf(base: string): string {
  return quoted(base).slice(1, -1);
}

function refusal(polls: readonly PollStep[], announced: PollStep): Finding | null {
  const calls = polls.flatMap(({ images }) => images);
  const last = calls.at(-1);
  if (last === undefined || last.status < 400) return null;
  const text = `Told of a picture at ${at(announced.atMs)}, and its image call at ${at(last.atMs)} was refused with ${last.status}: ${reasonOf(last)}.`;
  const shown = calls
    .slice(-3)
    .map((call) => evidence(call.atMs, `Image call: ${call.status} ${call.code ?? ''}.`, call.requestId));
  return {
    code: 'image_refused',
    weight: 87,
    sinceMs: announced.atMs,
    text,
    evidence: [evidence(announced.atMs, announcedIn(announced), announced.requestId), ...shown],
  };
}

function reasonOf({ code, status }: ImageStep): string {
  switch (code) {
    case 'content_not_found':
      return 'no server has the picture any more';
    case 'picture_delayed':
      return 'the picture took longer than the device waits; it comes again';
    default:
      return status >= 500 ? 'the picture could not be drawn' : (code ?? 'no reason is known');
  }
}

/** An address that it was told came back late, while it does not call as it should: from where it was heard last. */
function expired(facts: ExplainFacts, announced: PollStep): Finding | null {
  const event = latest(
    facts.identity.filter((one) => one.kind === 'image_expired' && mayBeItsOwn(facts, one)),
  );
  if (event === undefined || event.lastMs < announced.atMs) return null;
  const text = `Told of a picture at ${at(announced.atMs)}, and an image call from ${originOfCalls(event)} at ${at(event.lastMs)} was refused with 403: it came after the address had expired, which is good for an hour.`;
  return {
    code: 'image_refused',
    weight: 87,
    sinceMs: announced.atMs,
    text,
    evidence: [
      evidence(announced.atMs, announcedIn(announced), announced.requestId),
      evidence(event.lastMs, 'Image call: 403 expired.', event.requestId),
    ],
  };
}

/** What the servers say of themselves: one refuses the addresses that another one tells. */
function otherSecret({ secretsDiffer }: ExplainFacts, announced: PollStep): Finding | null {
  if (!secretsDiffer) return null;
  const text = `Told of a picture at ${at(announced.atMs)}, never fetched: the servers of the state store sign addresses with different secrets, so one refuses what another has told; give all of them the same SERVICE_URL_SECRET.`;
  const proof = [evidence(announced.atMs, announcedIn(announced), announced.requestId)];
  return { code: 'image_refused', weight: 87, sinceMs: announced.atMs, text, evidence: proof };
}

/** The device's own word, which comes with its token: that a call for its picture was refused. */
function saidByItself({ logError, steps }: ExplainFacts, announced: PollStep): Finding | null {
  const call = steps.findLast((step) => step.kind === 'log');
  const isRefusal = logError !== null && REFUSED_STATUS.test(logError.slice(0, LOOKED_AT));
  if (!isRefusal || call?.kind !== 'log' || call.atMs < announced.atMs) return null;
  const text = `Told of a picture at ${at(announced.atMs)}, and its log says at ${at(call.atMs)} that its image call was refused with 403: the signature is wrong, as something on the way changes the address, or the servers have different secrets.`;
  return {
    code: 'image_refused',
    weight: 87,
    sinceMs: announced.atMs,
    text,
    evidence: [
      evidence(announced.atMs, announcedIn(announced), announced.requestId),
      evidence(call.atMs, quoted(logError), call.requestId),
    ],
  };
}

/** The address of the picture is another one than the device has called: a proxy, or the settings. */
function wrongAddress(announced: PollStep): Finding | null {
  const { called, imageBase, forwarded } = announced;
  const begin = `Told a picture at ${at(announced.atMs)}, never fetched:`;
  const found = {
    sinceMs: announced.atMs,
    evidence: [evidence(announced.atMs, announcedIn(announced), announced.requestId)],
  };
  if (forwarded !== null) {
    const text = `${begin} a proxy says that the device called ${hostOf(forwarded)}, and the server does not trust it, so image_url begins with ${hostOf(imageBase)}; set TRUST_PROXY or PUBLIC_URL.`;
    return { ...found, code: 'proxy_not_trusted', weight: 86, text };
  }
  if (called === '' || called === imageBase) return null;
  const [asked, shown] = [parseUrl(called), parseUrl(imageBase)];
  if (asked === null || shown === null) return null;
  if (asked.hostname === shown.hostname && shown.protocol === 'https:' && asked.protocol === 'http:') {
    const text = `${begin} the device called ${hostOf(called)}, and image_url begins with ${hostOf(imageBase)}: it may not speak TLS, or not trust the certificate.`;
    return { ...found, code: 'https_image', weight: 86, text };
  }
  const text = `${begin} the device called ${hostOf(called)}, and image_url begins with ${hostOf(imageBase)}, which it may not reach; look at PUBLIC_URL and TRUST_PROXY.`;
  return { ...found, code: 'wrong_base', weight: 86, text };
}

/** The last polls, if they follow each other within seconds. */
function retries(facts: ExplainFacts): Finding | null {
  const polls = pollsOf(facts);
  let first = polls.length - 1;
  while (first > 0 && isRetry(polls[first], polls[first - 1])) first--;
  const run = polls.slice(first);
  const [begin, end] = [run[0], run.at(-1)];
  if (begin === undefined || end === undefined || run.length < RETRIES) return null;
  const isGot = run.some(isFetched);
  const why = isGot
    ? 'it gets the picture and asks again, so it cannot show or keep it. Look at its log, and at its firmware'
    : 'the download is refused or fails. Open image_url from its network to see why';
  return {
    code: 'retries',
    weight: isGot ? 60 : 85,
    sinceMs: begin.lastMs,
    text: `${plural(run.length, 'poll')} in ${span(end.lastMs - begin.lastMs)}, from ${at(begin.lastMs)} to ${at(end.lastMs)}: ${why}.`,
    evidence: run
      .slice(-5)
      .map((poll) => evidence(poll.atMs, `Poll: ${poll.decision} picture.`, poll.requestId)),
  };
}

function isRetry(poll: PollStep | undefined, before: PollStep | undefined): boolean {
  if (poll === undefined || before === undefined || before.decision === 'overloaded') return false;
  return poll.atMs - before.lastMs <= Math.min(RETRY_MS, before.refreshSeconds * 500);
}

function neverFetched(facts: ExplainFacts, announced: PollStep): Finding {
  const fetched = pollsOf(facts).findLast(isFetched);
  const isFirst = pollsOf(facts)[0] === announced;
  const had = isFirst ? ', unless it had this picture before the server knew it' : '';
  const before = fetched === undefined ? '' : ` (it has fetched one at ${at(fetched.atMs)})`;
  return {
    code: 'never_fetched',
    weight: 84,
    sinceMs: announced.atMs,
    text: `Told a picture at ${at(announced.atMs)}, never fetched${before}: the device cannot reach ${hostOf(announced.imageBase)}, the host of image_url, or something on the way changes the address${had}.`,
    evidence: [evidence(announced.atMs, announcedIn(announced), announced.requestId)],
  };
}
