/** Which panels the contact sheet has. */
import { useSignal } from '@preact/signals';
import type { PanelView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { choosePanels, MOST_PANELS, usualPanels } from './play.ts';

interface PanelDialogProps {
  readonly panels: readonly PanelView[];
  readonly chosen: readonly string[];
  readonly onClose: () => void;
}

export function PanelDialog({ panels, chosen, onClose }: PanelDialogProps) {
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
