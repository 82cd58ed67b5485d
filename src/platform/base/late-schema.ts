/** Schemas that are needed for the OpenAPI document alone: they are made with it, as zod takes longer to load than all that devices need. */
import type { z } from 'zod';

/** What schemas are made with. */
export type Zod = typeof z;

/** A schema of the document, which refers to it by its id. */
export class LateSchema<Made extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly #make: (zod: Zod) => Made;
  readonly #examples: readonly z.infer<Made>[];
  #made: z.ZodType | null = null;

  constructor(id: string, make: (zod: Zod) => Made, examples: readonly NoInfer<z.infer<Made>>[] = []) {
    this.id = id;
    this.#make = make;
    this.#examples = examples;
  }

  /** Make the schema, at the first call. */
  made(zod: Zod): z.ZodType {
    const examples = this.#examples.length === 0 ? {} : { examples: [...this.#examples] };
    this.#made ??= this.#make(zod).meta({ id: this.id, ...examples });
    return this.#made;
  }
}

/** A value that fits a schema. */
export type SchemaValue<Late> = Late extends LateSchema<infer Made> ? Readonly<z.infer<Made>> : never;

/** Refers to a schema of the document by its id. */
export function schemaRef(id: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${id}` };
}
