/** Reads `service-screens.yaml`: the description of a screen repo, and the folder of its screens. */
import type { Result } from '../../platform/base/result.ts';
import { trimEndOf } from '../../platform/base/trim.ts';
import { isHiddenPath } from '../../platform/files/paths.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlMap, YamlProblem } from '../../platform/yaml/node.ts';
import { readYamlMap } from '../../platform/yaml/read-map.ts';
import { TEXT_LIMITS } from '../../platform/yaml/text-limits.ts';
import { isSafeRelativePath } from './files.ts';

/** Nodes in the metadata of one screen, which is read on the main thread. */
export const META_NODES = 10_000;

/** Name of the file, at the top of a repo. */
export const MANIFEST_FILE = 'service-screens.yaml';

/** Keys of a manifest. */
const MANIFEST_KEYS = ['name', 'description', 'author', 'license', 'root'] as const;

export interface Manifest {
  readonly name: string | null;
  readonly description: string | null;
  readonly author: string | null;
  readonly license: string | null;
  /** Folder of the screens, relative to the repo, without a final slash; `''` for the repo itself. */
  readonly root: string;
  /** Such as unknown keys; the repo works nevertheless. */
  readonly warnings: readonly YamlProblem[];
}

/** The manifest of a repo without a manifest file. */
export const NO_MANIFEST: Manifest = {
  name: null,
  description: null,
  author: null,
  license: null,
  root: '',
  warnings: [],
};

/** Read the text of a manifest. All problems are returned at once. */
export function parseManifest(text: string): Result<Manifest, readonly YamlProblem[]> {
  const options = {
    maxNodes: META_NODES,
    maxTokens: TEXT_LIMITS.metaTokens,
    expected: 'a map such as `name: ...`',
    empty: NO_MANIFEST,
  };
  return readYamlMap(text, options, readManifest);
}

function readManifest(root: YamlMap, findings: Findings): Manifest {
  const reader = new MapReader(root, { path: '', keys: MANIFEST_KEYS, findings, strictness: 'refuse' });
  return {
    name: reader.text('name') ?? null,
    description: reader.text('description') ?? null,
    author: reader.text('author') ?? null,
    license: reader.text('license') ?? null,
    root: readRoot(reader),
    warnings: findings.allWarnings,
  };
}

function readRoot(reader: MapReader<(typeof MANIFEST_KEYS)[number]>): string {
  const written = reader.text('root');
  const node = reader.node('root');
  if (written === undefined || node === undefined) return '';
  const root = trimEndOf(written.replace(/^(?:\.\/)+/, ''), '/');
  if (root === '' || root === '.') return '';
  if (isSafeRelativePath(root) && !isHiddenPath(root)) return root;
  reader.reject('root', node, 'a folder inside the repo, without ".." and names that begin with "."');
  return '';
}
