/** A screen with params. It is apart from the calls of the admin API, which load its whole document. */
import { PLAIN_SCREEN } from './server.ts';

/** A screen with parameters of every kind. */
export const TYPED_SCREEN: Readonly<Record<string, string>> = {
  'typed.lua':
    'return { data = { title = tostring(params.city) .. (params.days or 0) }, refresh_rate = 120 }',
  'typed.svg': PLAIN_SCREEN['plain.svg'] ?? '',
  'typed.meta.yaml': `title: Typed
description: Takes everything.
service: "9.9"
params:
  city: { type: string, required: true, label: City }
  days: { type: int, min: 1, max: 7, default: 3 }
  factor: { type: float, min: 0 }
  loud: { type: bool }
  units: { type: enum, options: [metric, { value: us, label: American }] }
  ink: { type: color }
  feed: { type: url }
  key: { type: string, sensitive: true }
`,
};

export const SCREENS = { ...PLAIN_SCREEN, ...TYPED_SCREEN };
