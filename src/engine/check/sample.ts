/** Reads the sample of a screen: the input that a check gives its script instead of a device and the network. */
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { MapReader } from '../../platform/yaml/map-reader.ts';
import {
  describeNode,
  toPlain,
  type YamlMap,
  type YamlNode,
  type YamlProblem,
} from '../../platform/yaml/node.ts';
import { readYamlMap } from '../../platform/yaml/read-map.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { metaFileOf } from '../../screens/sources/screen.ts';

/** The answer to requests that match method and URL. */
export interface SampleAnswer {
  /** Upper case; null for any. */
  readonly method: string | null;
  /** The beginning of the request's URL. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or the name of a file with it, in the folder of the screen. */
  readonly body: { readonly text: string } | { readonly file: string };
}

export interface ScreenSample {
  /** Override the defaults of the metadata. */
  readonly params: PlainObject;
  /** Overrides facts of the invented device. */
  readonly device: PlainObject;
  /** In the order in which they are matched. */
  readonly http: readonly SampleAnswer[];
  /** Replaces the result of the script, which is then not run. Undefined runs it. */
  readonly data: PlainValue | undefined;
  readonly warnings: readonly YamlProblem[];
}

const KEYS = ['params', 'device', 'http', 'data'] as const;
const ANSWER_KEYS = ['url', 'method', 'status', 'headers', 'body', 'json', 'file'] as const;

const NO_SAMPLE: ScreenSample = { params: {}, device: {}, http: [], data: undefined, warnings: [] };

/** A sample and its file. */
interface LoadedSample {
  /** Null when the screen has none. */
  readonly file: string | null;
  readonly sample: ScreenSample;
}

/** Why a sample cannot be used: its file, and the problems in it. */
interface SampleFailure {
  readonly file: string;
  readonly problems: readonly YamlProblem[];
}

/** Where the sample of a screen belongs: `sample.yaml`, or `<name>.sample.yaml` for a flat pair. */
export function sampleFileOf(scriptFile: string): string {
  return metaFileOf(scriptFile).replace(/meta\.yaml$/, 'sample.yaml');
}

/** Read `sample.yaml` beside `script.lua`, or `<name>.sample.yaml` beside `<name>.lua`; `.json` works as well. */
export function loadSample(
  roots: readonly string[],
  scriptFile: string,
): Result<LoadedSample, SampleFailure> {
  const yamlFile = sampleFileOf(scriptFile);
  for (const file of [yamlFile, yamlFile.replace(/yaml$/, 'json')]) {
    const read = readScreenFile(roots, file, LIMITS.sourceFileBytes);
    if (!read.ok && read.error.code === 'asset_missing') continue;
    const parsed: Result<ScreenSample, readonly YamlProblem[]> = read.ok
      ? parseSample(read.value.bytes.toString('utf8'))
      : err([{ line: 1, column: 1, message: read.error.message }]);
    return parsed.ok ? ok({ file, sample: parsed.value }) : err({ file, problems: parsed.error });
  }
  return ok({ file: null, sample: NO_SAMPLE });
}

/** Read the text of a sample. JSON is also YAML. All problems are returned at once. */
export function parseSample(text: string): Result<ScreenSample, readonly YamlProblem[]> {
  const options = { maxNodes: LIMITS.scriptResultNodes, expected: `a map with ${KEYS.join(', ')}` };
  return readYamlMap(text, options, readSample);
}

function readSample(root: YamlMap, findings: Findings): ScreenSample {
  const reader = new MapReader(root, { path: '', keys: KEYS, findings, strictness: 'refuse' });
  const data = reader.node('data');
  return {
    params: reader.plain('params'),
    device: reader.plain('device'),
    http: readAnswers(reader.node('http'), findings),
    data: data === undefined ? undefined : toPlain(data),
    warnings: findings.allWarnings,
  };
}

function readAnswers(node: YamlNode | undefined, findings: Findings): SampleAnswer[] {
  if (node === undefined) return [];
  if (node.kind !== 'list') {
    findings.problem(node, `http: expected a list of answers, got ${describeNode(node)}`);
    return [];
  }
  return node.items.flatMap((item, index) => readAnswer(item, `http[${index}]`, findings) ?? []);
}

function readAnswer(node: YamlNode, path: string, findings: Findings): SampleAnswer | undefined {
  if (node.kind !== 'map') {
    findings.problem(node, `${path}: expected a map with \`url\`, got ${describeNode(node)}`);
    return undefined;
  }
  const reader = new MapReader(node, { path, keys: ANSWER_KEYS, findings, strictness: 'refuse' });
  const url = reader.text('url');
  if (url === undefined) {
    if (!reader.has('url')) findings.problem(node, `${path}: expected a \`url\`, got none`);
    return undefined;
  }
  const bodies = (['body', 'json', 'file'] as const).filter((key) => reader.has(key));
  if (bodies.length > 1) findings.problem(node, `${path}: expected one of ${bodies.join(', ')}, got all`);
  const json = reader.node('json');
  const headers = reader.map('headers');
  return {
    url,
    method: reader.text('method')?.toUpperCase() ?? null,
    status: reader.integer('status', 100, 599) ?? 200,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        headers?.entries.map(({ key, value }) => [key.toLowerCase(), String(toPlain(value))]) ?? [],
      ),
    },
    body: bodyOf(reader, json),
  };
}

function bodyOf(
  reader: MapReader<(typeof ANSWER_KEYS)[number]>,
  json: YamlNode | undefined,
): SampleAnswer['body'] {
  if (json !== undefined) return { text: JSON.stringify(toPlain(json)) };
  const file = reader.text('file');
  if (file !== undefined) return { file };
  const body = reader.node('body');
  if (body === undefined) return { text: '' };
  // Not trimmed, unlike other texts: white space may matter to the script.
  return { text: body.kind === 'scalar' ? String(body.value) : JSON.stringify(toPlain(body)) };
}
