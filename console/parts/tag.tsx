/** A short word in a frame: a state, a tag, a role. */
import type { ComponentChildren } from 'preact';
import { Link } from './link.tsx';

/** The colour of a tag; its text says the same. */
export type Tone = 'neutral' | 'good' | 'notice' | 'warning' | 'bad';

/** A tag that leads somewhere, such as to all devices that have it. */
export function TagLink({
  to,
  title,
  tone = 'neutral',
  children,
}: {
  readonly to: string;
  readonly title: string;
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) {
  return (
    <Link to={to} class={`tag ${tone}`} title={title}>
      {children}
    </Link>
  );
}

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
