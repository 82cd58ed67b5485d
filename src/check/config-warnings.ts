/** Everything that is probably not meant in a config, with positions: for the log, for `stipple`, and for checks. */
import { byPosition } from '../base/position.ts';
import { weakAdminToken } from '../config/admin-token-strength.ts';
import type { ParsedConfig } from '../config/parse.ts';
import { checkIdleSettings, type Precedence } from './idle-settings.ts';
import { checkMappings, type MappingSources, type MappingWarning } from './mapping-check.ts';

/** The warnings in the order of the file. */
export function configWarnings(
  parsed: ParsedConfig,
  catalogue: MappingSources['catalogue'],
  precedence: Precedence,
): readonly MappingWarning[] {
  const weak = weakAdminToken(parsed);
  const harmless = [
    ...parsed.warnings,
    ...checkIdleSettings(parsed, precedence),
    ...(weak === null ? [] : [weak]),
  ];
  const all = [
    ...harmless.map((warning) => ({ ...warning, showsError: false })),
    ...checkMappings(parsed, catalogue),
  ];
  return all.toSorted(byPosition);
}
