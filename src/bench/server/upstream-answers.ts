/** What the upstream of the preset `fleet` answers: invented data that depends on the address alone. */
import { type Draw, pickOne, seeded } from './seeded.ts';

/** An answer, and how long the upstream takes for it. */
export interface UpstreamAnswer {
  readonly delayMs: number;
  readonly type: 'application/json' | 'text/html; charset=utf-8' | 'image/jpeg';
  readonly body: string | Uint8Array;
}

/** Makes the data of a path, and its slowest and fastest answer. */
interface Route {
  readonly delayMs: readonly [least: number, most: number];
  readonly make: (draw: Draw) => object | string;
}

const PLACES = [
  'Central Station',
  'Airport',
  'Old Town & Market',
  'Harbour',
  'University Hospital',
  'Stadium North',
  'Lakeside via Botanical Garden',
  'Industrial Park East',
  'Chapel Hill',
  'Zoo',
] as const;
const PEOPLE = ['A. Okafor', 'L. Amrein', 'S. Rossi', 'M. Keller', 'J. Lindqvist', 'Facility team'] as const;
const MEETINGS = [
  'Weekly planning',
  'Interview',
  'Budget review',
  'Design critique',
  'Supplier call',
  'Training: first aid',
  'Quarterly numbers and outlook',
] as const;
const TASKS = [
  'Water the tomatoes',
  'Call the plumber about the kitchen tap',
  'Book the train to Olten',
  'Return the library books',
  'Order paper for the printer',
  'Repair the bicycle light',
  'Write to Grandma',
  'Pay the rent',
  'Ask for an appointment at the dentist',
  'Buy a present for Jonas',
] as const;
const APPOINTMENTS = [
  'Dentist',
  'Parents’ evening',
  'Choir rehearsal',
  'Lunch with Samira',
  'Car service',
  'Handover of the flat in Mill Lane',
  'Swimming lesson',
  'Birthday of Grandma',
] as const;
const NOTICES = [
  [
    'Water',
    'No hot water on Thursday morning',
    'The boiler is serviced from eight to eleven; all floors are concerned.',
  ],
  [
    'Garden',
    'Apples for everybody',
    'They are ripe. Please bring a basket of your own and leave some for the hedgehogs.',
  ],
  ['Lift', 'The lift is out of order', 'A spare part is on its way. We expect it to run again by Tuesday.'],
  [
    'House',
    'Quiet hours during the exams',
    'The students on the third floor would be grateful for some silence after eight.',
  ],
  ['Waste', 'Paper is collected on Monday', 'Please put it out bundled, and not before Sunday evening.'],
  ['Cellar', 'Bicycles without a name', 'Those that still have none at the end of the month are given away.'],
] as const;

const LINES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const EVERY = [6, 8, 10, 12, 15, 20, 30] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const ROUTES: Readonly<Record<string, Route>> = {
  '/departures': { delayMs: [20, 80], make: departures },
  '/prices': { delayMs: [60, 120], make: prices },
  '/notices': { delayMs: [80, 200], make: notices },
  '/bookings': { delayMs: [30, 90], make: bookings },
  '/tasks': { delayMs: [30, 90], make: tasks },
  '/energy': { delayMs: [40, 150], make: energy },
  '/forecast': { delayMs: [80, 250], make: forecast },
  // It is as slow as the calendars that people really have.
  '/agenda': { delayMs: [300, 1_500], make: agenda },
};

const PHOTO_DELAY_MS = 60;

/** The answer for an address; null where there is nothing. */
export function upstreamAnswer(url: URL, photo: Uint8Array): UpstreamAnswer | null {
  if (url.pathname === '/photo.jpg') return { delayMs: PHOTO_DELAY_MS, type: 'image/jpeg', body: photo };
  const route = Object.hasOwn(ROUTES, url.pathname) ? ROUTES[url.pathname] : undefined;
  if (route === undefined) return null;
  const draw = seeded(url.pathname + url.search);
  const [least, most] = route.delayMs;
  const delayMs = least + draw(most - least + 1);
  const made = route.make(draw);
  return typeof made === 'string'
    ? { delayMs, type: 'text/html; charset=utf-8', body: made }
    : { delayMs, type: 'application/json', body: JSON.stringify(made) };
}

