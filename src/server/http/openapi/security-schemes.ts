/** The ways to show who calls, as the OpenAPI document describes them. */
export const SECURITY_SCHEMES = {
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The admin token, or one of `admin_tokens` in the config, made by `stipple token --admin`, whose role is enough for the call',
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-stipple',
    description:
      'The session of the web console, by its cookie; `stipple` without TLS. Calls that change something are taken from pages of this server only',
  },
  frameToken: { type: 'apiKey', in: 'query', name: 'token', description: 'A token of the frame' },
  framePassword: {
    type: 'http',
    scheme: 'basic',
    description: 'A token of the frame as the password, with any user name',
  },
  frameBearer: { type: 'http', scheme: 'bearer', description: 'A token of the frame' },
  dataToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of `data_tokens` in the config, made by `stipple token --data`',
  },
  hookSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `webhook_secret` of the repo; git hosts sign the body with it instead',
  },
  deviceToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Access-Token',
    description: 'The key that a device got from `/api/setup`, or the one that it brought',
  },
} as const;

export type SecurityScheme = keyof typeof SECURITY_SCHEMES;
