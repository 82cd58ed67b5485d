/** The frame of all pages: who is signed in, the navigation, the page, the messages. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CallError, callAdmin, signedOut } from '../api/call.ts';
import { loadSession, mayDo, type SignedIn, session } from '../api/session.ts';
import { closeStream, openStream } from '../api/stream.ts';
import type { SettingsView } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Login } from './login.tsx';
import { Navigation } from './navigation.tsx';
import { PageOutlet } from './page-outlet.tsx';

export function Shell() {
  const problem = useSignal<string | null>(null);
  const load = async (): Promise<void> => {
    try {
      await loadSession();
      problem.value = null;
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problem.value = cause.message;
    }
  };
  useEffect(() => {
    void load();
  }, []);
  useEffect(() => {
    // A call was refused: the session has ended, be it by time or by a new token.
    if (signedOut.value > 0) void load();
  }, [signedOut.value]);
  const { value } = session;
  const isIn = value?.signed_in === true;
  useEffect(() => {
    if (!isIn) return;
    openStream();
    return closeStream;
  }, [isIn]);
  if (value === null) return <Waiting problem={problem.value} onRetry={load} />;
  return (
    <>
      {value.signed_in ? <Frame who={value} /> : <Login wasIn={signedOut.value > 0} />}
      <Toasts />
    </>
  );
}

function Waiting({
  problem,
  onRetry,
}: {
  readonly problem: string | null;
  readonly onRetry: () => Promise<void>;
}) {
  if (problem === null) return <p class="loading">Loading…</p>;
  return (
    <main class="login">
      <div class="notice bad" role="alert">
        <p>{problem}</p>
        <Button onPress={onRetry}>Try again</Button>
      </div>
    </main>
  );
}

function Frame({ who }: { readonly who: SignedIn }) {
  return (
    <div class="frame">
      <a class="skip" href="#page">
        Skip to the page
      </a>
      <Navigation who={who} />
      <main id="page" tabIndex={-1}>
        {who.mode === 'server' && mayDo('admin') && <ReadOnlyNotice />}
        <PageOutlet />
      </main>
    </div>
  );
}

/** Says on every page that nothing of the config can be changed, before somebody types what cannot be saved. */
function ReadOnlyNotice() {
  const loaded = useLoad((signal) => callAdmin<SettingsView>('/settings', { signal }), [], {
    topics: ['config'],
  });
  const reason = loaded.value.value?.read_only_reason ?? null;
  if (reason === null) return null;
  return (
    <section class="notice warning read-only" aria-label="The config cannot be changed">
      <p>
        <strong>
          The config can be read only: changes of devices, screens and settings cannot be saved.
        </strong>{' '}
        Reason: {reason}.
      </p>
      <p>
        Set <code>CONFIG_FILE</code> to a file that the server may write, in a container to one in a volume
        that is not mounted read-only, or edit the file where it is.
      </p>
    </section>
  );
}
