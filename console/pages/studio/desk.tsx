/** One file in the editor, and beside it what its screen comes to. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CallError } from '../../api/call.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type DeskProps, EditorColumn } from './editor-column.tsx';
import { Findings } from './findings.ts';
import type { OpenFile } from './open-file.ts';
import { keyOf } from './source-files.ts';
import { Stage } from './stage.tsx';
import { workspace } from './workspace.ts';

export function Desk(props: DeskProps) {
  const { source, file, screen, paths } = props;
  const { handle } = source;
  const opened = useOpenFile(handle, file);
  const findings = useMemo(() => new Findings(), []);
  useEffect(() => {
    if (screen === null) findings.checked.value = null;
    else return findings.follow(handle, screen);
    return;
  }, [handle, screen]);
  return (
    <>
      {typeof opened === 'string' ? (
        <EmptyState title={file}>
          <p>{opened}</p>
        </EmptyState>
      ) : (
        <EditorColumn {...props} opened={opened} findings={findings} />
      )}
      <Stage key={`${handle}/${screen}`} handle={handle} screen={screen} file={file} paths={paths} />
    </>
  );
}

/** The file; null while it is read, and a text that says why it is not shown. */
function useOpenFile(handle: string, path: string): OpenFile | null | string {
  const key = keyOf({ handle, path });
  const problem = useSignal<{ readonly key: string; readonly text: string } | null>(null);
  useEffect(() => {
    problem.value = null;
    workspace.open({ handle, path }).then(
      (file) => {
        if (file === null)
          problem.value = { key, text: 'This file is no text, or too large to be edited here.' };
      },
      (cause: unknown) => {
        if (!(cause instanceof CallError)) throw cause;
        problem.value = { key, text: cause.message };
      },
    );
  }, [key]);
  const file = workspace.files.value.get(key);
  if (file !== undefined) return file;
  return problem.value?.key === key ? problem.value.text : null;
}
