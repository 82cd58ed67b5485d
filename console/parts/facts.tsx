/** Short facts, each with its name: side by side where there is room. */
import type { ComponentChildren } from 'preact';

export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="fact-list">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
