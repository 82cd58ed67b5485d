/** The name of a screen as `handle/path`, for screens that the config calls by a plain name. */
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { ScreenCatalogue } from './catalogue.ts';
import { pathOfScript } from './screen.ts';

interface QualifiedSources {
  readonly config: Pick<ConfigSnapshot, 'screens'>;
  readonly catalogue: Pick<ScreenCatalogue, 'locate'>;
}

interface ListedSources extends QualifiedSources {
  readonly catalogue: Pick<ScreenCatalogue, 'locate' | 'refs'>;
}

/** The reference that everything takes; null where there is no such screen, or none of its own name. */
export function qualifiedRef(ref: string, { config, catalogue }: QualifiedSources): string | null {
  if (ref.includes('/')) return ref;
  const found = catalogue.locate(ref, config);
  if (!found.ok) return null;
  const { handle, scriptFile, templateFile } = found.value;
  const qualified = `${handle}/${pathOfScript(scriptFile)}`;
  const there = catalogue.locate(qualified, config);
  const isSame =
    there.ok && there.value.scriptFile === scriptFile && there.value.templateFile === templateFile;
  return isSame ? qualified : null;
}

/** Most screens of one name that a message lists. */
const MAX_NAMED = 3;

/** `; did you mean local/clock?` behind a message about a plain name; empty where no screen is called so. */
export function didYouMeanScreen(name: string, { config, catalogue }: ListedSources): string {
  const own = qualifiedRef(name, { config, catalogue });
  if (own !== null && own !== name) return `; did you mean ${own}?`;
  const same = catalogue
    .refs()
    .filter((ref) => ref.endsWith(`/${name}`))
    .slice(0, MAX_NAMED);
  return same.length === 0 ? '' : `; did you mean ${same.join(' or ')}?`;
}
