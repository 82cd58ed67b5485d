/** Checks the schedule of a request by the rules of the config file, and by the screens that it names. */

import { readSchedule } from '../../config/read/read-schedule.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { MappingCheck, type MappingSources } from '../../engine/check/mapping-check.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { Findings } from '../../platform/yaml/findings.ts';
import { treeOfPlain } from '../../platform/yaml/make-node.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import { checkPlain } from '../plain-body.ts';

const KEY = 'schedule';
/** Problems that one answer names at the most. */
const MAX_PROBLEMS = 20;
/** Values of a schedule: more than all of its parts at their limits have. */
const MAX_NODES = 20_000;
/** The part of a schedule that a message is about. */
const FIELD = /schedule(?:\.[A-Za-z0-9_]+)*/;

/** What is wrong with a schedule. @param entry  what the entry says of its own screen */
export function checkSchedule(
  written: PlainObject,
  entry: Pick<Mapping, 'key' | 'screen' | 'params'>,
  sources: MappingSources,
): readonly FieldProblem[] {
  const unwritable = checkPlain(written, KEY);
  if (unwritable.length > 0) return unwritable;
  const read = readWritten(written);
  if (!read.ok) return read.error.slice(0, MAX_PROBLEMS);
  const { key, screen, params } = entry;
  const problems = new MappingCheck(sources).problemsOf({
    key,
    screen,
    params,
    tuning: {},
    schedule: read.value,
  });
  return problems.filter(({ field }) => field.startsWith(`${KEY}.`)).slice(0, MAX_PROBLEMS);
}

/** Read it as the config file would have it. Bodies are not nested deep. */
function readWritten(written: PlainObject): Result<Schedule, readonly FieldProblem[]> {
  const tree = treeOfPlain({ [KEY]: written }, MAX_NODES);
  if (tree === null) {
    return err([{ field: KEY, message: `${KEY}: expected at most ${MAX_NODES} values, got more` }]);
  }
  const findings = new Findings('');
  const map = asMap(tree, KEY, findings);
  const schedule =
    map === undefined
      ? undefined
      : readSchedule(new MapReader(map, { path: '', keys: [KEY], findings, strictness: 'skip' }));
  const found = [...findings.problems, ...findings.warnings].map(({ message }) => ({
    field: FIELD.exec(message)?.[0] ?? KEY,
    message: message.replace(/; (?:it is|the others are) left out$/, ''),
  }));
  return schedule === undefined || found.length > 0 ? err(found) : ok(schedule);
}
