/** Values of facts as texts that are equal exactly where the values are. */
import type { PlainValue } from '../../platform/base/plain.ts';

/** A text for a value; undefined stands for a field that is not there. Equal maps in another order count as others. */
export function valueKey(value: PlainValue | undefined): string {
  switch (typeof value) {
    case 'undefined':
      return 'absent';
    case 'string':
      return `"${value}`;
    case 'number':
      return numberKey(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return JSON.stringify(value, unusualNumbers);
  }
}

/** JSON knows neither these numbers nor the sign of zero, and a script can tell them apart. */
function unusualNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { number: numberKey(value) };
}

function numberKey(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
