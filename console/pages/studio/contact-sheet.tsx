/** The screen on many panels at once, each with what its device has to say about it. */
import { useSignal } from '@preact/signals';
import type { PanelView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countText } from '../../parts/time-text.ts';
import type { ContactSheetRun } from './contact-sheet-run.ts';
import { PanelDialog } from './panel-dialog.tsx';
import { SheetCard } from './sheet-card.tsx';
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
