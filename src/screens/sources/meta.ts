/** Reads `meta.yaml`: the description of a screen, and its params. */

import type { ParamSchema } from '../../domain/params.ts';
import { TEXT_MODES, type TextMode } from '../../domain/text-mode.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Result } from '../../platform/base/result.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlMap, YamlProblem } from '../../platform/yaml/node.ts';
import { readYamlMap } from '../../platform/yaml/read-map.ts';
import { TEXT_LIMITS } from '../../platform/yaml/text-limits.ts';
import { META_NODES } from './manifest.ts';
import { readParamSchema } from './read-param-schema.ts';

/** Keys of a metadata file. */
export const META_KEYS = ['title', 'description', 'service', 'refresh', 'text', 'params'] as const;

export interface ScreenMeta {
  readonly title: string | null;
  readonly description: string | null;
  /** The engine version that the screen was made for, as written. */
  readonly service: string | null;
  readonly defaultRefreshSeconds: number | null;
  /** What draws the text, when nothing else decides. */
  readonly text: TextMode | null;
  readonly params: ParamSchema;
  /** Such as unknown keys; the screen works nevertheless. */
  readonly warnings: readonly YamlProblem[];
}

/** The metadata of a screen without a metadata file. */
export const NO_META: ScreenMeta = {
  title: null,
  description: null,
  service: null,
  defaultRefreshSeconds: null,
  text: null,
  params: [],
  warnings: [],
};

/** Read the text of a metadata file. All problems are returned at once. */
export function parseMeta(text: string): Result<ScreenMeta, readonly YamlProblem[]> {
  const options = {
    maxNodes: META_NODES,
    maxTokens: TEXT_LIMITS.metaTokens,
    expected: 'a map such as `title: ...`',
    empty: NO_META,
  };
  return readYamlMap(text, options, readMeta);
}

function readMeta(root: YamlMap, findings: Findings): ScreenMeta {
  const reader = new MapReader(root, { path: '', keys: META_KEYS, findings, strictness: 'refuse' });
  const params = reader.map('params');
  const refresh = reader.integer('refresh', 0, LIMITS.refreshMaxSeconds) ?? 0;
  return {
    title: reader.text('title') ?? null,
    description: reader.text('description') ?? null,
    service: reader.text('service') ?? null,
    defaultRefreshSeconds: refresh > 0 ? refresh : null,
    text: reader.choice('text', TEXT_MODES) ?? null,
    params: params === undefined ? [] : readParamSchema(params, findings),
    warnings: findings.allWarnings,
  };
}
