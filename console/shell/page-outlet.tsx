/** The page of the address. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { session } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Link } from '../parts/link.tsx';
import { path } from '../parts/location.ts';
import { PAGES, type Page, type PageProps } from './page-list.ts';

/** The page of a path, and what the path has after its name. */
function readPath(text: string): { readonly page: Page | undefined; readonly rest: readonly string[] } {
  const isLocal = session.value?.mode === 'local';
  const [name = '', ...rest] = text.split('/').slice(1).map(decode);
  // An author without a server has no fleet to begin with.
  const wanted = isLocal && name === '' ? 'studio' : name;
  return { page: PAGES.find((page) => page.name === wanted && (!isLocal || page.inLocalMode)), rest };
}

/** What cannot be decoded was typed by hand: it is nothing that exists. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The part of the navigation that the address is in. */
export function currentPage(): Page | undefined {
  return readPath(path.value).page;
}

interface Opened {
  readonly page: Page;
  readonly Component: ComponentType<PageProps>;
}

export function PageOutlet() {
  const { page, rest } = readPath(path.value);
  const opened = useSignal<Opened | null>(null);
  const failed = useSignal(false);
  const tries = useSignal(0);
  useEffect(() => {
    if (page === undefined) return;
    document.title = `${page.title} · Stipple`;
    failed.value = false;
    page
      .load()
      .then((Component) => {
        opened.value = { page, Component };
      })
      .catch(() => {
        failed.value = true;
      });
  }, [page, tries.value]);
  if (page === undefined) return <NoSuchPage />;
  if (failed.value) return <NotLoaded onRetry={() => (tries.value += 1)} />;
  if (opened.value?.page !== page) return <p class="loading">Loading…</p>;
  const { Component } = opened.value;
  return <Component rest={rest} />;
}

function NoSuchPage() {
  return (
    <EmptyState title="There is no such page">
      <p>
        The address may be of another version. <Link to="/">Go to the first page</Link>
      </p>
    </EmptyState>
  );
}

/** After an update the files of the old version are gone. */
function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <EmptyState title="The page could not be loaded">
      <p>The server cannot be reached, or it was updated: then this page is to be loaded anew.</p>
      <p>
        <Button onPress={onRetry}>Try again</Button>{' '}
        <Button kind="primary" onPress={() => globalThis.location.reload()}>
          Load anew
        </Button>
      </p>
    </EmptyState>
  );
}
