/** The frame of all pages: who is signed in, the navigation, the page, the messages. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CallError, signedOut } from '../api/call.ts';
import { loadSession, mayDo, type SignedIn, session } from '../api/session.ts';
import { closeStream, openStream } from '../api/stream.ts';
import { Button } from '../parts/button.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { Login } from './login.tsx';
import { Navigation } from './navigation.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';

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
