/** What a simulated device sends and how it takes answers: the form of the data. `{name}` stands for a value of the device. */

export type Header = readonly [name: string, value: string];

/** How long a device sleeps, and what it makes of an answer. */
export type Manners =
  | { readonly kind: 'firmware'; readonly isLadderByEmptyUrl: boolean }
  | {
      readonly kind: 'client';
      /** Shorter refreshes are made as long as this. */
      readonly leastSeconds: number;
      /** Where the answer has no refresh, and for clients that do not follow it. */
      readonly ownSeconds: number;
      readonly followsRefresh: boolean;
      readonly retrySeconds: number;
    };

export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Null for clients whose token is typed in: setup is then called as a person would with curl. */
  readonly setup: { readonly path: string; readonly headers: readonly Header[]; readonly byHand: boolean };
  readonly display: { readonly path: string; readonly headers: readonly Header[] };
  readonly image: {
    readonly headers: readonly Header[];
    /** Whether the headers are sent only where the address begins with that of the server. */
    readonly toServerOnly: boolean;
  };
  /** Null for clients that send none. */
  readonly log: {
    readonly path: string;
    readonly headers: readonly Header[];
    readonly shape: keyof typeof LOG_SHAPES;
  } | null;
  /** What the device sends and a browser does not let a page say. */
  readonly unsent: readonly Header[];
  readonly size: readonly [width: number, height: number];
  readonly battery: 'volts' | 'percent' | 'fixed';
  readonly manners: Manners;
  /** The largest file it shows, and which decoder it has; null where an operating system decodes. */
  readonly decoder: { readonly kind: 'og' | 'x'; readonly maxBytes: number } | null;
}

/** Entries of a log, as the device sends them. Values of `{}` that are numbers are sent as such. */
export const LOG_SHAPES = {
  /** Firmware since 1.5.12: lib/trmnl/src/serialize_log.cpp. */
  logs: {
    logs: [
      {
        created_at: '{now}',
        id: '{serial}',
        message: '{message}',
        source_line: 1747,
        source_path: 'src/bl.cpp',
        wifi_signal: '{rssi}',
        wifi_status: 'connected',
        refresh_rate: '{refresh}',
        sleep_duration: '{refresh}',
        firmware_version: '{firmware}',
        special_function: 'none',
        battery_voltage: '{volts}',
        wake_reason: '{source}',
        free_heap_size: 148_320,
        max_alloc_size: 110_580,
        level: 'error',
      },
    ],
  },
  /** Firmware before. */
  logs_array: {
    log: {
      logs_array: [
        {
          creation_timestamp: '{now}',
          device_status_stamp: {
            wifi_rssi_level: '{rssi}',
            wifi_status: 'connected',
            refresh_rate: '{refresh}',
            time_since_last_sleep_start: '{refresh}',
            current_fw_version: '{firmware}',
            special_function: 'none',
            battery_voltage: '{volts}',
            wakeup_reason: '{source}',
            free_heap_size: 148_320,
          },
          log_id: '{serial}',
          log_message: '{message}',
          log_codeline: 1204,
          log_sourcefile: 'src/bl.cpp',
          additional_info: { retry_attempt: 0 },
        },
      ],
    },
  },
  /** Homeplate. */
  messages: { logs: [{ message: '{message}', id: '{serial}', created_at: '{now}' }] },
} as const;

export const ID: Header = ['ID', '{mac}'];
export const TOKEN: Header = ['Access-Token', '{token}'];
export const JSON_TYPE: Header = ['Content-Type', 'application/json'];

/** Wake causes, as the firmware names them. */
export const UPDATE_SOURCES = ['powercycle', 'timer', 'button', 'EXT0', 'EXT1', 'unknown'] as const;
