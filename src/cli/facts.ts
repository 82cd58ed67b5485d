/** What a server uses: for its log at the start, and for `stipple` without a command. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EnvSettings, Secrets } from '../config/env/env.ts';
import type { ListenAddress } from '../config/env/env-values.ts';
import type { TrustProxy } from '../config/env/proxy-networks.ts';
import { type FontBook, listFamilies } from '../pictures/fonts/font-book.ts';
import { VERSION } from '../platform/base/version.ts';
import type { ScreenCatalogue } from '../screens/sources/catalogue.ts';
import { readStateUrl, stateLabel } from '../state/state-url.ts';
import { type MemorySettings, memoryOf, type Setup } from './setup.ts';

/** Where state is kept, without user and password. */
export function storeLabel({ storeUrl }: Pick<EnvSettings, 'storeUrl'>): string {
  const address = readStateUrl(storeUrl ?? '');
  if (!address.ok) return address.error;
  return `${address.value.kind === 'redis' ? 'Redis at ' : ''}${stateLabel(address.value)}`;
}

export interface ScreenFacts {
  /** Screens by the handle of their source; 0 for a repo that is not fetched yet. */
  readonly found: Readonly<Record<string, number>>;
  /** Screens that cannot be shown, and why. */
  readonly broken: readonly { readonly screen: string; readonly reason: string }[];
  /** Names of embedded screens that mean a screen of the screens directory instead. */
  readonly takenOver: readonly string[];
}

/** Screens that are looked at before others may run. */
const AT_ONCE = 8;

/** What runs, and on what. */
export function versions(): { readonly version: string; readonly node: string; readonly platform: string } {
  return { version: VERSION, node: process.versions.node, platform: `${process.platform}-${process.arch}` };
}

/** Look at all screens. Reads their metadata, with pauses, so that a server goes on serving. */
export async function screenFacts(catalogue: ScreenCatalogue, config: Setup['config']): Promise<ScreenFacts> {
  const found = new Map(catalogue.sources().map(({ handle }) => [handle, 0]));
  const broken: { screen: string; reason: string }[] = [];
  let looked = 0;
  for (const listing of catalogue.listings(config.snapshot)) {
    if (++looked % AT_ONCE === 0) await nextTurn();
    if (listing === null) continue;
    const { handle, ref, problem } = listing;
    found.set(handle, (found.get(handle) ?? 0) + 1);
    if (problem !== null) broken.push({ screen: ref, reason: problem });
  }
  return { found: Object.fromEntries(found), broken, takenOver: catalogue.takenOver(config.snapshot) };
}

/** Numbers of families and files of fonts. */
export function fontFacts(book: FontBook): { readonly families: number; readonly faces: number } {
  return { families: listFamilies(book).length, faces: book.faces.length };
}

/** Memory, threads and processes. */
export function workerFacts(settings: MemorySettings & Pick<EnvSettings, 'rasterIsolation'>): {
  readonly memoryBudgetMib: number;
  readonly composeThreads: number;
  readonly rasterWorkers: number;
  readonly rasterIsolation: string;
} {
  const { budgetBytes, composeThreads, rasterWorkers } = memoryOf(settings);
  return {
    memoryBudgetMib: Math.floor(budgetBytes / (1024 * 1024)),
    composeThreads,
    rasterWorkers,
    rasterIsolation: settings.rasterIsolation,
  };
}

/** Whether anybody may use the admin API. */
export function isAdminOn(secrets: Pick<Secrets, 'adminToken'>, config: Setup['config']): boolean {
  const isOn = (secrets.adminToken ?? config.secrets.adminToken) !== null;
  return isOn || config.snapshot.adminTokens.length > 0;
}

/** Which proxies are trusted, in words. */
export function describeProxies(trust: TrustProxy): string {
  if (typeof trust === 'boolean') return trust ? 'all' : 'none';
  return typeof trust === 'number' ? `${trust} in front` : trust;
}

/** `127.0.0.1:9090`, `[::1]:9090`. */
export function describeAddress({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Folders of the operator in which there is nothing that could be used. */
export function emptyFolders(
  { screensDir, fontsDir }: Pick<EnvSettings, 'screensDir' | 'fontsDir'>,
  screens: ScreenFacts,
  book: FontBook,
): readonly string[] {
  const found: string[] = [];
  if (screensDir !== null && screens.found['local'] === 0)
    found.push(`SCREENS_DIR: there are no screens in ${screensDir}`);
  if (fontsDir !== null && !book.faces.some(({ origin }) => origin === 'custom')) {
    found.push(`FONTS_DIR: there are no fonts that can be used in ${fontsDir}`);
  }
  return found;
}
