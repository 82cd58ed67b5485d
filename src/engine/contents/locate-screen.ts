/** Finds the screen of a request, and settles the params that it gets. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { applyDefaults } from '../../domain/params.ts';
import { secretTexts } from '../../domain/secret-params.ts';
import { openParams } from '../../domain/withheld-params.ts';
import type { DeviceParty } from '../../platform/base/party-shares.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { Screen } from '../../screens/sources/screen.ts';

/** The screen of a request, with the params that it gets. */
export interface Located {
  readonly screen: Screen;
  /** True where the screen needs a secret that the device does not get. */
  readonly needsAdoption: boolean;
  readonly params: PlainObject;
  /** Values of sensitive params. */
  readonly secrets: readonly string[];
}

/** What previews say of a screen that its device does not see yet. */
export const NEEDS_ADOPTION =
  'the screen needs a secret of a group, which a device gets that has an entry, or has called with one token for a day';

/** What is asked of a screen, and whose the device is. */
interface ScreenRequest {
  readonly config: ConfigSnapshot;
  readonly mapping: Mapping;
  readonly party: DeviceParty;
}

/** The screen of a mapping, with what its device gets of the params: a stranger gets no secrets of groups. */
export function locateScreen(
  catalogue: Pick<ScreenCatalogue, 'locate'>,
  { config, mapping, party }: ScreenRequest,
): Result<Located> {
  const screen = withinReach(catalogue.locate(mapping.screen, config), mapping, config);
  if (!screen.ok) return screen;
  const schema = screen.value.params;
  const { params: open, needsMore } =
    party === 'stranger'
      ? openParams(config, mapping, screen.value)
      : { params: mapping.params, needsMore: false };
  const params = applyDefaults(schema, open);
  const secrets = secretTexts(screen.value, params);
  return ok({ screen: screen.value, params, secrets, needsAdoption: needsMore });
}

/** Params that an author has chosen must not lead a script of somebody else into the private network. */
function withinReach(
  screen: Result<Screen>,
  { isPublicOnly = false }: Mapping,
  { authorsAllowPrivateNetwork }: ConfigSnapshot,
): Result<Screen> {
  if (!screen.ok || !isPublicOnly || authorsAllowPrivateNetwork) return screen;
  return ok({ ...screen.value, allowPrivateNetwork: false });
}
