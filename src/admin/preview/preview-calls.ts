/** Calls that draw pictures: what a device would show, and screens that no device shows yet. */
import type { ServerResponse } from 'node:http';
import { summarizeReads } from '../../engine/reuse/read-summary.ts';
import { AppError, overloaded } from '../../platform/base/errors.ts';
import { describeFailure, type Failure, type Problem } from '../../platform/base/failure.ts';
import { roundTimes } from '../../platform/base/stages.ts';
import { adminCall, type CallExchange, DEVICE_KEY, PNG } from '../admin-call.ts';
import { DRAFT_LIMITS, DRAFT_SLOTS } from '../drafts/draft-bodies.ts';
import { type QueryField, timeQuery } from '../query-fields.ts';
import { paramView } from '../screens/screens.ts';
import { timeText, type View } from '../view.ts';
import { previewDocument, previewSchema } from './preview-bodies.ts';
import { previewDevice } from './preview-device.ts';
import { previewScreen, type ScreenPreview } from './preview-screen.ts';
import type { SheetPicture } from './sheet.ts';

/** Values that switch an option off; any other value, and none, leaves it on. */
const OFF: ReadonlySet<string> = new Set(['off', '0', 'false', 'no']);

function switchQuery(description: string): QueryField<boolean> {
  return {
    description: `\`off\`, \`0\`, \`false\` or \`no\`: ${description}`,
    schema: { type: 'string', examples: ['off'] },
    read: ([text = '']) => !OFF.has(text.trim().toLowerCase()),
  };
}

const FORCE: QueryField<boolean> = {
  description: 'Present in any form: make it anew',
  schema: { type: 'string', examples: [''] },
  allowEmptyValue: true,
  read: (values) => values.length > 0,
};

const HEADERS = {
  'Server-Timing': {
    description:
      'For a picture that was made for this call: the stages that took place with their times in milliseconds (W3C Server Timing)',
    schema: { type: 'string', examples: ['script;dur=1.2, draw;dur=2.44, total;dur=12.1'] },
  },
  'X-Service-Preview': {
    description: '`hit`: made before and sent again; `miss`: made for this call',
    schema: { type: 'string', enum: ['hit', 'miss'] },
  },
  'X-Stipple-Texts': {
    description: 'How many texts are fitted to the pixels, and why others are not',
    schema: { type: 'string', examples: ['14 fitted, 2 plain: stroke (2)'] },
  },
  'X-Stipple-Problems': {
    description:
      'What is wrong with the screen, as a JSON array of lines; absent where there is nothing to say',
    schema: {
      type: 'string',
      examples: ['["clock.svg:3:5: data.tme is not set, so this prints nothing"]'],
    },
  },
  'X-Stipple-Reads': {
    description: 'What the screen has read, and whether its result is used again; absent for an error screen',
    schema: {
      type: 'string',
      examples: [
        '{"reusable":true,"tables":{"device":["name"]},"clock":"minute","files":2,"answers":0,"fonts":false,"previous":false}',
      ],
    },
  },
};

export const PREVIEW_CALLS = {
  previewDevice: adminCall({
    method: 'GET',
    path: '/devices/{key}/preview',
    role: 'viewer',
    summary: 'The picture that a device would show',
    params: { key: DEVICE_KEY },
    query: {
      force: FORCE,
      dither: switchQuery('full colour, before dithering'),
      measured: switchQuery('the colours that are sent, not those of the real panel'),
      at: timeQuery('The time of the schedule and of the screen'),
    },
    answer: {
      description: 'The picture; the error screen where the screen fails',
      headers: HEADERS,
      content: PNG,
    },
    errors: ['invalid_path', 'unknown_device', 'render_failed', 'overloaded'],
    run: async ({ api, call, params: { key }, query: { at: atMs, ...look }, exchange }) => {
      const { kept, stagesMs, ...preview } = await previewDevice(api, call, key, { ...look, atMs });
      exchange.tellTimes(stagesMs);
      exchange.response.setHeader('X-Service-Preview', kept ? 'hit' : 'miss');
      sendPreview(exchange.response, preview);
    },
  }),
  previewScreen: adminCall({
    method: 'POST',
    path: '/preview',
    // What no device shows yet.
    role: 'author',
    summary: 'Any screen, or files that are saved nowhere, on any panels',
    description:
      'Takes `screen` or `draft`. With `Accept: image/png` and one panel the answer is the picture alone, with the headers of a preview of a device.',
    body: { schema: previewDocument, maxBytes: DRAFT_LIMITS.bodyBytes, slots: DRAFT_SLOTS },
    answer: {
      schema: previewSchema,
      description: 'The pictures, and what the script has said and requested',
      content: PNG,
    },
    errors: ['render_failed', 'overloaded'],
    changesNothing: true,
    run: async ({ api, call, body, exchange }) => {
      const { signal } = exchange;
      // A caller that names pictures, and not JSON before them.
      const onlyOne = exchange.preferred(['application/json', 'image/png']) === 'image/png';
      const preview = await previewScreen(api, call, body, { onlyOne, signal });
      if (!onlyOne) return previewView(preview);
      if (!signal.aborted) sendPicture(exchange, preview);
      return undefined;
    },
  }),
};

/** @throws {AppError} overloaded, render_failed */
function sendPicture(exchange: CallExchange, { sheet }: ScreenPreview): void {
  const [picture] = sheet.pictures;
  if (picture === undefined || picture.failure?.code === 'overloaded') throw overloaded();
  const { png, texts, failure, warnings, reads, stagesMs } = picture;
  if (png === null) throw new AppError('render_failed');
  exchange.tellTimes(stagesMs);
  const problems = (failure === null ? warnings : [failure, ...warnings]).map(describeFailure);
  const summary = reads === null ? null : JSON.stringify(summarizeReads(reads));
  sendPreview(exchange.response, { png, texts, problems, reads: summary });
}

interface SentPreview {
  readonly png: Buffer;
  readonly texts: string;
  /** One line each. */
  readonly problems: readonly string[];
  /** JSON of a `ReadSummary`; null for an error screen. */
  readonly reads: string | null;
}

function sendPreview(response: ServerResponse, { png, texts, problems, reads }: SentPreview): void {
  response.setHeader('Cache-Control', 'no-store');
  // Reasons may quote what an author wrote, and a header takes ASCII only.
  response.setHeader('X-Stipple-Texts', texts.replaceAll(/[^\x20-\x7e]/g, '?'));
  if (problems.length > 0) response.setHeader('X-Stipple-Problems', headerList(problems));
  if (reads !== null && reads.length <= MAX_HEADER) response.setHeader('X-Stipple-Reads', ascii(reads));
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', png.length);
  response.end(png);
}

/** Characters of the header: clients and proxies refuse headers of some kilobytes. */
const MAX_HEADER = 2_000;

/** The lines that fit, as a JSON array in ASCII. */
function headerList(lines: readonly string[]): string {
  const shown: string[] = [];
  let left = MAX_HEADER;
  for (const line of lines) {
    const text = ascii(JSON.stringify(line));
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  return `[${shown.join(',')}]`;
}

function ascii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type PreviewView = View<typeof previewSchema>;

/** A preview as JSON. */
function previewView({ screen, nowMs, schema, paramProblems, sheet }: ScreenPreview): PreviewView {
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
