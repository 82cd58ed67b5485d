/** A day of the screen on one panel. */
import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { PanelView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { type FilmFrame, FilmRun } from './film-run.ts';
import { momentsOfDay, zonedText } from './moments.ts';
import { clock, playBody } from './play.ts';
import { workspace } from './workspace.ts';

interface FilmStripProps {
  readonly handle: string;
  readonly screen: string;
  readonly panels: readonly PanelView[];
}

const COUNTS = [24, 12] as const;

export function FilmStrip({ handle, screen, panels }: FilmStripProps) {
  const film = useMemo(() => new FilmRun(), []);
  const day = useSignal(zonedText(new Date().toISOString()).slice(0, 10));
  const count = useSignal<number>(COUNTS[0]);
  const panel = useSignal('');
  useEffect(() => cancelWhenEdited(film, handle, screen), []);
  const chosen = panel.value === '' ? (panels[0]?.name ?? '') : panel.value;
  const request = (): Readonly<Record<string, unknown>> => ({
    ...workspace.requestOf(handle, screen),
    ...playBody(`${handle}/${screen}`),
    panels: [chosen],
  });
  const done = film.frames.value.filter(({ url, failure }) => url !== null || failure !== null).length;
  return (
    <section class="film" aria-label="A day">
      <div class="section-head">
        <h2>A day</h2>
        <span class="muted" role="status">
          {film.isRunning.value ? `${done} of ${film.frames.value.length} drawn` : ''}
          {film.isOld.value ? 'As it was before the last change' : ''}
        </span>
      </div>
      <div class="play-row">
        <Field label="Day">
          {(control) => (
            <input
              {...control}
              type="date"
              required
              value={day.value}
              onChange={(event) => {
                day.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label="Panel">
          {(control) => (
            <select
              {...control}
              value={chosen}
              onChange={(event) => (panel.value = event.currentTarget.value)}
            >
              {panels.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Pictures">
          {(control) => (
            <select
              {...control}
              value={String(count.value)}
              onChange={(event) => (count.value = Number(event.currentTarget.value))}
            >
              {COUNTS.map((one) => (
                <option key={one} value={String(one)}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
        {film.isRunning.value ? (
          <Button onPress={() => film.cancel()}>Stop</Button>
        ) : (
          <Button
            disabled={chosen === '' || day.value === ''}
            onPress={() => film.start(request(), momentsOfDay(day.value, count.value))}
          >
            Draw the day
          </Button>
        )}
      </div>
      {film.error.value !== null && (
        <p class="notice bad" role="alert">
          {film.error.value}
        </p>
      )}
      <ol class="frames" data-old={film.isOld.value}>
        {film.frames.value.map((frame) => (
          <Frame key={frame.at} frame={frame} screen={screen} />
        ))}
      </ol>
    </section>
  );
}

function Frame({ frame, screen }: { readonly frame: FilmFrame; readonly screen: string }) {
  const { at, url, width, height, failure } = frame;
  const time = zonedText(at).slice(11);
  return (
    <li>
      <button
        type="button"
        aria-pressed={clock.value === at}
        title={failure ?? `Set the clock to ${time}`}
        onClick={() => {
          clock.value = at;
        }}
      >
        <PanelPicture
          src={url}
          alt={`${screen} at ${time}`}
          width={width}
          height={height}
          missing={failure ?? '…'}
        />
        <span>
          {time}
          {failure !== null && <span class="bad-line"> fails</span>}
        </span>
      </button>
    </li>
  );
}

/** A film of what was before goes no further. Returns the function that ends it all. */
function cancelWhenEdited(film: FilmRun, handle: string, screen: string): () => void {
  let isFirst = true;
  const end = effect(() => {
    void workspace.diskChanges.value;
    workspace.requestOf(handle, screen);
    playBody(`${handle}/${screen}`);
    if (!isFirst) film.cancel();
    isFirst = false;
  });
  return () => {
    end();
    film.end();
  };
}
