/** The values of sensitive params, so that they can be kept out of logs and error screens. */
import { ownValue, type PlainObject } from '../base/plain.ts';
import { type ParamSchema, sensitiveParams } from '../domain/params.ts';

/** Texts of the sensitive params that are set. */
export function sensitiveValues(schema: ParamSchema, params: PlainObject): string[] {
  return sensitiveParams(schema).flatMap((name) => {
    const value = ownValue(params, name);
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}
