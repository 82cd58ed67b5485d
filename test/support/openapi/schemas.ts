/** Judges values by the schemas of the OpenAPI document, formats included. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DOCUMENT, type JsonSchema } from './document.ts';

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDay(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** Each format that the document uses; one that is not here fails the schema that has it. */
const FORMATS = {
  date: isDay,
  'date-time': (text: string) => {
    const [day, time] = [text.slice(0, 10), text.slice(10)];
    return DATE.test(day) && !Number.isNaN(Date.parse(day)) && isDay(day) && TIME.test(time);
  },
  uri: (text: string) => URL.canParse(text),
  binary: true,
} as const;

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
ajv.addKeyword('components');
ajv.addSchema({ $id: 'https://stipple.example/document', components: DOCUMENT.components });

const made = new WeakMap<JsonSchema, ValidateFunction>();

function validator(schema: JsonSchema): ValidateFunction {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(absolute(schema) as JsonSchema);
  made.set(schema, validate);
  return validate;
}

/** References lead into the document, wherever the schema stands. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === '$ref' ? [name, `https://stipple.example/document${inner}`] : [name, absolute(inner)],
    ),
  );
}

/** Why a value does not fit a schema; null where it does. */
export function misfit(schema: JsonSchema, value: unknown): string | null {
  const validate = validator(schema);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** True for a text of an address or a header that fits a schema in one of the ways in which it can be read. */
export function textFits(schema: JsonSchema, text: string): boolean {
  const isWhole = schema.type === 'integer';
  return readings(text).some((value) => {
    // JSON has 1.0 and 1e1 as integers. As texts they are none.
    if (isWhole && typeof value === 'number' && !/^-?\d+$/.test(text)) return false;
    return misfit(schema, value) === null;
  });
}

function readings(text: string): readonly unknown[] {
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  const isFlag = /^(?:true|false)$/i.test(text);
  return [text, ...(isNumber ? [Number(text)] : []), ...(isFlag ? [text.toLowerCase() === 'true'] : [])];
}
