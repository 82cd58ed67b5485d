/** The screen on many panels at once, each with what its device has to say about it. */
import { useSignal } from '@preact/signals';
import type { PanelView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { Tag } from '../../parts/tag.tsx';
import { bytesText, countText, durationText } from '../../parts/time-text.ts';
import type { ContactSheetRun, PictureView, SheetPicture } from './contact-sheet-run.ts';
import { choosePanels, MOST_PANELS, usualPanels } from './play.ts';
import type { ScreenPlace } from './source-files.ts';

interface ContactSheetProps {
  readonly sheet: ContactSheetRun;
  readonly panels: readonly PanelView[];
  readonly place: ScreenPlace;
}

export function ContactSheet({ sheet, panels, place }: ContactSheetProps) {
  const isChoosing = useSignal(false);
  const large = useSignal<string | null>(null);
  const drawn = sheet.drawn.value;
  const isOld = sheet.isDrawing.value || sheet.error.value !== null;
  const titleOf = (name: string): string => panels.find((panel) => panel.name === name)?.title ?? name;
  const largeUrl = large.value === null ? null : (drawn?.pictures.get(large.value)?.url ?? null);
  return (
    <section class="contact-sheet" aria-label="Contact sheet" aria-busy={sheet.isDrawing.value}>
      <div class="section-head">
        <h2>Contact sheet</h2>
        <span class="muted" role="status">
          {sheet.isDrawing.value ? 'Drawing…' : drawn === null ? '' : summary(drawn)}
        </span>
        <Button onPress={() => (isChoosing.value = true)}>Panels…</Button>
      </div>
      {sheet.error.value !== null && (
        <p class="notice bad" role="alert">
          {sheet.error.value}
        </p>
      )}
      <ul class="sheet" data-old={isOld}>
        {sheet.panels.value.map((name) => (
          <SheetCard
            key={name}
            name={name}
            title={titleOf(name)}
            picture={drawn?.pictures.get(name) ?? null}
            screen={place.screen}
            onEnlarge={() => {
              large.value = name;
            }}
          />
        ))}
      </ul>
      {isChoosing.value && (
        <PanelDialog
          panels={panels}
          chosen={sheet.panels.value}
          onClose={() => {
            isChoosing.value = false;
          }}
        />
      )}
      {large.value !== null && largeUrl !== null && (
        <Dialog title={titleOf(large.value)} onClose={() => (large.value = null)} wide>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get there */}
          <section class="large-picture" tabIndex={0} aria-label="Picture in full size">
            <img src={largeUrl} alt={`${place.screen} on ${titleOf(large.value)}`} />
          </section>
        </Dialog>
      )}
    </section>
  );
}

function summary({ answer, tookMs }: NonNullable<ContactSheetRun['drawn']['value']>): string {
  return `${countText(answer.runs, 'run')}, ${(tookMs / 1000).toFixed(1)} s`;
}

interface PanelDialogProps {
  readonly panels: readonly PanelView[];
  readonly chosen: readonly string[];
  readonly onClose: () => void;
}

/** Which panels the contact sheet has. */
function PanelDialog({ panels, chosen, onClose }: PanelDialogProps) {
  const picked = useSignal<ReadonlySet<string>>(new Set(chosen));
  const names = panels.map(({ name }) => name);
  const toggle = (name: string): void => {
    const changed = new Set(picked.value);
    if (!changed.delete(name)) changed.add(name);
    picked.value = changed;
  };
  const use = (): void => {
    const usual = usualPanels(panels);
    const isUsual = usual.length === picked.value.size && usual.every((name) => picked.value.has(name));
    choosePanels(isUsual ? null : names.filter((name) => picked.value.has(name)));
    onClose();
  };
  const { size } = picked.value;
  return (
    <Dialog title="Panels of the contact sheet" onClose={onClose} wide>
      <div class="form">
        <div class="actions">
          <Button onPress={() => (picked.value = new Set(usualPanels(panels)))}>Default set</Button>
          <Button onPress={() => (picked.value = new Set(names.slice(0, MOST_PANELS)))}>All</Button>
          <Button onPress={() => (picked.value = new Set())}>None</Button>
        </div>
        <fieldset class="panel-choice">
          <legend class="hidden-text">Panels</legend>
          {panels.map(({ name, title, width, height, source }) => (
            <label key={name}>
              <input type="checkbox" checked={picked.value.has(name)} onChange={() => toggle(name)} />
              <span>
                {title}
                <span class="muted">
                  {' '}
                  {width === null || height === null ? '' : `${width}×${height}`}
                  {source === 'config' && ' · config'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {size > MOST_PANELS && <p class="notice warning">At most {MOST_PANELS} panels are drawn at once.</p>}
        <div class="actions">
          <Button kind="primary" disabled={size === 0 || size > MOST_PANELS} onPress={use}>
            Show {size} {size === 1 ? 'panel' : 'panels'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface SheetCardProps {
  readonly name: string;
  readonly title: string;
  /** Null until it is drawn. */
  readonly picture: SheetPicture | null;
  readonly screen: string;
  readonly onEnlarge: () => void;
}

/** One panel of the contact sheet. */
function SheetCard({ name, title, picture, screen, onEnlarge }: SheetCardProps) {
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
