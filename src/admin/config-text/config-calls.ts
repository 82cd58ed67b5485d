/** Calls about the config: its values, its text and its revisions. */
import { adminCall } from '../admin-call.ts';
import { CONFIG_TEXT_LIMITS, checkEditedText, textCheckedSchema } from './check-text.ts';
import {
  configHistorySchema,
  configRevisionSchema,
  getConfigRevision,
  listConfigHistory,
  undoBody,
  undoConfig,
} from './config-history.ts';
import {
  checkTextBody,
  configTextSchema,
  getConfigText,
  putConfigText,
  putTextBody,
  textWrittenSchema,
} from './config-text.ts';
import { configSchema, configView } from './config-view.ts';

const DIGEST = {
  ETag: { required: true, description: 'The digest, in quotes', schema: { type: 'string' } },
};

const { bodyBytes: maxBytes } = CONFIG_TEXT_LIMITS;

// The whole text, be it without its secrets, is for admins.
export const CONFIG_CALLS = {
  getConfig: adminCall({
    method: 'GET',
    path: '/config',
    role: 'viewer',
    summary: 'The config file',
    answer: { schema: configSchema, description: 'The config file, without tokens' },
    run: ({ api, call, exchange }) => exchange.make(configView(api, call.caller)),
  }),
  getConfigText: adminCall({
    method: 'GET',
    path: '/config/text',
    role: 'admin',
    summary: 'The config as a text, without its secrets',
    answer: { schema: configTextSchema, description: 'The text in use', headers: DIGEST },
    errors: ['config_not_usable', 'text_given_up', 'overloaded'],
    run: async ({ api, exchange: { response } }) => {
      const shown = await getConfigText(api);
      response.setHeader('ETag', `"${shown.digest}"`);
      return shown;
    },
  }),
  putConfigText: adminCall({
    method: 'PUT',
    path: '/config/text',
    role: 'admin',
    summary: 'Replace the text of the config',
    description:
      'Refused as a whole, with every problem and its line, if the server could not use it; `config_changed` where the config is not the one any more that `digest` names. Placeholders keep their secrets.',
    body: { schema: putTextBody, maxBytes },
    answer: { schema: textWrittenSchema, description: 'Written, and in use', headers: DIGEST },
    writesConfig: true,
    errors: ['config_changed', 'text_given_up', 'overloaded'],
    run: async ({ api, call, body, exchange: { response } }) => {
      const written = await putConfigText(api, call, body);
      response.setHeader('ETag', `"${written.digest}"`);
      return written;
    },
  }),
  checkConfigText: adminCall({
    method: 'POST',
    path: '/config/check',
    role: 'admin',
    summary: 'What is wrong with a text, and what it would change',
    description: 'The same reader as at a load, and its warnings. Nothing is written.',
    body: { schema: checkTextBody, maxBytes },
    answer: { schema: textCheckedSchema, description: 'What was found' },
    errors: ['text_given_up', 'overloaded'],
    changesNothing: true,
    run: ({ api, body }) => checkEditedText(api, body),
  }),
  listConfigHistory: adminCall({
    method: 'GET',
    path: '/config/history',
    role: 'admin',
    summary: 'The revisions of the config',
    description: 'The last 50, where the config is in the state store.',
    answer: { schema: configHistorySchema, description: 'The newest first' },
    errors: ['store_unavailable'],
    run: ({ api }) => listConfigHistory(api),
  }),
  getConfigRevision: adminCall({
    method: 'GET',
    path: '/config/history/{revision}',
    role: 'admin',
    summary: 'The text of a revision, without its secrets',
    params: {
      revision: {
        description: 'Number of a revision',
        schema: { type: 'integer', minimum: 1, examples: [11] },
      },
    },
    answer: { schema: configRevisionSchema, description: 'The revision' },
    errors: [
      'no_config_history',
      'unknown_revision',
      'config_not_usable',
      'text_given_up',
      'store_unavailable',
    ],
    run: ({ api, params }) => getConfigRevision(api, params.revision),
  }),
  undoConfig: adminCall({
    method: 'POST',
    path: '/config/undo',
    role: 'admin',
    summary: 'Go back to an older text of the config',
    description:
      'The old text, with the secrets that it had, becomes a new revision, so an undo can be undone. Without a body it is the revision before the current one.',
    body: { schema: undoBody, isOptional: true },
    answer: { schema: textWrittenSchema, description: 'Written, and in use' },
    writesConfig: true,
    errors: ['config_changed', 'no_config_history', 'unknown_revision', 'text_given_up'],
    run: ({ api, call, body }) => undoConfig(api, call, body),
  }),
};
