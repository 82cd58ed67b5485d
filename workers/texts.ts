/** Thread entry that reads and edits texts: receives a question, answers it, waits for the next one. */

import { differenceOfTexts } from '../src/access/difference-op.ts';
import {
  hideInText,
  placeInDraft,
  problemsOfText,
  readDraftText,
  screensInText,
} from '../src/access/text-ops.ts';
import { lowerThread, NICENESS } from '../src/base/niceness.ts';
import { editConfig, locateInConfig, readConfig, replaceConfig } from '../src/config/texts/config-ops.ts';
import { placeGroupInText } from '../src/config/texts/place-group.ts';
import { serveTexts } from '../src/config/texts/serve-texts.ts';

lowerThread(NICENESS.work);
serveTexts([
  ...[readConfig, editConfig, replaceConfig, locateInConfig, differenceOfTexts],
  ...[placeGroupInText, screensInText, hideInText, readDraftText, placeInDraft, problemsOfText],
]);
