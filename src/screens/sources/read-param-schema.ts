/** Reads the `params` of a metadata file: one field definition for each param, in the order of the file. */
import {
  checkDefault,
  PARAM_TYPES,
  type ParamField,
  type ParamOption,
  type ParamSchema,
} from '../../domain/params.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import {
  describeNode,
  toPlain,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from '../../platform/yaml/node.ts';

/** Keys of a field definition. */
export const PARAM_KEYS = [
  'type',
  'required',
  'default',
  'label',
  'description',
  'min',
  'max',
  'step',
  'unit',
  'mode',
  'options',
  'sensitive',
  'multiline',
  'hidden',
  'advanced',
] as const;

const OPTION_KEYS = ['value', 'label'] as const;

type FieldReader = MapReader<(typeof PARAM_KEYS)[number]>;

/** The fields in the order of the file; an invalid field is left out, and the problem noted. */
export function readParamSchema(params: YamlMap, findings: Findings): ParamSchema {
  return params.entries.flatMap((entry) => readField(entry, findings) ?? []);
}

function readField(entry: YamlEntry, findings: Findings): ParamField | undefined {
  const path = `params.${entry.key}`;
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader: FieldReader = new MapReader(map, { path, keys: PARAM_KEYS, findings, strictness: 'refuse' });
  const type = reader.choice('type', PARAM_TYPES);
  if (type === undefined) {
    if (!reader.has('type')) findings.problem(entry, `${path}: expected a \`type\`, got none`);
    return undefined;
  }
  const field: ParamField = {
    name: entry.key,
    type,
    required: reader.boolean('required') ?? false,
    ...readTexts(reader),
    ...readNumbers(reader),
    ...(type === 'enum' ? { options: readOptions(reader) } : {}),
    sensitive: reader.boolean('sensitive') ?? false,
    multiline: reader.boolean('multiline') ?? false,
    hidden: reader.boolean('hidden') ?? false,
    advanced: reader.boolean('advanced') ?? false,
  };
  return withDefault(field, reader);
}

function readTexts(reader: FieldReader): Pick<ParamField, 'label' | 'description' | 'unit' | 'mode'> {
  const texts: { -readonly [Key in 'label' | 'description' | 'unit' | 'mode']?: string } = {};
  for (const key of ['label', 'description', 'unit', 'mode'] as const) {
    const text = reader.text(key);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

function readNumbers(reader: FieldReader): Pick<ParamField, 'min' | 'max' | 'step'> {
  const numbers: { -readonly [Key in 'min' | 'max' | 'step']?: number } = {};
  for (const key of ['min', 'max', 'step'] as const) {
    const value = reader.number(key);
    if (value !== undefined) numbers[key] = value;
  }
  const { min, max } = numbers;
  if (min !== undefined && max !== undefined && min > max) {
    reader.findings.problem(reader.positionOf('min'), `${reader.path}: min (${min}) is above max (${max})`);
  }
  return numbers;
}

function readOptions(reader: FieldReader): readonly ParamOption[] {
  const node = reader.node('options');
  if (node?.kind === 'list' && node.items.length > 0) {
    return node.items.flatMap((item) => readOption(item, reader) ?? []);
  }
  const got = node === undefined ? 'none' : describeNode(node);
  reader.findings.problem(
    reader.positionOf('options'),
    `${reader.path}: expected a list of \`options\` for an enum, got ${got}`,
  );
  return [];
}

/** A plain value is its own label. */
function readOption(node: YamlNode, field: FieldReader): ParamOption | undefined {
  if (node.kind === 'scalar' && node.value !== null) return { value: node.value, label: String(node.value) };
  if (node.kind === 'map') {
    const { findings, path } = field;
    const keys = OPTION_KEYS;
    const reader = new MapReader(node, { path: `${path}.options`, keys, findings, strictness: 'refuse' });
    const value = reader.node('value');
    if (value?.kind === 'scalar' && value.value !== null) {
      return { value: value.value, label: reader.text('label') ?? String(value.value) };
    }
  }
  return field.reject('options', node, 'a value, or a map with `value` and `label`');
}

function withDefault(field: ParamField, reader: FieldReader): ParamField {
  const node = reader.node('default');
  if (node === undefined) {
    const hint = reader.has('default') ? reader.findings.colourHint(reader.positionOf('default').line) : '';
    if (hint !== '')
      reader.findings.warn(reader.positionOf('default'), `${reader.path}.default has no value${hint}`);
    return field;
  }
  const complete = { ...field, default: toPlain(node) };
  const expected = checkDefault(complete);
  return expected === null ? complete : (reader.reject('default', node, expected) ?? field);
}
