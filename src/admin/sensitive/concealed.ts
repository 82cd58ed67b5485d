/** Which secrets an answer may show: all to an admin, none to anybody else. */

import type { AdminCaller } from '../../domain/admin-token.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { Concealer } from '../access/concealer.ts';
import type { AdminApi } from '../admin-api.ts';

/** What hides secrets from a caller; null for one who may see them. */
export type Concealing = Concealer | null;

/** @param check  the look-ups of the call, where it has made some */
export function concealingFor(
  api: Pick<AdminApi, 'config' | 'catalogue' | 'knowsSensitive'>,
  { role }: AdminCaller,
  check = new MappingCheck({ config: api.config(), catalogue: api.catalogue }),
): Concealing {
  if (role === 'admin') return null;
  // Where nobody can say what was sensitive before, all is.
  return new Concealer((screen) => (api.knowsSensitive() ? check.schemaOf(screen) : null));
}
