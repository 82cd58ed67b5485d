/** Where screens are written: files, editor, and what the text comes to on every panel. */
import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { mayDo, session } from '../../api/session.ts';
import { listen } from '../../api/stream.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loading } from '../../parts/loading.tsx';
import { guardLeaving, query } from '../../parts/location.ts';
import { type Loaded, useLoad } from '../../parts/use-load.ts';
import { Desk } from './desk.tsx';
import { FileList } from './file-list.tsx';
import { LOCAL, listSources, resolvePath, type SourceFiles } from './source-files.ts';
import { workspace } from './workspace.ts';

interface StudioProps {
  readonly rest: readonly string[];
}

export function StudioPage(props: StudioProps) {
  if (mayDo('author')) return <Studio {...props} />;
  return (
    <EmptyState title="The studio is for authors">
      <p>Your token may look at devices only. An admin can make one with the role author.</p>
    </EmptyState>
  );
}

function Studio({ rest }: StudioProps) {
  const sources = useLoad(listSources, [], { topics: ['screen', 'repo'] });
  const who = session.value?.signed_in === true ? session.value.name : '';
  useEffect(() => workspace.setOwner(who), [who]);
  useEffect(() => guardLeaving(() => workspace.isLeaving()), []);
  useEffect(followDisk, []);
  useEffect(() => {
    if (workspace.diskChanges.value > 0) void sources.reload();
  }, [workspace.diskChanges.value]);
  return (
    <div class="studio">
      <Loading loaded={sources}>{(all) => <Room all={all} loaded={sources} rest={rest} />}</Loading>
    </div>
  );
}

interface RoomProps {
  readonly all: readonly SourceFiles[];
  readonly loaded: Loaded<readonly SourceFiles[]>;
  readonly rest: readonly string[];
}

function Room({ all, loaded, rest: [handle = '', ...segments] }: RoomProps) {
  const path = segments.join('/');
  const source = all.find((one) => one.handle === handle);
  const paths = new Set(source?.files.map((file) => file.path));
  const opened = source === undefined ? null : resolvePath(path, paths);
  const asked = useComputed(() => query.value.get('screen')).value;
  const isKnown = asked !== null && resolvePath(asked, paths)?.screen === asked;
  const screen = opened?.screen ?? (isKnown ? asked : null);
  return (
    <>
      <FileList
        sources={all}
        handle={handle}
        file={opened?.file ?? null}
        screen={screen}
        onMade={loaded.reload}
      />
      {source !== undefined && opened !== null ? (
        <Desk source={source} paths={paths} file={opened.file} screen={screen} onChanged={loaded.reload} />
      ) : (
        <Nothing sources={all} wanted={[handle, path].filter((part) => part !== '').join('/')} />
      )}
    </>
  );
}

function Nothing({ sources, wanted }: { readonly sources: readonly SourceFiles[]; readonly wanted: string }) {
  const local = sources.find(({ handle }) => handle === LOCAL);
  if (wanted !== '') {
    return (
      <EmptyState title="There is no such file">
        <p>
          No source has <code>{wanted}</code>. It may have been renamed or removed; choose another one from
          the list.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Studio">
      <p>Choose a screen from the list to see it on all panels at once, and edit it.</p>
      {local?.writable === true ? (
        <p>
          {local.files.length === 0
            ? 'There are no screens of your own yet: begin with “New screen…”, or open one of another source and copy it.'
            : '“New screen…” begins one with a script, a template and metadata that work.'}
        </p>
      ) : (
        <p class="notice warning">
          Files cannot be saved here:{' '}
          {local?.problem ?? 'set SCREENS_DIR to a folder that the server may write.'}
        </p>
      )}
    </EmptyState>
  );
}

interface ScreenEvent {
  readonly files: readonly string[];
  readonly more: number;
}

/** Take over what others change on disk: with another editor, in another window. */
function followDisk(): () => void {
  return listen({
    topics: ['screen'],
    onEvent: (_, data) => {
      const { files, more } = data as ScreenEvent;
      const changed = new Set(files);
      const isOpen = [...workspace.files.peek().values()].some(
        ({ handle, path }) => handle === LOCAL && changed.has(path),
      );
      // A module or a picture that is not open here shows in the pictures all the same.
      if (!isOpen || more > 0) workspace.diskChanges.value += 1;
      void workspace.lookAgain(({ handle, path }) => handle === LOCAL && (more > 0 || changed.has(path)));
    },
    onReset: () => void workspace.lookAgain(() => true),
  });
}
