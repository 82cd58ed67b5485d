/** Schemas of `/api/admin/screen-repos`. */
import { type ZodType, z } from 'zod';
import { createRepoBody, fetchRepoBody, updateRepoBody } from '../../admin/screen-repo-bodies.ts';
import type { ScreenRepoView } from '../../admin/screen-repos.ts';
import { REPO_STATUSES } from '../../repos/repo-info.ts';

const EXAMPLE: ScreenRepoView = {
  handle: 'garden',
  repo: 'https://example.org/garden-screens.git',
  pin: 'v1.2.0',
  builtin: false,
  token_set: false,
  screen_count: 7,
  status: 'ready',
  pin_kind: 'tag',
  resolved_sha: '5c1f8a2b9e7d6043f1a2b3c4d5e6f70819a2b3c4',
  last_fetched: '2026-02-21T09:30:00.000Z',
  error: null,
};

const screenRepo = z
  .object({
    handle: z.string(),
    repo: z.string().nullable().describe('Null for the embedded screens'),
    pin: z.string().nullable().describe('Null for the default branch'),
    builtin: z.boolean().describe('True when there is no repository behind the handle'),
    token_set: z.boolean(),
    screen_count: z.int().describe('Screens that can be assigned'),
    status: z
      .enum(REPO_STATUSES)
      .describe('`offline`: an earlier commit serves; `error`: nothing serves; `error` says why'),
    pin_kind: z.enum(['sha', 'tag', 'branch', 'embedded']).nullable(),
    resolved_sha: z.string().nullable().describe('The commit that serves'),
    last_fetched: z.string().nullable().describe('RFC 3339').meta({ format: 'date-time' }),
    error: z.string().nullable().describe('Why the last fetch brought nothing'),
  })
  .meta({ examples: [EXAMPLE] });

/** The schemas by the names that the document gives them. */
export const SCREEN_REPO_SCHEMAS: Readonly<Record<string, ZodType>> = {
  ScreenRepo: screenRepo,
  CreateScreenRepo: createRepoBody,
  UpdateScreenRepo: updateRepoBody,
  FetchScreenRepo: fetchRepoBody,
};
