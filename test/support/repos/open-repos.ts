/** Screen repos with a config of the test's own, which it can replace. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { gitVariables } from '../../../src/config/env/env.ts';
import type { ParsedConfig } from '../../../src/config/read/parse.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import type { RepoInfo } from '../../../src/screens/repos/repo-info.ts';
import { REPO_LIMITS, type RepoLimits } from '../../../src/screens/repos/repo-limits.ts';
import type { CheckScreens } from '../../../src/screens/repos/safe-switch.ts';
import { type RepoSharing, ScreenRepos } from '../../../src/screens/repos/screen-repos.ts';
import { accepted } from '../config/read-config.ts';
import { tempTree } from '../files/temp-tree.ts';
import { GitRepo } from './git-repo.ts';

/** A screen in its flat shape. */
export function screen(name: string, script = 'return { data = {} }'): Record<string, string> {
  return { [`${name}.lua`]: script, [`${name}.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
}

export interface OpenOptions {
  readonly cacheDir?: string;
  readonly limits?: Partial<RepoLimits>;
  readonly check?: CheckScreens;
  readonly variables?: Readonly<Record<string, string>>;
  readonly lookup?: LookupAll;
  readonly allowPrivateNetwork?: boolean;
  readonly shared?: RepoSharing;
}

export interface OpenRepos {
  readonly repos: ScreenRepos;
  readonly cacheDir: string;
  /** Everything logged, as text. */
  readonly log: string[];
  /** Replace the config, as an edit through the admin API does. */
  configure(text: string): void;
  /** Wait until nothing is fetched for a handle. @returns what is said of it */
  settled(handle: string): Promise<RepoInfo>;
  /** Names in the folder that serves a handle. */
  roots(handle: string): readonly string[];
}

/** Take every screen for a good one. */
export const NO_CHECK: CheckScreens = async () => new Map();

/** Open the repos of a config and start them. */
export function openRepos(t: TestContext, config: string, options: OpenOptions = {}): OpenRepos {
  const cacheDir = options.cacheDir ?? path.join(tempTree(t), 'cache');
  const log: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString('utf8'));
      done();
    },
  });
  const current: { snapshot: ParsedConfig['snapshot']; secrets: ParsedConfig['secrets'] } = accepted(config);
  const repos = new ScreenRepos({
    cacheDir,
    config: current,
    variables: options.variables ?? gitVariables(),
    check: options.check ?? NO_CHECK,
    logger: createLogger('debug', destination),
    shared: options.shared ?? null,
    limits: { ...REPO_LIMITS, ...options.limits },
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    ...(options.allowPrivateNetwork === undefined
      ? {}
      : { allowPrivateNetwork: options.allowPrivateNetwork }),
  });
  repos.start();
  t.after(() => repos.stop());
  return {
    repos,
    cacheDir,
    log,
    configure: (text) => {
      Object.assign(current, accepted(text));
      repos.followConfig();
    },
    settled: async (handle) => {
      await repos.settled(handle);
      const info = repos.info(handle);
      assert.ok(info);
      return info;
    },
    roots: (handle) => repos.sources().get(handle)?.roots ?? [],
  };
}

/** A new repository in a folder of its own that servers can be given. */
export function tempRepo(t: TestContext, name = 'screens.git'): GitRepo {
  return new GitRepo(path.join(tempTree(t), name));
}

/** Text of a config with one repo under the handle `garden`. */
export function garden(repo: string, more: Readonly<Record<string, string>> = {}, rest = ''): string {
  const lines = Object.entries({ repo, ...more }).map(
    ([key, value]) => `    ${key}: ${JSON.stringify(value)}\n`,
  );
  return `screen_repos:\n  garden:\n${lines.join('')}${rest}`;
}
