/** What the screen in the editor comes to: with which device, params and time; on all panels; with what it logged. */
import { useEffect, useMemo } from 'preact/hooks';
import { findScreen, useAssignable } from '../../parts/assignables.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import { ContactSheetRun } from './contact-sheet-run.ts';
import { panelTitles } from './drawn-findings.ts';
import { FilmStrip } from './film-strip.tsx';
import { chosenPanels, panelsToDraw } from './play.ts';
import { PlayForm } from './play-form.tsx';
import { RunRecord } from './run-record.tsx';
import { screensAmong } from './source-files.ts';
import { workspace } from './workspace.ts';

interface StageProps {
  readonly handle: string;
  readonly screen: string | null;
  readonly file: string;
  readonly paths: ReadonlySet<string>;
}

export function Stage({ handle, screen, file, paths }: StageProps) {
  if (screen === null) return <NoScreen handle={handle} file={file} paths={paths} />;
  return <ScreenStage handle={handle} screen={screen} paths={paths} />;
}

function ScreenStage({
  handle,
  screen,
  paths,
}: Pick<StageProps, 'handle' | 'paths'> & { readonly screen: string }) {
  const ref = `${handle}/${screen}`;
  const assignable = useAssignable();
  const sheet = useMemo(() => new ContactSheetRun(), []);
  const known = assignable.value.value;
  const panels = known?.panels ?? null;
  useEffect(() => {
    if (panels === null) return;
    sheet.panels.value = panelsToDraw(panels);
    panelTitles.value = new Map(panels.map(({ name, title }) => [name, title]));
  }, [panels, chosenPanels.value]);
  useEffect(() => sheet.follow(handle, screen), []);
  return (
    <div class="stage">
      <PlayForm view={findScreen(known, ref) ?? null} screenRef={ref} sheet={sheet} />
      <ContactSheet sheet={sheet} panels={panels ?? []} place={{ handle, screen, paths }} />
      <RunRecord sheet={sheet} place={{ handle, screen, paths }} />
      <FilmStrip handle={handle} screen={screen} panels={panels ?? []} />
    </div>
  );
}

/** A module, a partial: it shows by a screen that uses it. */
function NoScreen({ handle, file, paths }: Omit<StageProps, 'screen'>) {
  const screens = screensAmong(paths);
  return (
    <div class="stage">
      <EmptyState title="Show it with a screen">
        <p>
          <code>{file}</code> is not of one screen alone. Choose one that uses it, to see its pictures here.
        </p>
        {screens.length === 0 ? (
          <p class="muted">This source has no screens.</p>
        ) : (
          <select
            aria-label="Screen"
            value=""
            onChange={(event) => workspace.move({ handle, path: file }, event.currentTarget.value)}
          >
            <option value="">Choose a screen</option>
            {screens.map((screen) => (
              <option key={screen} value={screen}>
                {screen}
              </option>
            ))}
          </select>
        )}
      </EmptyState>
    </div>
  );
}
