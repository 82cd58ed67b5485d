/** The screens of the preset `fleet`: how many of its devices show each, and with which params. */
import type { PlainObject } from '../../platform/base/plain.ts';

/** Panels by name in the embedded config, and how often a fleet has each. */
export type PanelShares = Readonly<Record<'og' | 'og_two_inks' | 'x_16' | 'reterminal_e1002', number>>;

export interface PresetScreen {
  readonly name: string;
  /** Devices in 100 that show it. */
  readonly share: number;
  /** Its web server, which several screens may ask; absent for screens that ask nobody. */
  readonly upstream?: string;
  /** Absent where the panels are those of the whole fleet. */
  readonly panels?: PanelShares;
  /** Params of the n-th device, from 0: the same for all, for groups, or for each another. */
  readonly params?: (number: number) => PlainObject;
}

/** Most devices are small and grey. */
export const COMMON_PANELS: PanelShares = { og: 60, og_two_inks: 16, x_16: 9, reterminal_e1002: 15 };

/** Devices that show photos have a panel for them. */
const PHOTO_PANELS: PanelShares = { og: 30, og_two_inks: 0, x_16: 25, reterminal_e1002: 45 };

const STATIONS = [
  'Harbour',
  'Central Station',
  'University',
  'Airport',
  'Old Town',
  'Stadium',
  'Zoo',
  'Lakeside',
];
const HOUSES = ['Mill Lane 4', 'Station Road 19', 'Garden Street 7', 'Chapel Hill 2'];
const ZONES = ['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Tokyo'];
const CITIES = [
  'Bern',
  'Basel',
  'Zürich',
  'Genève',
  'Lugano',
  'Chur',
  'Olten',
  'Thun',
  'Brig',
  'Sion',
  'Aarau',
];
const ALBUMS = ['Autumn by the lake', 'Our first winter', 'Grandpa’s mountains', 'On the road', 'Mornings'];
const FIRST_NAMES = [
  'Luise',
  'Amara',
  'Jonas',
  'Samira',
  'Mateo',
  'Ida',
  'Kenji',
  'Olivia',
  'Emil',
  'Noor',
  'Zoë',
];
const LAST_NAMES = [
  'Amrein',
  'Okafor',
  'Lindqvist',
  'Rossi',
  'Keller',
  'Tanaka',
  'Baumann',
  'Nguyen',
  'Sutter',
];
const TEAMS = ['Research', 'Logistics', 'Facility', 'Finance', 'Support', 'Legal', 'Design', 'Production'];

/** The screens that many people see together come first, then those of one person, clocks, pictures, and figures. */
export const PRESET_SCREENS: readonly PresetScreen[] = [
  {
    name: 'departures',
    share: 10,
    upstream: 'departures',
    params: (number) => ({ station: nth(STATIONS, number) }),
  },
  { name: 'menu', share: 4 },
  { name: 'notices', share: 5, upstream: 'notices', params: (number) => ({ house: nth(HOUSES, number) }) },
  { name: 'prices', share: 4, upstream: 'prices' },
  {
    name: 'timetable',
    share: 5,
    params: (number) => ({ class: `${5 + (number % 5)}${nth(['a', 'b', 'c', 'd'], number)}` }),
  },
  { name: 'wifi', share: 2, params: () => ({ ssid: 'Guests' }) },
  { name: 'room', share: 9, upstream: 'bookings', params: (number) => ({ room: roomOf(number) }) },
  { name: 'tasks', share: 6, upstream: 'tasks', params: (number) => ({ who: personOf(number) }) },
  {
    name: 'badge',
    share: 5,
    params: (number) => ({ name: personOf(number), team: nth(TEAMS, number), desk: roomOf(number) }),
  },
  { name: 'agenda', share: 4, upstream: 'agenda', params: (number) => ({ who: personOf(number) }) },
  { name: 'digital', share: 7, params: (number) => ({ zone: nth(ZONES, number) }) },
  { name: 'analog', share: 4 },
  { name: 'worldclock', share: 3 },
  {
    name: 'photo',
    share: 7,
    upstream: 'photo',
    panels: PHOTO_PANELS,
    params: (number) => ({ frame: number + 1 }),
  },
  {
    name: 'album',
    share: 3,
    upstream: 'photo',
    panels: PHOTO_PANELS,
    params: (number) => ({ album: nth(ALBUMS, number) }),
  },
  { name: 'poster', share: 3, upstream: 'photo' },
  { name: 'status', share: 4 },
  { name: 'energy', share: 5, upstream: 'energy', params: (number) => ({ site: `Roof ${number + 1}` }) },
  { name: 'forecast', share: 7, upstream: 'forecast', params: (number) => ({ city: nth(CITIES, number) }) },
  { name: 'report', share: 3, params: (number) => ({ team: `${nth(TEAMS, number)} ${1 + (number >> 3)}` }) },
];

function nth<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

/** Floor and room: `4.117`. */
function roomOf(number: number): string {
  return `${1 + (number % 9)}.${100 + number}`;
}

/** Another name for each of the first hundred. */
function personOf(number: number): string {
  return `${nth(FIRST_NAMES, number)} ${nth(LAST_NAMES, number)}`;
}
