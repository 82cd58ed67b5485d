/** What another text would change, without secrets. */
import type { TextOp } from '../../config/texts/text-op.ts';
import { Concealer } from './concealer.ts';
import { type ConfigChanges, describeDifference, NO_CHANGES } from './config-changes.ts';
import type { SecretSchemas } from './text-ops.ts';

/**
 * The difference of two good configs.
 * @param schemas  of the screens that both name
 * @param most     changes that are described
 */
export const differenceOfTexts: TextOp<
  { readonly before: string; readonly text: string; readonly schemas: SecretSchemas; readonly most: number },
  Pick<ConfigChanges, 'changes' | 'more'>
> = {
  name: 'difference',
  run: (session, { before, text, schemas, most }) => {
    const [old, made] = [session.parse(before), session.parse(text)];
    if (!old.ok || !made.ok) return NO_CHANGES;
    const [from, to] = [session.loaded(old.value).plain, session.loaded(made.value).plain];
    const concealer = new Concealer((screen) => schemas.get(screen) ?? null);
    const { changes, more } = describeDifference(from, to, concealer, most);
    return { changes, more };
  },
};
