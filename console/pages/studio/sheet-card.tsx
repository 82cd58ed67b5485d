/** One panel of the contact sheet. */
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { Tag } from '../../parts/tag.tsx';
import { bytesText, countText, durationText } from '../../parts/time-text.ts';
import type { PictureView, SheetPicture } from './contact-sheet-run.ts';

interface SheetCardProps {
  readonly name: string;
  readonly title: string;
  /** Null until it is drawn. */
  readonly picture: SheetPicture | null;
  readonly screen: string;
  readonly onEnlarge: () => void;
}

export function SheetCard({ name, title, picture, screen, onEnlarge }: SheetCardProps) {
  const view = picture?.view ?? null;
  const url = picture?.url ?? null;
  return (
    <li class="sheet-card" data-panel={name}>
      <button type="button" class="enlarge" disabled={url === null} onClick={onEnlarge} title="Full size">
        <PanelPicture
          src={url}
          alt={`${screen} on ${title}`}
          width={view?.width ?? null}
          height={view?.height ?? null}
          missing={view === null ? 'Not drawn yet' : 'No room in the answer: choose fewer panels'}
        />
      </button>
      <h3>{title}</h3>
      {view !== null && <CardFacts view={view} />}
    </li>
  );
}

/** What is wrong stands in the list of findings, with this panel; here is only that there is something. */
function CardFacts({ view }: { readonly view: PictureView }) {
  const { width, height, refresh, failure, warnings, texts, skip, ladder_step: step, lost } = view;
  const problems = warnings.filter(({ level }) => level === 'warning').length;
  return (
    <>
      <p class="muted facts-line">
        {width}×{height}
        {refresh !== null && ` · again in ${durationText(refresh)}`}
      </p>
      <Size view={view} />
      {step > 0 && <p class="warn-line">Made smaller to fit: {lost ?? 'compressed harder'}</p>}
      {skip && <p class="muted facts-line">Wants to keep the picture before</p>}
      {failure !== null && (
        <p class="bad-line">
          <Tag tone="bad">{failure.code}</Tag>
        </p>
      )}
      {texts !== '' && <p class="muted facts-line">Texts: {texts}</p>}
      {problems > 0 && <p class="warn-line">{countText(problems, 'warning')}</p>}
    </>
  );
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
