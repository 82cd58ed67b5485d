/** The config file as the admin API shows it: all of it, but no token. */
import { isPlainObject, type PlainObject } from '../base/plain.ts';
import type { AdminApi } from './admin-api.ts';

/** The config file as JSON, `admin.token` and the tokens of the screen repos left out. */
export function configView(api: AdminApi): PlainObject {
  const { admin, screen_repos: repos, ...rest } = api.rawConfig();
  return {
    ...rest,
    ...(admin === undefined ? {} : { admin: isPlainObject(admin) ? withoutToken(admin) : null }),
    ...(repos === undefined ? {} : { screen_repos: isPlainObject(repos) ? withoutTokens(repos) : null }),
  };
}

function withoutToken(entry: PlainObject): PlainObject {
  const { token: _, ...rest } = entry;
  return rest;
}

function withoutTokens(repos: PlainObject): PlainObject {
  return Object.fromEntries(
    Object.entries(repos).map(([handle, entry]) => [
      handle,
      isPlainObject(entry) ? withoutToken(entry) : null,
    ]),
  );
}
