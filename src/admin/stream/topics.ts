/** What streams tell of, and the form in which they do. */

import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { printableJson } from '../../platform/base/printable.ts';

export const TOPICS = ['device', 'config', 'repo', 'server', 'screen'] as const;
export type Topic = (typeof TOPICS)[number];

/** `hello`: the first event of each stream. `reset`: what is known may be out of date, so load it anew. */
type EventName = Topic | 'hello' | 'reset';

/** An event in the form of Server-Sent Events. JSON has no line breaks. */
export function eventText(name: EventName, id: string, data: object): string {
  return `id: ${id}\nevent: ${name}\ndata: ${printableJson(JSON.stringify(data))}\n\n`;
}

/** A line that readers ignore. */
export const HEARTBEAT = ':\n\n';

/**
 * Read the topics that a stream is asked for; all where none are named.
 * @throws {AppError} invalid_query
 */
export function readTopics(values: readonly string[]): ReadonlySet<Topic> {
  if (values.length === 0) return new Set(TOPICS);
  const named = values.flatMap((value) => value.split(',', TOPICS.length + 1));
  const topics = new Set(named.map(readTopic));
  if (named.length > TOPICS.length) throw refused(`each of ${TOPICS.join(', ')} at most once`, values.join());
  return topics;
}

function readTopic(text: string): Topic {
  const topic = TOPICS.find((known) => known === text);
  if (topic !== undefined) return topic;
  throw refused(`some of ${TOPICS.join(', ')}`, text, didYouMean(text.slice(0, 60), TOPICS));
}

function refused(expected: string, got: string, hint = ''): AppError {
  const shown = JSON.stringify(got.slice(0, 60));
  return new AppError('invalid_query', {
    detail: `topics: expected ${expected}, got ${shown}${hint || '.'}`,
  });
}
