/** The values of sensitive params, to keep them out of logs and error screens. */
import { ownValue, type PlainObject } from '../base/plain.ts';
import { type ParamSchema, sensitiveParams } from '../domain/params.ts';

/** The values of the sensitive params that are set, as texts. */
export function sensitiveValues(schema: ParamSchema, params: PlainObject): string[] {
  return sensitiveParams(schema).flatMap((name) => {
    const value = ownValue(params, name);
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}
