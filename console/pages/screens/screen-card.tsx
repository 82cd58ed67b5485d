/** One screen: what it looks like, what it takes, who shows it. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { mayDo } from '../../api/session.ts';
import type { ScreenView } from '../../api/types.ts';
import { Link } from '../../parts/link.tsx';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { countText } from '../../parts/time-text.ts';
import { type Glimpse, glimpseOf } from './glimpses.ts';

interface ScreenCardProps {
  readonly screen: ScreenView;
  /** What the check of the commit that serves says of it. */
  readonly problem: string | null;
}

export function ScreenCard({ screen, problem }: ScreenCardProps) {
  const { ref, title, description, compat_warning: warning } = screen;
  const card = useRef<HTMLLIElement>(null);
  const glimpse = useSignal<Glimpse | null>(null);
  useEffect(() => whenSeen(card.current, ref, (seen) => (glimpse.value = seen)), [ref]);
  const seen = glimpse.value;
  return (
    <li ref={card} class="screen-card card" data-ref={ref}>
      {mayDo('author') && (
        <PanelPicture
          src={seen?.src ?? null}
          alt={`${title} on a panel of 800 × 480`}
          width={seen?.width ?? null}
          height={seen?.height ?? null}
          missing={seen === null ? 'Drawing…' : (seen.failure ?? 'No picture')}
        />
      )}
      <h3>{title}</h3>
      <p>
        <code class="ref">{ref}</code>
      </p>
      {description !== '' && <p>{description}</p>}
      {warning !== null && <p class="notice warning">{warning}</p>}
      {problem !== null && <p class="notice bad">{problem}</p>}
      {problem === null && seen?.failure != null && <p class="notice warning">{seen.failure}</p>}
      {seen !== null && seen.warnings > 0 && (
        <p class="muted">{countText(seen.warnings, 'warning')} when it is drawn: see the studio.</p>
      )}
      <Params screen={screen} />
      <p class="doors">
        {mayDo('author') && (
          <Link to={`/studio/${ref.split('/').map(encodeURIComponent).join('/')}`}>
            Open <span class="hidden-text">{title}</span> in studio
          </Link>
        )}
        {seen?.devices != null && (
          <Link to={`/?screen=${encodeURIComponent(ref)}`}>{countText(seen.devices, 'device')}</Link>
        )}
      </p>
    </li>
  );
}

function Params({ screen }: { readonly screen: ScreenView }) {
  const shown = screen.params.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return null;
  return (
    <details class="takes">
      <summary>{countText(shown.length, 'param')}</summary>
      <ul>
        {shown.map(({ name, type, label, unit, required, description }) => (
          <li key={name}>
            <code>{name}</code> <span class="muted">{type}</span> {label ?? ''}
            {unit === undefined ? '' : `, ${unit}`}
            {required ? ' (required)' : ''}
            {description === undefined ? '' : `: ${description}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Look at a screen once it comes into sight. Returns what ends that. */
function whenSeen(
  element: Element | null,
  ref: string,
  onSeen: (glimpse: Glimpse) => void,
): (() => void) | undefined {
  if (element === null) return undefined;
  const controller = new AbortController();
  let src: string | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void glimpseOf(ref, controller.signal).then((glimpse) => {
        src = glimpse?.src ?? null;
        if (glimpse !== null) onSeen(glimpse);
      });
    },
    { rootMargin: '150px' },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    controller.abort();
    if (src !== null) URL.revokeObjectURL(src);
  };
}
