/** A short word in a frame: a state, a tag, a role. */
import type { ComponentChildren } from 'preact';

/** The colour of a tag; its text says the same. */
export type Tone = 'neutral' | 'good' | 'notice' | 'warning' | 'bad';

export function Tag({
  tone = 'neutral',
  title,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`tag ${tone}`} title={title}>
      {children}
    </span>
  );
}
