/**
 * The params of a screen, by its metadata: labels, units, options, what is masked, what is folded away. Values are those that
 * were given; a param that is not given has its default.
 */
import type { ComponentChildren } from 'preact';
import type { ParamView } from '../api/types.ts';
import { Field } from './field.tsx';
import { ParamControl } from './param-control.tsx';

export type ParamValues = Readonly<Record<string, unknown>>;

interface ParamsFormProps {
  readonly params: readonly ParamView[];
  readonly values: ParamValues;
  /** The values as they are now; a param that is cleared is missing. */
  readonly onChange: (values: ParamValues) => void;
  /** What is wrong, by the name of the param. */
  readonly problems: ReadonlyMap<string, string>;
  /** What else there is to say, by the name of the param. */
  readonly notes?: ReadonlyMap<string, ComponentChildren>;
  readonly disabled?: boolean;
}

export function ParamsForm(props: ParamsFormProps) {
  const { params, values, problems, notes } = props;
  const shown = params.filter(({ hidden }) => !hidden);
  const [plain, advanced] = [
    shown.filter((param) => !param.advanced),
    shown.filter((param) => param.advanced),
  ];
  const unknown = Object.keys(values).filter((name) => !params.some((param) => param.name === name));
  // A problem must not hide in what is folded.
  const isOpen = advanced.some(({ name }) => problems.has(name) || notes?.has(name) === true);
  if (shown.length === 0 && unknown.length === 0) return <p class="muted">This screen takes no params.</p>;
  return (
    <div class="form params">
      {plain.map((param) => (
        <ParamField key={param.name} param={param} {...props} />
      ))}
      {advanced.length > 0 && (
        <details open={isOpen}>
          <summary>Advanced</summary>
          <div class="form">
            {advanced.map((param) => (
              <ParamField key={param.name} param={param} {...props} />
            ))}
          </div>
        </details>
      )}
      {unknown.map((name) => (
        <UnknownParam key={name} name={name} {...props} />
      ))}
    </div>
  );
}

function ParamField({
  param,
  values,
  onChange,
  problems,
  notes,
  disabled = false,
}: ParamsFormProps & { readonly param: ParamView }) {
  const { name, label, description, unit, required, default: fallback } = param;
  const set = (value: unknown): void => onChange(withValue(values, name, value));
  return (
    <Field
      label={
        <>
          {label ?? name}
          {required && <span class="muted"> (required)</span>}
        </>
      }
      // A choice names its default itself, in the words of its label.
      hint={hintOf(description, param.sensitive || param.options !== undefined ? null : fallback)}
      unit={unit}
      problem={problems.get(name)}
      note={notes?.get(name)}
    >
      {(control) => (
        <ParamControl
          param={param}
          value={values[name]}
          onChange={set}
          disabled={disabled}
          control={control}
        />
      )}
    </Field>
  );
}

/** Given, but not in the metadata: a screen may read what it does not declare. */
function UnknownParam({
  name,
  values,
  onChange,
  problems,
  notes,
  disabled = false,
}: ParamsFormProps & { readonly name: string }) {
  const value = values[name];
  return (
    <Field
      label={name}
      hint="Not declared by the screen. As JSON."
      problem={problems.get(name)}
      note={notes?.get(name)}
    >
      {(control) => (
        <input
          {...control}
          disabled={disabled}
          value={JSON.stringify(value)}
          onChange={(event) => onChange(withValue(values, name, readJson(event.currentTarget.value)))}
        />
      )}
    </Field>
  );
}

function hintOf(description: string | undefined, fallback: unknown): string | undefined {
  const value =
    fallback === null || fallback === ''
      ? ''
      : `Default: ${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}.`;
  const text = [description ?? '', value].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

/** A text that is no JSON is meant as a text; an empty one removes the param. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withValue(values: ParamValues, name: string, value: unknown): ParamValues {
  const { [name]: _, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}

/** The problems of a refused call that are about params, by the name of the param. */
export function paramProblems(
  problems: readonly { readonly field: string; readonly message: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    problems
      .filter(({ field }) => field.startsWith('params.'))
      .map(({ field, message }) => [field.slice('params.'.length), message]),
  );
}
