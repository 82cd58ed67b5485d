/** What stands where nothing is: why, and what to do next. */
import type { ComponentChildren } from 'preact';

export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
