/** Paths of the text of the config, of its revisions, and of the health of the server, for the OpenAPI document. */
import { adminCall } from './admin-call.ts';
import { json, type Parameter, type PathItem } from './parts.ts';

const REVISION: Parameter = {
  ...{ name: 'revision', in: 'path', required: true },
  description: 'Number of a revision',
  schema: { type: 'integer', minimum: 1, examples: [11] },
};

const ETAG = {
  ETag: { required: true, description: 'The digest, in quotes', schema: { type: 'string' } },
};

export const CONFIG_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/health': {
    get: adminCall({
      id: 'getHealth',
      summary: 'How the server does',
      description:
        'Queues, threads, caches, the times of the last 15 minutes, the servers of the state store, and the slowest and the failing screens: of the server that is asked, but for `servers`, `alerts` and `devices`.',
      answer: json('Health', 'As it is now'),
    }),
  },
  '/api/admin/config/text': {
    get: adminCall({
      id: 'getConfigText',
      summary: 'The config as a text, without its secrets',
      answer: json('ConfigText', 'The text in use', false, ETAG),
      errors: ['config_not_usable', 'text_given_up', 'overloaded'],
    }),
    put: adminCall({
      id: 'putConfigText',
      summary: 'Replace the text of the config',
      description:
        'Refused as a whole, with every problem and its line, if the server could not use it; `config_changed` where the config is not the one any more that `digest` names. Placeholders keep their secrets.',
      body: 'PutConfigText',
      answer: json('ConfigTextWritten', 'Written, and in use', false, ETAG),
      writes: true,
      errors: ['config_changed', 'text_given_up', 'overloaded'],
    }),
  },
  '/api/admin/config/check': {
    post: adminCall({
      id: 'checkConfigText',
      summary: 'What is wrong with a text, and what it would change',
      description: 'The same reader as at a load, and its warnings. Nothing is written.',
      body: 'CheckConfigText',
      answer: json('ConfigTextChecked', 'What was found'),
      errors: ['text_given_up', 'overloaded'],
    }),
  },
  '/api/admin/config/history': {
    get: adminCall({
      id: 'listConfigHistory',
      summary: 'The revisions of the config',
      description: 'The last 50, where the config is in the state store.',
      answer: json('ConfigHistory', 'The newest first'),
      errors: ['store_unavailable'],
    }),
  },
  '/api/admin/config/history/{revision}': {
    get: adminCall({
      id: 'getConfigRevision',
      summary: 'The text of a revision, without its secrets',
      parameters: [REVISION],
      answer: json('ConfigRevision', 'The revision'),
      errors: [
        'no_config_history',
        'unknown_revision',
        'config_not_usable',
        'text_given_up',
        'store_unavailable',
      ],
    }),
  },
  '/api/admin/config/undo': {
    post: adminCall({
      id: 'undoConfig',
      summary: 'Go back to an older text of the config',
      description:
        'The old text, with the secrets that it had, becomes a new revision, so an undo can be undone. Without a body it is the revision before the current one.',
      body: 'UndoConfig',
      bodyRequired: false,
      answer: json('ConfigTextWritten', 'Written, and in use'),
      writes: true,
      errors: ['config_changed', 'no_config_history', 'unknown_revision', 'text_given_up'],
    }),
  },
};
