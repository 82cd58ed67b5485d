/** Compiles assignments to names. */
import type { Frame } from '../run/frame.ts';
import type { Value } from '../values.ts';
import type { UnitBuilder } from './unit.ts';

/** Sets a name to a value. */
export type Assign = (frame: Frame, value: Value) => void;

/**
 * Compile an assignment: outside of loops, blocks and macros the name belongs to the template, inside to the innermost.
 * @param global  the name belongs to the template in any case
 */
export function compileAssign(name: string, global: boolean, unit: UnitBuilder): Assign {
  if (global || unit.isTopLevel) {
    unit.file.names.add(name);
    return (frame, value) => frame.context.set(name, value);
  }
  const slot = unit.declare(name, false);
  return (frame, value) => {
    frame.vars[slot] = value;
  };
}
