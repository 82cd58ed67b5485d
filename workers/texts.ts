/** Thread entry that reads and edits texts: receives a question, answers it, waits for the next one. */

import {
  differenceOfTexts,
  hideInText,
  placeInDraft,
  problemsOfText,
  readDraftText,
  screensInText,
} from '../src/admin/access/text-ops.ts';
import { editConfig, locateInConfig, readConfig, replaceConfig } from '../src/config/texts/config-ops.ts';
import { placeGroupInText } from '../src/config/texts/place-group.ts';
import { serveTexts } from '../src/config/texts/serve-texts.ts';
import { lowerThread, NICENESS } from '../src/platform/base/niceness.ts';

lowerThread(NICENESS.work);
serveTexts([
  readConfig,
  editConfig,
  replaceConfig,
  locateInConfig,
  differenceOfTexts,
  placeGroupInText,
  screensInText,
  hideInText,
  readDraftText,
  placeInDraft,
  problemsOfText,
]);
