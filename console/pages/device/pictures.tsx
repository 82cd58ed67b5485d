/** The picture that the device was told to show, beside what it would be told now, and where the two differ. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fetchAnswer } from '../../api/call.ts';
import { adminUrl } from '../../api/place.ts';
import type { FleetRow, OneDevice } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { countText, fullTime } from '../../parts/time-text.ts';
import { type Loaded, useLoad } from '../../parts/use-load.ts';
import { type Comparison, comparePictures } from './compare.ts';
import { deviceCall } from './device-data.ts';

interface PicturesProps {
  readonly device: OneDevice;
  readonly row: FleetRow | null;
  readonly version: number;
}

interface Got {
  readonly picture: Blob;
  readonly problems: readonly string[];
}

/** Null: there is none to ask for. */
function usePicture(path: string | null, about: readonly unknown[]): Loaded<Got | 'none'> {
  const drawnFor = useRef('');
  return useLoad(
    async (signal) => {
      if (path === null) return 'none';
      // Drawn anew where somebody asks; without a stream pages ask every few seconds, and then a kept one will do.
      const wanted = JSON.stringify([path, ...about]);
      const force = path.includes('/preview?') && drawnFor.current !== wanted ? '&force' : '';
      drawnFor.current = wanted;
      const url = adminUrl(`${path}${force}`);
      const answer = await fetchAnswer(url, { signal, headers: { Accept: 'image/png' } });
      return {
        picture: await answer.blob(),
        problems: readProblems(answer.headers.get('X-Stipple-Problems')),
      };
    },
    [path, ...about],
    { topics: ['config'] },
  );
}

export function Pictures({ device, row, version }: PicturesProps) {
  const at = useSignal('');
  const tries = useSignal(0);
  const { key, registered } = device;
  const hash = row?.picture ?? null;
  const announced = usePicture(
    hash === null ? null : deviceCall(key, `/picture/told?hash=${encodeURIComponent(hash)}`),
    [],
  );
  const moment = at.value === '' ? '' : `&at=${encodeURIComponent(new Date(at.value).toISOString())}`;
  // In the colours that are sent, as the told picture is; drawn anew, as a kept one may be older than the told one.
  const fresh = usePicture(registered ? deviceCall(key, `/preview?measured=off${moment}`) : null, [
    tries.value,
    version,
    hash,
  ]);
  const [announcedGot, freshGot] = [gotOf(announced), gotOf(fresh)];
  return (
    <section aria-labelledby="pictures-title">
      <div class="section-head">
        <h2 id="pictures-title">Pictures</h2>
        {registered && (
          <div class="picture-tools">
            <Field label="Preview as at">
              {(control) => (
                <input
                  {...control}
                  type="datetime-local"
                  value={at.value}
                  onChange={(event) => {
                    at.value = event.currentTarget.value;
                  }}
                />
              )}
            </Field>
            {at.value !== '' && <Button onPress={() => (at.value = '')}>Now</Button>}
            <Button
              onPress={() => {
                tries.value += 1;
              }}
            >
              Draw again
            </Button>
          </div>
        )}
      </div>
      <div class="pictures">
        <Shown
          title="As told"
          got={announcedGot}
          row={row}
          missing={hash === null ? 'It was told no picture yet.' : missingText(announced)}
        />
        <Shown
          title={at.value === '' ? 'As it would be told now' : `As at ${fullTime(at.value)}`}
          got={freshGot}
          row={row}
          missing={
            registered ? missingText(fresh) : 'A device without an entry has no preview: give it a screen.'
          }
        />
        <Difference announced={announcedGot?.picture ?? null} fresh={freshGot?.picture ?? null} />
      </div>
    </section>
  );
}

function gotOf(loaded: Loaded<Got | 'none'>): Got | null {
  const got = loaded.value.value;
  return got === null || got === 'none' ? null : got;
}

function missingText({ error, isLoading }: Loaded<Got | 'none'>): string {
  return error.value?.message ?? (isLoading.value ? 'Being drawn…' : 'No picture');
}

interface ShownProps {
  readonly title: string;
  readonly got: Got | null;
  readonly row: FleetRow | null;
  readonly missing: string;
}

function Shown({ title, got, row, missing }: ShownProps) {
  const src = useBlobUrl(got?.picture ?? null);
  return (
    <figure>
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <PanelPicture
        src={src}
        alt={`${title}: ${row?.screen ?? 'its screen'}`}
        width={row?.width ?? null}
        missing={missing}
      />
      {got?.problems.map((problem) => (
        <p key={problem} class="notice warning">
          {problem}
        </p>
      ))}
    </figure>
  );
}

/** An address for a picture, for as long as it is shown. */
function useBlobUrl(picture: Blob | null): string | null {
  const url = useSignal<string | null>(null);
  useEffect(() => {
    if (picture === null) {
      url.value = null;
      return;
    }
    const made = URL.createObjectURL(picture);
    url.value = made;
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url.value;
}

function Difference({ announced, fresh }: { readonly announced: Blob | null; readonly fresh: Blob | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const compared = useSignal<Comparison | null>(null);
  useEffect(() => {
    let isWanted = true;
    compared.value = null;
    if (announced === null || fresh === null) return;
    comparePictures(announced, fresh).then(
      (comparison) => {
        if (isWanted) compared.value = comparison;
      },
      // A picture that the browser cannot decode is shown as missing beside this.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [announced, fresh]);
  const { value } = compared;
  const marked = value?.marked ?? null;
  useEffect(() => {
    if (marked === null || canvas.current === null) return;
    canvas.current.width = marked.width;
    canvas.current.height = marked.height;
    canvas.current.getContext('2d')?.putImageData(marked, 0, 0);
  }, [marked]);
  const isShown = marked !== null && value !== null && value.different > 0;
  return (
    <figure>
      <figcaption>
        <h3>Difference</h3>
      </figcaption>
      <span class="panel-picture">
        <canvas ref={canvas} hidden={!isShown} role="img" aria-label="Pixels that differ, marked" />
        {!isShown && (
          <span class="no-picture">{value === null ? 'Needs both pictures' : sameText(value)}</span>
        )}
      </span>
      {isShown && (
        <p class="difference-count">
          {countText(value.different, 'different pixel')} ({percentText(value.different / value.pixels)})
        </p>
      )}
    </figure>
  );
}

function sameText({ different, sizes: [announced, fresh] }: Comparison): string {
  return different === 0
    ? 'The pictures are identical'
    : `They have different sizes: ${announced} and ${fresh}`;
}

function percentText(share: number): string {
  const percent = share * 100;
  return percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}

function readProblems(header: string | null): readonly string[] {
  if (header === null) return [];
  try {
    const lines: unknown = JSON.parse(header);
    return Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
