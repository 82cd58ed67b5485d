/** The config as a text: edited, checked as one types, reviewed and saved. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CallError } from '../../api/call.ts';
import { listen } from '../../api/stream.ts';
import type { ConfigTextView, TextChecked } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { guardLeaving } from '../../parts/location.ts';
import { Tag } from '../../parts/tag.tsx';
import { countText } from '../../parts/time-text.ts';
import { say, sayError } from '../../parts/toasts.tsx';
import { ConfigDraft } from './config-draft.ts';
import { ConfigEditor, goToLine, type LineMark } from './config-editor.tsx';
import { ConfigReview } from './config-review.tsx';
import { DiffView } from './diff-view.tsx';

export function ConfigPart() {
  const draft = useMemo(() => new ConfigDraft(), []);
  const isReviewing = useSignal(false);
  const field = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => follow(draft), []);
  const base = draft.base.value;
  const checked = draft.checked.value;
  const save = async (): Promise<void> => {
    try {
      const { revision } = await draft.save();
      say(
        revision === null ? 'Saved. The config is in use.' : `Saved as revision ${revision}. It is in use.`,
      );
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (cause.code === 'config_changed') await draft.lookAgain();
      else sayError(cause);
    }
    isReviewing.value = false;
  };
  return (
    <section class="card config-part">
      <h2>Config text</h2>
      {draft.error.value !== null && (
        <div class="notice bad" role="alert">
          <p>{draft.error.value.message}</p>
          <Button onPress={() => draft.load()}>Try again</Button>
        </div>
      )}
      {base === null && draft.error.value === null && <p class="loading">Loading…</p>}
      {base !== null && (
        <>
          <Where base={base} />
          {draft.other.value !== null && <ChangedMeanwhile draft={draft} other={draft.other.value} />}
          <ConfigEditor
            label="Text of the config"
            text={draft.text.value}
            readOnly={!base.writable}
            marks={marksOf(checked)}
            onInput={(text) => draft.type(text)}
            onField={(element) => {
              field.current = element;
            }}
          />
          <div class="actions">
            <Button
              kind="primary"
              disabled={!draft.isChanged.value || draft.other.value !== null}
              onPress={() => (isReviewing.value = true)}
            >
              Review…
            </Button>
            {draft.isChanged.value && <Button onPress={() => draft.begin(base)}>Discard changes</Button>}
          </div>
          <Findings
            draft={draft}
            onGo={(line, column) => {
              if (field.current !== null) goToLine(field.current, line, column);
            }}
          />
        </>
      )}
      {isReviewing.value && base !== null && (
        <ConfigReview draft={draft} base={base} onSave={save} onClose={() => (isReviewing.value = false)} />
      )}
    </section>
  );
}

/** Load the text, and follow what others do with it, until the function that it returns is called. */
function follow(draft: ConfigDraft): () => void {
  void draft.load();
  const stop = listen({
    topics: ['config'],
    onEvent: () => void draft.lookAgain(),
    onReset: () => void draft.lookAgain(),
  });
  const free = guardLeaving(() => draft.isChanged.value);
  return () => {
    stop();
    free();
    draft.end();
  };
}

const PLACES = {
  file: 'It is in the config file of the server.',
  store: 'It is in the state store, for all servers.',
  embedded: 'It is the one that comes with the server.',
} as const;

function Where({
  base: { place, revision, writable, read_only_reason: reason },
}: {
  readonly base: ConfigTextView;
}) {
  return (
    <>
      <p class="muted">
        {PLACES[place]}
        {revision !== null && ` Revision ${revision}.`} Secrets stand as <code>"(hidden)"</code>; left so,
        they stay as they are.
      </p>
      {!writable && (
        <div class="notice warning">
          <p>It can be read only. {reason}</p>
        </div>
      )}
    </>
  );
}

function marksOf(checked: TextChecked | null): readonly LineMark[] {
  return (
    checked?.problems.flatMap(({ line, level }) =>
      line === null ? [] : [{ line, isError: level === 'error' }],
    ) ?? []
  );
}

interface FindingsProps {
  readonly draft: ConfigDraft;
  readonly onGo: (line: number, column: number) => void;
}

function Findings({ draft, onGo }: FindingsProps) {
  const checked = draft.checked.value;
  const error = draft.checkError.value;
  return (
    <div class="config-findings">
      <p class="muted" role="status">
        {error !== null ? `It could not be checked: ${error.message}` : summaryOf(checked)}
      </p>
      <ul class="lines">
        {checked?.problems.map(({ line, column, message, level }) => (
          <li key={`${line} ${column} ${message}`}>
            <Tag tone={level === 'error' ? 'bad' : 'warning'}>{level}</Tag>{' '}
            {line !== null && (
              <button type="button" class="place" onClick={() => onGo(line, column ?? 1)}>
                Line {line}
                {column !== null && `, column ${column}`}
              </button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function summaryOf(checked: TextChecked | null): string {
  if (checked === null) return 'Checking…';
  const count = checked.problems.length + checked.more_problems;
  return count === 0 ? 'No problems.' : `${countText(count, 'problem')}:`;
}

function ChangedMeanwhile({ draft, other }: { readonly draft: ConfigDraft; readonly other: ConfigTextView }) {
  const isShown = useSignal(false);
  return (
    <div class="changed-meanwhile">
      <div class="notice warning" role="alert">
        <p>
          The config was changed meanwhile by somebody else. Your text is still here, and nothing of it was
          saved.
        </p>
        {!isShown.value && <Button onPress={() => (isShown.value = true)}>Show the new text</Button>}
      </div>
      {isShown.value && (
        <>
          <ConfigEditor label="New text of the config" text={other.text} readOnly />
          <div class="form">
            <h3>From the new text to yours</h3>
            <DiffView
              label="Difference of the new text and yours"
              before={other.text}
              after={draft.text.value}
            />
            <div class="actions">
              <Button kind="primary" onPress={() => draft.keepOnTop()}>
                Go on with my text
              </Button>
              <Button kind="danger" onPress={() => draft.begin(other)}>
                Take the new text
              </Button>
            </div>
            <p class="muted">
              With yours, what others have changed is undone, unless you take it over into your text.
            </p>
          </div>
        </>
      )}
    </div>
  );
}
