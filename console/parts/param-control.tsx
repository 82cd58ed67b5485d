/** The control of one param, by its type. */
import type { ParamView } from '../api/types.ts';
import type { ControlProps } from './field.tsx';

interface ParamControlProps {
  readonly param: ParamView;
  /** Undefined where it is not given. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly control: ControlProps;
}

export function ParamControl(props: ParamControlProps) {
  const { param } = props;
  if (param.options !== undefined && param.options.length > 0)
    return <Choice {...props} options={param.options} />;
  if (param.type === 'bool') return <YesNo {...props} />;
  if (param.type === 'int' || param.type === 'float') return <NumberInput {...props} />;
  return <TextInput {...props} />;
}

interface Option {
  readonly value: string | number | boolean;
  readonly label: string;
}

function Choice({
  value,
  onChange,
  disabled,
  control,
  param,
  options,
}: ParamControlProps & { readonly options: readonly Option[] }) {
  const chosen = options.findIndex((option) => option.value === value);
  const fallback = options.find((option) => option.value === param.default)?.label;
  return (
    <select
      {...control}
      disabled={disabled}
      value={chosen === -1 ? '' : String(chosen)}
      onChange={(event) => {
        const { value: text } = event.currentTarget;
        onChange(text === '' ? undefined : options[Number(text)]?.value);
      }}
    >
      <option value="">{fallback === undefined ? 'Not set' : `Default (${fallback})`}</option>
      {options.map(({ value: one, label }, index) => (
        <option key={String(one)} value={String(index)}>
          {label}
        </option>
      ))}
    </select>
  );
}

function YesNo({ value, onChange, disabled, control, param }: ParamControlProps) {
  const fallback = param.default === true ? 'yes' : 'no';
  return (
    <select
      {...control}
      disabled={disabled}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(event) => {
        const { value: text } = event.currentTarget;
        onChange(text === '' ? undefined : text === 'true');
      }}
    >
      <option value="">Default ({fallback})</option>
      <option value="true">Yes</option>
      <option value="false">No</option>
    </select>
  );
}

function NumberInput({ value, onChange, disabled, control, param }: ParamControlProps) {
  return (
    <input
      {...control}
      type="number"
      disabled={disabled}
      min={param.min}
      max={param.max}
      step={param.step ?? (param.type === 'int' ? 1 : 'any')}
      placeholder={param.default === null ? '' : String(param.default)}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onInput={(event) => {
        const { value: text, valueAsNumber } = event.currentTarget;
        // What is no number is sent as it is: the server says what is wrong with it.
        onChange(text === '' ? undefined : Number.isNaN(valueAsNumber) ? text : valueAsNumber);
      }}
    />
  );
}

function TextInput({ value, onChange, disabled, control, param }: ParamControlProps) {
  const text =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const take = (typed: string): void => onChange(typed === '' ? undefined : typed);
  const placeholder = typeof param.default === 'string' && !param.sensitive ? param.default : '';
  if (param.multiline) {
    return (
      <textarea
        {...control}
        rows={5}
        disabled={disabled}
        placeholder={placeholder}
        value={text}
        onInput={(event) => take(event.currentTarget.value)}
      />
    );
  }
  const shared = {
    ...control,
    disabled,
    placeholder,
    value: text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => take(event.currentTarget.value),
  };
  if (param.sensitive) return <input {...shared} type="password" autocomplete="new-password" />;
  return <input {...shared} type="text" autocomplete="off" />;
}