function departures(draw: Draw): object {
  const lines = LINES.map((number) => ({
    line: draw(3) === 0 ? `S${number}` : String(number + draw(60)),
    to: pickOne(draw, PLACES),
    platform: pickOne(draw, ['A', 'B', 'C', 'D', '1', '2', '3', '11']),
    every: pickOne(draw, EVERY),
    offset: draw(30),
    delay: draw(4) === 0 ? 1 + draw(9) : 0,
  }));
  return { lines };
}

function prices(draw: Draw): object {
  const hours = HOURS.map((hour) => {
    const peaks = Math.exp(-(((hour - 8) / 2.5) ** 2)) * 14 + Math.exp(-(((hour - 19) / 2.5) ** 2)) * 17;
    return Number((17 + peaks + draw(30) / 10).toFixed(1));
  });
  return { unit: 'ct/kWh', hours };
}

function notices(draw: Draw): string {
  const start = draw(NOTICES.length);
  const items = NOTICES.map((_, index) => {
    const [kind, title, text] = NOTICES[(start + index) % NOTICES.length] ?? NOTICES[0];
    return `<li class="notice" data-kind="${kind}"><h2>${title}</h2><p>${text}</p></li>`;
  });
  return `<!DOCTYPE html><html lang="en"><head><title>Notices</title></head><body><ul>${items.join('\n')}</ul></body></html>`;
}

function bookings(draw: Draw): object {
  const list: object[] = [];
  let from = 7 * 60 + 30 * draw(4);
  while (from < 20 * 60) {
    const to = from + 30 * (1 + draw(4));
    list.push({ from, to, title: pickOne(draw, MEETINGS), who: pickOne(draw, PEOPLE) });
    from = to + 30 * draw(5);
  }
  return {
    name: pickOne(draw, ['Lindenhof', 'Oerlikon', 'Bellevue', 'Enge']),
    seats: 4 + draw(12),
    bookings: list,
  };
}

function tasks(draw: Draw): object {
  const start = draw(TASKS.length);
  const list = Array.from({ length: 5 + draw(4) }, (_, index) => ({
    title: TASKS[(start + index) % TASKS.length],
    due: pickOne(draw, ['today', 'tomorrow', 'Friday', 'next week']),
    done: draw(3) === 0,
  }));
  return { tasks: list };
}

function energy(draw: Draw): object {
  const peak = 4 + draw(80) / 10;
  const solar = HOURS.map((hour) =>
    rounded(Math.max(0, Math.sin(((hour - 5.5) / 14) * Math.PI)) ** 1.4 * peak * clouds(draw)),
  );
  const use = HOURS.map((hour) => rounded(0.4 + (hour > 5 && hour < 23 ? 1 + draw(35) / 10 : draw(4) / 10)));
  return { solar, use, battery: 10 + draw(90), days: Array.from({ length: 7 }, () => 10 + draw(50)) };
}

function clouds(draw: Draw): number {
  return 0.75 + draw(25) / 100;
}

function forecast(draw: Draw): object {
  const low = draw(18) - 3;
  const span = 5 + draw(9);
  const hours = HOURS.map((hour) =>
    rounded(low + (span * (1 - Math.cos(((hour - 4) / 24) * 2 * Math.PI))) / 2),
  );
  const rain = HOURS.map(() => (draw(4) === 0 ? rounded(draw(40) / 10) : 0));
  const days = Array.from({ length: 4 }, () => {
    const coldest = low - 2 + draw(5);
    return { low: coldest, high: coldest + 4 + draw(9), cloud: draw(100) };
  });
  return { hours, rain, days };
}

function agenda(draw: Draw): object {
  let day = draw(2);
  const events = Array.from({ length: 7 }, () => {
    const event = {
      day,
      time: draw(6) === 0 ? '' : `${8 + draw(12)}:${pickOne(draw, ['00', '15', '30', '45'])}`,
      title: pickOne(draw, APPOINTMENTS),
    };
    day += 1 + draw(3);
    return event;
  });
  return { events };
}

function rounded(number: number): number {
  return Number(number.toFixed(1));
}
