/** Local stand-ins for the public APIs that the built-in screens ask, with answers of the same shape. */
import { createServer, type Server } from 'node:http';
import { listen } from '../network/listen.ts';

const HOUR = 3600;
const DAY = 86_400;

/** A forecast as Open-Meteo gives it for `timeformat=unixtime`, in a zone one hour east of Greenwich. */
export function forecast(nowSeconds: number): Record<string, Record<string, unknown> | number | string> {
  const offset = HOUR;
  const midnight = Math.floor((nowSeconds + offset) / DAY) * DAY - offset;
  const days = Array.from({ length: 8 }, (_, day) => midnight + day * DAY);
  const hours = Array.from({ length: 8 * 24 }, (_, hour) => midnight + hour * HOUR);
  return {
    utc_offset_seconds: offset,
    timezone: 'Europe/Zurich',
    current: {
      time: Math.floor(nowSeconds / 900) * 900,
      temperature_2m: 7.4,
      apparent_temperature: -4.6,
      relative_humidity_2m: 81,
      is_day: 1,
      weather_code: 61,
      wind_speed_10m: 12.6,
    },
    hourly: {
      time: hours,
      temperature_2m: hours.map((_, hour) => Number((5 + 4 * Math.sin((hour % 24) / 4)).toFixed(1))),
      precipitation: hours.map((_, hour) => (hour % 5 === 0 ? 1.2 : 0)),
    },
    daily: {
      time: days,
      weather_code: [61, 2, 3, 71, 80, 0, 95, 45],
      temperature_2m_max: [8.2, 9.4, 6.1, 1.8, 4.4, 7.9, 11.2, 6],
      temperature_2m_min: [3.1, 2.2, -0.4, -3.6, -1.2, 0.2, 4.5, 2],
      sunrise: days.map((day) => day + 27_120),
      sunset: days.map((day) => day + 60_300),
    },
  };
}

/** One departure as transport.opendata.ch gives it. */
export function departure(
  leavesAtSeconds: number,
  more: { category: string; number: string; to: string; platform?: string | null; delay?: number | null },
): Record<string, unknown> {
  const local = new Date((leavesAtSeconds + HOUR) * 1000).toISOString().slice(0, 19);
  const { category, number, to, platform = '7', delay = null } = more;
  return {
    stop: {
      departure: `${local}+0100`,
      departureTimestamp: leavesAtSeconds,
      delay,
      platform,
      prognosis: { platform: null, departure: null },
    },
    category,
    number,
    to,
  };
}

export interface FakeApi {
  readonly url: string;
  /** Paths with queries that were asked for. */
  readonly asked: string[];
  /** Status and body of the answers from now on. */
  answer(status: number, body: unknown): void;
  stop(): Promise<void>;
}

/** Start a server that answers everything alike. */
export async function startFakeApi(): Promise<FakeApi> {
  let status = 200;
  let body = '{}';
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    asked,
    answer: (nextStatus, nextBody) => {
      status = nextStatus;
      body = typeof nextBody === 'string' ? nextBody : JSON.stringify(nextBody);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An address where nobody answers. */
export const NOBODY = 'http://127.0.0.1:9';
