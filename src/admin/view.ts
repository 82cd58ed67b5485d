/** What the admin API answers is described once, by a schema: the type of the answer and the OpenAPI document come from it. */
import { z } from 'zod';

/** An answer that fits a schema. */
export type View<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** A moment as an answer gives it. */
export const timeSchema = z.string().describe('RFC 3339').meta({ format: 'date-time' });

/** The text of a moment in ms since 1970. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** The answer of a call that has nothing to tell. */
export const doneSchema = z.object({ ok: z.literal(true) }).meta({ id: 'Done', examples: [{ ok: true }] });

export type Done = View<typeof doneSchema>;

export const DONE: Done = { ok: true };

/** Refers to a schema by the id in its metadata; to the items of a list that has none. */
export function refOfSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined && schema instanceof z.ZodArray) {
    return { type: 'array', items: refOfSchema(schema.element as z.ZodType) };
  }
  return { $ref: `#/components/schemas/${id}` };
}
