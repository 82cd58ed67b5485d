/** Checks manifests against the types of Kubernetes' own API: unknown fields, values of another kind, missing ones. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';

const require = createRequire(import.meta.url);
const TYPES = path.dirname(require.resolve('kubernetes-types/package.json'));
const COMPILER = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');

export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Folder of the types of an API: `networking.k8s.io/v1` is in `networking/v1`, `v1` in `core/v1`. */
function typesOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
}

/** Compile objects as literals of their types. @returns what the compiler says; empty when nothing is wrong */
export function typeProblems(t: TestContext, objects: readonly ApiObject[]): string {
  const lines = objects.flatMap(({ apiVersion, kind }, index) => {
    const file = path.join(TYPES, `${typesOf(apiVersion)}.d.ts`);
    return [
      `import type { ${kind} as Type${index} } from ${JSON.stringify(file)};`,
      `export const object${index}: Type${index} = ${JSON.stringify(objects[index], null, 1)};`,
    ];
  });
  const cwd = tempTree(t);
  writeFileSync(path.join(cwd, 'manifests.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
  const done = spawnSync(process.execPath, [COMPILER, ...options, 'manifests.ts'], { cwd, encoding: 'utf8' });
  return done.status === 0 ? '' : `${done.stdout}${done.stderr}`;
}
