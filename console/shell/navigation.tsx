/** The pages to choose from, and at the end who is signed in. */
import { type SignedIn, signOut } from '../api/session.ts';
import { liveState } from '../api/stream.ts';
import { Button } from '../parts/button.tsx';
import { Link } from '../parts/link.tsx';
import { chooseScheme, SCHEMES, scheme } from '../parts/scheme.ts';
import { sayError } from '../parts/toasts.tsx';
import { PAGES } from './page-list.ts';
import { currentPage } from './page-outlet.tsx';

const LIVE_TEXTS = {
  connecting: ['Connecting', 'Waiting for the stream of events.'],
  live: ['Live', 'Changes appear as they happen.'],
  polling: ['Every 15 s', 'There is no stream of events now; the page asks again every 15 seconds.'],
} as const;

export function Navigation({ who }: { readonly who: SignedIn }) {
  const current = currentPage();
  const [live, why] = LIVE_TEXTS[liveState.value];
  const pages = PAGES.filter(
    ({ inNavigation, inLocalMode }) => inNavigation && (who.mode === 'server' || inLocalMode),
  );
  return (
    <header class="navigation">
      <Link to="/" class="brand">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {DOTS.map(([x, y, r]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
          ))}
        </svg>
        Stipple
      </Link>
      <nav aria-label="Pages">
        {pages.map((page) => (
          <Link key={page.name} to={`/${page.name}`} current={page === current}>
            {page.title}
          </Link>
        ))}
      </nav>
      <div class="who">
        <span class={`live ${liveState.value}`} title={why}>
          {live}
        </span>
        <select
          aria-label="Colours"
          value={scheme.value}
          onChange={(event) =>
            chooseScheme(SCHEMES.find((one) => one === event.currentTarget.value) ?? 'system')
          }
        >
          <option value="system">System colours</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
        {who.mode === 'server' && (
          <span class="name">
            {who.name}
            {who.name !== who.role && <span class="muted"> · {who.role}</span>}
          </span>
        )}
        {who.mode === 'server' && (
          <Button kind="quiet" onPress={() => signOut().catch(sayError)}>
            Sign out
          </Button>
        )}
        <span class="muted version">{who.version}</span>
      </div>
    </header>
  );
}

/** A grey that grows darker: what the server does. */
const DOTS = [3, 8, 13].flatMap((y, row) =>
  [3, 8, 13].map((x, column) => [x, y, 0.6 + (row + column) * 0.4] as const),
);
