/** Writes the config file for a call, notes what has changed, makes an error of what prevents that, and names what was changed. */

import type { CurrentConfig, WrittenChange } from '../../config/source/plan-changes.ts';
import type { ConfigWriteFailure } from '../../config/source/write-failure.ts';
import type { PlannedChange } from '../../config/source/writer.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { AppError, type ErrorCode } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Result } from '../../platform/base/result.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { Concealer } from '../access/concealer.ts';
import { describeChange } from '../access/config-changes.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { noteEdits, noteMappings } from '../devices/note-mappings.ts';

/**
 * Plan and write a change.
 * @throws {AppError} the plan's own, config_read_only, config_not_usable, config_not_writable, config_not_written,
 *   store_unavailable
 */
export async function changeConfig<T>(
  api: AdminApi,
  call: AdminCall,
  plan: (
    current: CurrentConfig,
  ) => Result<PlannedChange<T>, AppError> | Promise<Result<PlannedChange<T>, AppError>>,
): Promise<T> {
  const { caller, address } = call;
  const who = `admin API (${caller.name}, ${address})`;
  const changes: WrittenChange[] = [];
  let before: ConfigSnapshot | null = null;
  const planned: typeof plan = (current) => {
    before = current.snapshot;
    return plan(current);
  };
  const written = await api.writer.change(planned, who, (change) => changes.push(change));
  for (const change of changes) {
    const check = new MappingCheck({ config: api.config(), catalogue: api.catalogue });
    const concealer = new Concealer((screen) => check.schemaOf(screen));
    call.noteChange(await mainTurns.do('config', describeChange(change, concealer)));
    await mainTurns.do('config', noteEdits(api, change.edits, who));
    const after = api.config();
    await mainTurns.do(
      'config',
      noteMappings(api, {
        before: before ?? after,
        after,
        who,
        edits: change.edits,
        isReordered: change.reordered !== null,
      }),
    );
  }
  if (written.ok) return written.value;
  if (written.error instanceof AppError) throw written.error;
  throw new AppError(codeOf(written.error), { detail: written.error.message });
}

function codeOf(failure: ConfigWriteFailure): ErrorCode {
  switch (failure.kind) {
    case 'read_only':
      return 'config_read_only';
    case 'unparsable':
    case 'rolled_back':
      return 'config_not_usable';
    case 'io':
      return failure.status === 409 ? 'config_not_writable' : 'config_not_written';
    case 'local_repo':
      return 'invalid_body';
    case 'unavailable':
      return 'store_unavailable';
  }
}

/** Names that are logged at the most: people read the line. */
const MAX_NAMES = 50;

/** The names of what a request sets, for the log, without the values. */
export function changedNames(body: PlainValue): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const names = Object.entries(body).flatMap(([name, value]) => {
    if (name === 'key') return [];
    if (name === 'clear' && Array.isArray(value)) return value.map((cleared) => `-${String(cleared)}`);
    if (name === 'params' && typeof value === 'object' && value !== null) {
      return Object.keys(value).map((param) => `params.${param}`);
    }
    return [name];
  });
  return names.slice(0, MAX_NAMES);
}
