/** A screen repo: which commit serves, how the last fetch went, and what can be done. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { ScreenRepoView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import { Tag, type Tone } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import { AcceptDialog, RemoveDialog } from './repo-confirm.tsx';
import { RepoDialog } from './repo-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

const STATES: Readonly<Record<ScreenRepoView['status'], readonly [string, Tone, string]>> = {
  ready: ['Ready', 'good', 'The last fetch succeeded.'],
  fetching: ['Fetching', 'notice', 'A fetch runs or waits; the commit before is served meanwhile.'],
  offline: ['Offline', 'warning', 'The last fetch brought nothing, and an earlier commit is served.'],
  error: ['Error', 'bad', 'There is nothing to serve: devices get an error screen.'],
};

interface RepoProps {
  readonly repo: ScreenRepoView;
  readonly onChange: () => void;
}

export function RepoState({ repo, onChange }: RepoProps) {
  const [text, tone, why] = STATES[repo.status];
  const { error, problems, pin, pin_kind: kind, resolved_sha: sha, last_fetched: fetched } = repo;
  return (
    <div class="repo card">
      <p class="repo-line">
        <Tag tone={tone} title={why}>
          {text}
        </Tag>
        <RepoUrl url={repo.repo ?? ''} />
      </p>
      <Facts>
        <Fact name="Pin">
          {pin === null ? 'default branch' : <code>{pin}</code>}
          {pin === null || kind === null || kind === 'sha' ? '' : ` (${kind})`}
        </Fact>
        <Fact name="Commit">{sha === null ? 'none' : <code title={sha}>{sha.slice(0, 12)}</code>}</Fact>
        <Fact name="Fetched">{fetched === null ? 'never' : <TimeAgo at={fetched} />}</Fact>
        {repo.token_set && <Fact name="Token">set</Fact>}
        {repo.webhook_set && <Fact name="Webhook">set</Fact>}
      </Facts>
      {error !== null && (
        <p class="notice warning" role="status">
          {error}
        </p>
      )}
      {problems !== null && problems.length > 0 && <Problems problems={problems} />}
      <Actions repo={repo} onChange={onChange} />
    </div>
  );
}

/** An address that somebody typed: a link only where it is plain https. */
function RepoUrl({ url }: { readonly url: string }) {
  const isWeb = URL.canParse(url) && url.startsWith('https://');
  if (!isWeb) return <code class="url">{url}</code>;
  return (
    <a class="url" href={new URL(url).href} rel="noreferrer noopener" target="_blank">
      {url}
    </a>
  );
}

function Problems({ problems }: { readonly problems: NonNullable<ScreenRepoView['problems']> }) {
  return (
    <details class="repo-problems" open={problems.some(({ used }) => used)}>
      <summary>What is wrong with the commit that serves ({problems.length})</summary>
      <ul>
        {problems.map(({ screen, problem, used }) => (
          <li key={`${screen} ${problem}`}>
            {used && <Tag tone="bad">In use</Tag>} {screen !== null && <code>{screen}</code>} {problem}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Opened = 'change' | 'accept' | 'rollBack' | 'remove';

function Actions({ repo, onChange }: RepoProps) {
  const opened = useSignal<Opened | null>(null);
  if (!mayDo('author')) return null;
  const open = (dialog: Opened) => () => {
    opened.value = dialog;
  };
  const shared = {
    repo,
    onClose: () => {
      opened.value = null;
    },
    onDone: onChange,
  };
  const isHeldBack = repo.status === 'offline' && (repo.error ?? '').includes('is not taken');
  return (
    <div class="actions">
      <Button disabled={repo.status === 'fetching'} onPress={() => update(repo.handle, onChange)}>
        Update now
      </Button>
      {mayDo('admin') && (
        <>
          {isHeldBack && (
            <Button kind="danger" onPress={open('accept')}>
              Accept the new commit…
            </Button>
          )}
          <Button onPress={open('rollBack')}>Roll back…</Button>
          <Button onPress={open('change')}>Change…</Button>
          <Button kind="danger" onPress={open('remove')}>
            Remove…
          </Button>
        </>
      )}
      {opened.value === 'change' && <RepoDialog {...shared} />}
      {opened.value === 'accept' && <AcceptDialog {...shared} />}
      {opened.value === 'rollBack' && <RollBackDialog {...shared} />}
      {opened.value === 'remove' && <RemoveDialog {...shared} />}
    </div>
  );
}

async function update(handle: string, onChange: () => void): Promise<void> {
  try {
    await callAdmin(`/screen-repos/${encodeURIComponent(handle)}/update`, { method: 'POST' });
    say(`${handle} is being fetched.`);
    onChange();
  } catch (cause) {
    sayError(cause);
  }
}
