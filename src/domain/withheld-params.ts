/**
 * Params that a stranger does not get: a group's secrets. Whoever names the model of a group is selected by it, and would be
 * drawn a picture with them.
 */
import type { PlainObject } from '../platform/base/plain.ts';
import { type ConfigSnapshot, defaultMapping } from './config-snapshot.ts';
import type { Mapping } from './mapping.ts';
import { missingParams } from './params.ts';
import { shownMappings } from './schedule/scheduled-mapping.ts';
import { isSensitive, type SecretRules } from './secret-params.ts';

export interface OpenParams {
  /** Without what is withheld. */
  readonly params: PlainObject;
  /** True where the screen needs a param that is withheld. */
  readonly needsMore: boolean;
}

/**
 * The params of a mapping that a stranger gets: all but those that the screen calls sensitive. What `DEFAULT` says of the
 * same screen is for everybody, and so for strangers.
 */
export function openParams(
  config: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>,
  { screen, params }: Pick<Mapping, 'screen' | 'params'>,
  rules: SecretRules,
): OpenParams {
  const secret = Object.keys(params).filter((name) => isSensitive(rules, name));
  if (secret.length === 0) return { params, needsMore: false };
  const forAll = paramsForAll(config, screen);
  const withheld = secret.filter(
    (name) => !forAll.some((open) => Object.hasOwn(open, name) && open[name] === params[name]),
  );
  if (withheld.length === 0) return { params, needsMore: false };
  const open = Object.fromEntries(Object.entries(params).filter(([name]) => !withheld.includes(name)));
  return {
    params: open,
    needsMore: missingParams(rules.params, open).some((name) => withheld.includes(name)),
  };
}

/** The params that every device gets for a screen: those of `DEFAULT`, at all times of its schedule. */
function paramsForAll(
  config: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>,
  screen: string,
): readonly PlainObject[] {
  const fallback = defaultMapping(config);
  if (fallback === null) return [];
  return shownMappings(fallback).flatMap((shown) => (shown.screen === screen ? [shown.params] : []));
}
