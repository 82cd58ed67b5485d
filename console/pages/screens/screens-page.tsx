/** All screens that there are, where they come from, and what they look like. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { Assignable, ScreenRepoView, SourceView } from '../../api/types.ts';
import { useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { countText } from '../../parts/time-text.ts';
import { say, sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { FetchInterval } from './fetch-interval.tsx';
import { RepoDialog } from './repo-dialog.tsx';
import { RepoState } from './repo-state.tsx';
import { ScreenCard } from './screen-card.tsx';
import { noteCommits } from './seen-commits.ts';

/** No event tells when the check of a new commit has ended. */
const CHECK_MS = 2_000;

export function ScreensPage() {
  const screens = useAssignable();
  const repos = useLoad(loadRepos, [], { topics: ['repo', 'config'] });
  const isAdding = useSignal(false);
  const isChecking = (repos.value.value ?? []).some(
    ({ problems, resolved_sha: sha }) => problems === null && sha !== null,
  );
  useEffect(() => {
    if (!isChecking) return;
    const timer = window.setInterval(() => void repos.reload(), CHECK_MS);
    return () => window.clearInterval(timer);
  }, [isChecking]);
  const hasRepos = (repos.value.value ?? []).some(({ repo }) => repo !== null);
  return (
    <div class="screens">
      <div class="page-head">
        <h1>Screens</h1>
        <div class="actions">
          {mayDo('author') && hasRepos && (
            <Button
              title="Also those that are pinned to a commit"
              onPress={() => updateAll().catch(sayError)}
            >
              Fetch all repos
            </Button>
          )}
          {mayDo('admin') && (
            <Button
              kind="primary"
              onPress={() => {
                isAdding.value = true;
              }}
            >
              Add a repo…
            </Button>
          )}
        </div>
      </div>
      {isAdding.value && (
        <RepoDialog
          repo={null}
          onClose={() => {
            isAdding.value = false;
          }}
          onDone={() => void repos.reload()}
        />
      )}
      {hasRepos && <FetchInterval />}
      <Loading loaded={screens}>
        {(assignable) => (
          <Loading loaded={repos}>
            {(known) => (
              <Sources assignable={assignable} repos={known} onChange={() => void repos.reload()} />
            )}
          </Loading>
        )}
      </Loading>
    </div>
  );
}

async function loadRepos(signal: AbortSignal): Promise<readonly ScreenRepoView[]> {
  const repos = await callAdmin<readonly ScreenRepoView[]>('/screen-repos', { signal });
  noteCommits(repos);
  return repos;
}

async function updateAll(): Promise<void> {
  await callAdmin('/screen-repos/update', { method: 'POST' });
  say('All repos are being fetched.');
}

interface SourcesProps {
  readonly assignable: Assignable;
  readonly repos: readonly ScreenRepoView[];
  readonly onChange: () => void;
}

function Sources({ assignable, repos, onChange }: SourcesProps) {
  const sources = assignable.screen_repos;
  const handles = new Set([...sources.map(({ handle }) => handle), ...repos.map(({ handle }) => handle)]);
  return [...handles].map((handle) => (
    <Source
      key={handle}
      handle={handle}
      source={sources.find((source) => source.handle === handle)}
      repo={repos.find((repo) => repo.handle === handle)}
      onChange={onChange}
    />
  ));
}

interface SourceProps {
  readonly handle: string;
  readonly source: SourceView | undefined;
  readonly repo: ScreenRepoView | undefined;
  readonly onChange: () => void;
}

function Source({ handle, source, repo, onChange }: SourceProps) {
  const screens = source?.screens ?? [];
  const broken = source?.broken ?? [];
  const title = source?.name ?? handle;
  const about = [source?.author ?? '', source?.license ?? ''].filter((one) => one !== '').join(', ');
  return (
    <section class="source" aria-labelledby={`source-${handle}`} data-handle={handle}>
      <header>
        <h2 id={`source-${handle}`}>
          {title} {title !== handle && <code class="muted">{handle}</code>}
        </h2>
        <p class="muted">
          {countText(screens.length, 'screen')}
          {about === '' ? '' : ` · ${about}`}
        </p>
        {source !== undefined && source.description !== '' && <p>{source.description}</p>}
      </header>
      {repo !== undefined && repo.repo !== null && <RepoState repo={repo} onChange={onChange} />}
      {broken.length > 0 && (
        <ul class="broken">
          {broken.map(({ ref, problem }) => (
            <li key={ref} class="notice bad">
              <span>
                <code>{ref}</code> cannot be shown: {problem}
              </span>
            </li>
          ))}
        </ul>
      )}
      {screens.length > 0 && (
        <ul class="screen-grid">
          {screens.map((screen) => (
            <ScreenCard
              key={`${screen.ref} ${repo?.resolved_sha ?? ''}`}
              screen={screen}
              problem={repo?.problems?.find((one) => one.screen === screen.ref)?.problem ?? null}
            />
          ))}
        </ul>
      )}
      {screens.length === 0 && broken.length === 0 && <p class="muted">{nothingThere(handle)}</p>}
    </section>
  );
}

function nothingThere(handle: string): string {
  return handle === 'local'
    ? 'No screens of your own yet: the studio makes the first one, in the folder SCREENS_DIR.'
    : 'No screens.';
}
