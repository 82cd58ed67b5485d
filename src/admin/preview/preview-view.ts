/** A preview as JSON. */
import type { Failure, Problem } from '../../platform/base/failure.ts';
import { roundTimes } from '../../platform/base/stage-times.ts';
import { paramView } from '../screens/screens.ts';
import type { View } from '../view.ts';
import { timeText } from '../view.ts';
import type { previewSchema } from './preview-bodies.ts';
import type { ScreenPreview } from './preview-screen.ts';
import type { SheetPicture } from './sheet.ts';

type PreviewView = View<typeof previewSchema>;

export function previewView({ screen, nowMs, schema, paramProblems, sheet }: ScreenPreview): PreviewView {
  const { record, runs, pictures } = sheet;
  return {
    screen,
    at: timeText(nowMs),
    runs,
    params: paramProblems,
    schema: schema?.map(paramView) ?? null,
    pictures: pictures.map(pictureView),
    log: record.lines.map(({ level, message, place }) => ({
      level,
      message,
      file: place?.file ?? null,
      line: place?.line ?? null,
    })),
    requests: record.requests,
  };
}

function pictureView(picture: SheetPicture): PreviewView['pictures'][number] {
  const { panel, spec, png, panelBytes, ladderStep, lost, refreshSeconds, reads, texts, failure } = picture;
  const most = spec?.maxPngBytes ?? null;
  return {
    panel,
    width: spec?.widthPx ?? null,
    height: spec?.heightPx ?? null,
    png: png?.toString('base64') ?? null,
    bytes: panelBytes,
    max_bytes: most,
    headroom: most === null || panelBytes === null ? null : most - panelBytes,
    ladder_step: ladderStep,
    lost,
    refresh: refreshSeconds,
    // Only a script that wants to skip asks whether there is a picture before.
    skip: reads?.reads.some(([kind]) => kind === 'previous') ?? false,
    texts,
    warnings: picture.warnings.map(warningView),
    failure: failure === null ? null : { code: failure.code, ...problemView(failure) },
    stages_ms: roundTimes(picture.stagesMs),
  };
}

function warningView(warning: Problem): PreviewView['pictures'][number]['warnings'][number] {
  return { level: warning.level ?? 'warning', ...problemView(warning) };
}

function problemView({ message, file, line, column }: Problem | Failure) {
  return { message, file: file ?? null, line: line ?? null, column: column ?? null };
}
