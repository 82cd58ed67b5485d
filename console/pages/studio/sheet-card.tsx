/** One panel of the contact sheet. */
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { Tag } from '../../parts/tag.tsx';
import { bytesText, durationText } from '../../parts/time-text.ts';
import type { PictureView, SheetPicture } from './contact-sheet-run.ts';
import { PlaceButton } from './place-button.tsx';
import type { ScreenPlace } from './source-files.ts';

interface SheetCardProps {
  readonly name: string;
  readonly title: string;
  /** Null until it is drawn. */
  readonly picture: SheetPicture | null;
  readonly place: ScreenPlace;
  /** Said once for all panels. */
  readonly common: PictureView['failure'];
  readonly onEnlarge: () => void;
}

export function SheetCard({ name, title, picture, place, common, onEnlarge }: SheetCardProps) {
  const view = picture?.view ?? null;
  const url = picture?.url ?? null;
  return (
    <li class="sheet-card" data-panel={name}>
      <button type="button" class="enlarge" disabled={url === null} onClick={onEnlarge} title="Full size">
        <PanelPicture
          src={url}
          alt={`${place.screen} on ${title}`}
          width={view?.width ?? null}
          height={view?.height ?? null}
          missing={view === null ? 'Not drawn yet' : 'No room in the answer: choose fewer panels'}
        />
      </button>
      <h3>{title}</h3>
      {view !== null && <CardFacts view={view} place={place} common={common} />}
    </li>
  );
}

interface CardFactsProps extends Pick<SheetCardProps, 'place' | 'common'> {
  readonly view: PictureView;
}

function CardFacts({ view, place, common }: CardFactsProps) {
  const { width, height, refresh, failure, warnings, texts, skip, ladder_step: step } = view;
  return (
    <>
      <p class="muted facts-line">
        {width}×{height}
        {refresh !== null && ` · again in ${durationText(refresh)}`}
      </p>
      <Size view={view} />
      {step > 0 && <p class="warn-line">Made smaller to fit: step {step}</p>}
      {skip && <p class="muted facts-line">Wants to keep the picture before</p>}
      {failure !== null && failureKey(failure) !== failureKey(common) && (
        <FailureLine failure={failure} place={place} />
      )}
      {texts !== '' && <p class="muted facts-line">Texts: {texts}</p>}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={JSON.stringify(warning)}>
              <Tag tone={warning.level === 'note' ? 'notice' : 'warning'}>{warning.level}</Tag>{' '}
              <PlaceButton {...place} {...warning} /> {warning.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FailureLineProps {
  readonly failure: NonNullable<PictureView['failure']>;
  readonly place: ScreenPlace;
}

/** Why a picture is the error screen. */
export function FailureLine({ failure, place }: FailureLineProps) {
  return (
    <p class="bad-line">
      <Tag tone="bad">{failure.code}</Tag> <PlaceButton {...place} {...failure} /> {failure.message}
    </p>
  );
}

/** What all panels fail for; null where it is not the same, or one does not fail. */
export function commonFailure(views: readonly PictureView[]): PictureView['failure'] {
  const [first] = views;
  if (first === undefined || views.length < 2) return null;
  const key = failureKey(first.failure);
  return views.every(({ failure }) => failureKey(failure) === key) ? first.failure : null;
}

function failureKey(failure: PictureView['failure']): string {
  return JSON.stringify(failure);
}

/** The size of the file, and how much of what the panel takes it fills. */
function Size({ view: { bytes, max_bytes: most, headroom } }: { readonly view: PictureView }) {
  if (bytes === null) return null;
  if (most === null || headroom === null) return <p class="facts-line">{bytesText(bytes)}</p>;
  const share = Math.min(bytes / most, 1);
  const level = headroom < 0 ? 'over' : share > 0.85 ? 'close' : 'fine';
  return (
    <div class="size">
      <span class="bar" data-level={level} aria-hidden="true">
        <span style={{ width: `${Math.max(share * 100, 1)}%` }} />
      </span>
      <span class="facts-line">
        {bytesText(bytes)} of {bytesText(most)}
        {headroom < 0 ? `, ${bytesText(-headroom)} too large` : `, ${bytesText(headroom)} left`}
      </span>
    </div>
  );
}
