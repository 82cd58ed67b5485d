/** Limits of schedules, each with its reason. */

const DAY = 86_400;

export const SCHEDULE_LIMITS = {
  /** Every look-up goes through all of them: a timetable of a school has 40 lessons a week. */
  windows: 64,
  /** Screens of one playlist; each may run within one call where all others have nothing to show. */
  items: 32,
  /** Ranges of one window: the holidays of a few years. */
  dates: 64,
  sleeps: 16,
  batteryRules: 8,
  /** An item of a playlist: no panel is woken more often than once a minute, and nobody looks at one for longer than a month. */
  itemMinSeconds: 60,
  itemMaxSeconds: 31 * DAY,
  /** A panel is not woken sooner for a change: each update takes it some 10 s. */
  wakeMinSeconds: 60,
  /**
   * Panels wake by clocks that drift. One that wakes just before a change would show the old picture, and be woken again: it is
   * told to sleep for so much longer, and for this share of the time.
   */
  wakeMarginSeconds: 5,
  wakeMarginShare: 0.001,
  /** How far ahead a change is looked for: a bit farther than the longest refresh reaches. */
  horizonSeconds: 32 * DAY,
  /** What is known of a moment is looked up anew after so long, so that the horizon moves on. */
  momentMaxSeconds: DAY,
  /** A pin for longer than a year is the screen of the entry. */
  pinMaxSeconds: 366 * DAY,
  /** The day ahead as a list: some weeks for a calendar view. */
  aheadMaxHours: 31 * 24,
  aheadDefaultHours: 24,
  aheadEntries: 1_000,
  /** Viewers of which is known what they show: a fleet, at some 200 bytes each. One that is forgotten gets its picture anew. */
  viewers: 20_000,
} as const;
