/** Limits that several rooms share, each with its reason. Others stand beside what they limit; stores: `memory-plan.ts`. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const LIMITS = {
  /** A display or image call, waiting included. Firmware waits 15 s: 1 s is for the network, 0.5 s for a crowded machine. */
  deviceCallMs: 13_500,
  /** Part of it that is kept for what follows a failure: the error screen, or the last good picture with its mark. */
  failureReserveMs: 1_500,
  /** A preview: both waits of `PREVIEW_LIMITS.waitMs`, and screen and picture at an honest pace. Below `socketIdleMs`. */
  previewMs: 50_000,
  /** `stipple render`: compose and picture at their own limits, on a machine that starts cold. */
  renderMs: 30_000,
  /** Script and template together, waiting included: what a device's call leaves for them. */
  composeWallMs: 12_000,
  /** Part of it that waiting may not use, be it for a thread, HTTP or pictures: the template still has to run. */
  composeReserveMs: 2_000,
  /** Longest wait for a thread: a slow screen must leave time for its own run. After it a device is asked to come back. */
  composeWaitMs: 6_000,
  /** CPU time of one run of a script: far more than any honest screen needs, and short enough for the other screens. */
  scriptCpuMs: 2_000,
  /** Lua heap of one run. The memory of the wasm instance never shrinks, so this also limits what a worker keeps. */
  scriptMemoryBytes: 64 * MIB,
  /** Source of one script, template or metadata file: nobody writes more by hand. */
  sourceFileBytes: 2 * MIB,
  /** The config file: 10 000 devices with params take about 1 MiB. */
  configFileBytes: 8 * MIB,
  configNodes: 1_000_000,
  /** Metadata of one screen, read on the main thread; its tokens, in `text-limits.ts`, bound the time. */
  metaFileBytes: 64 * KIB,
  /** Nesting of YAML: real files stay below 10, and the YAML composer recurses. */
  yamlDepth: 64,
  /** Screens of which something may be kept, and how often a call waits for a run of another that may make its result. */
  composedScreens: 1_000,
  composeJoins: 3,
  /** Values that a script passes to its template: copying more would take longer than drawing. */
  scriptResultNodes: 200_000,
  /** Text that a template may produce, and that the SVG pass accepts. */
  templateOutputBytes: 8 * MIB,
  svgBytes: 8 * MIB,
  /** Time to process one picture for a script (`image_process`). */
  imageWallMs: 6_000,
  /** Screens that the metrics tell apart: each name makes up to 40 time series. Others are counted together. */
  metricScreens: 100,
  /** Drawing one picture, where a caller waits so long; a Spectra panel with photos needs well under one second. */
  rasterWallMs: 15_000,
  /** Longest edge of a picture: larger values of the `Width` and `Height` headers are ignored. */
  pictureEdgePx: 4096,
  /** Most pixels of a picture: 4096 x 4096 would cost 64 MiB of RGBA a worker. */
  picturePixels: 4096 * 4096,
  /**
   * How long a picture that is announced to a device may have to wait for those that were promised before. It leaves more than
   * half of the call for what is hard to estimate: a crowded machine, and pictures that take longer than others of their
   * kind.
   */
  promisePatienceMs: 5_000,
  /**
   * How long a device is expected to come for its picture: firmware asks at once, and tries for 15 s to connect; on a slow
   * network the answer before took its time, too.
   */
  promiseMs: 30_000,
  /** SVGs of promised pictures, which stay in the store until they are drawn: each may have 8 MiB. */
  promisedBytes: 16 * MIB,
  /** Pictures that wait to be drawn before a device asks. Of more, the next ones are asked for before their turn comes. */
  speculations: 256,
  /** Sizes of displays for which the picture that says "busy" is kept for good; one has some 3 KiB. */
  busySizes: 128,
  /** Jobs that may wait for a free thread. Beyond it a device is asked to come back. */
  composeQueue: 256,
  /** Jobs that may wait for a process while those are replaced: they have had their turn, so there are few. */
  rasterQueue: 256,
  /** Failures of a screen in a row that are hidden: the device keeps showing its last good picture. */
  keptTries: 3,
  /** How long such a device's call waits at most to see whether its new picture can be drawn. */
  keptDrawMs: 2_000,
  /** A signed time is valid this long before and after it: clocks of devices drift, and /api/time tells them ours. */
  signedTimeWindowMs: 60_000,
  /** Signed times that are remembered: 10 000 devices that call every second or so for two windows. */
  signedTimes: 1_000_000,
  /** Events kept: addresses for each kind of one device, and events in all. The others are only counted. */
  eventAddressesPerKind: 3,
  events: 60_000,
  /** Age at which an event is dropped: long enough for somebody who looks once a week. */
  eventMs: 7 * 86_400_000,
  /** A device counts as in use until it has missed this many refreshes. */
  inUseRefreshes: 3,
  /**
   * First calls (and setups) of new devices from one address and from all: a fleet of 20 000 behind one address may
   * come at once after a restart, then they are slowed down. At 10 a second, guessing one short code out of 4 * 10^13
   * takes 130 000 years.
   */
  newDeviceBurst: 20_000,
  newDevicesPerSecond: 10,
  newDeviceBurstTotal: 100_000,
  newDevicesPerSecondTotal: 50,
  /** Wrong tokens and keys for known devices: a device that lost its own sends five each time it wakes. */
  wrongTokenBurst: 100,
  wrongTokensPerSecond: 1,
  wrongTokenBurstTotal: 10_000,
  wrongTokensPerSecondTotal: 20,
  /** Attempts that each address has even when others have used up the total: a device makes five each time it wakes. */
  attemptsReserved: 10,
  attemptsReservedMs: 600_000,
  /** Number of addresses whose attempts are counted, the most recent ones: about 1 MiB. */
  attemptAddresses: 10_000,
  /** Valid signed calls that were refused: they are remembered, so that they cannot be sent again. */
  refusedSignedTimes: 100_000,
  /** Text of a `Colors` header: a full palette with commas and spaces. */
  colorsHeaderCharacters: 256 * 9,
  /** Refresh interval of a device without a mapping: its owner is waiting in front of it. */
  unmappedRefreshSeconds: 300,
  refreshMaxSeconds: 2_592_000,
  /** Least refresh of a device on battery: a wake takes 5 to 15 s, so below it the radio would be on for most of the time. */
  batteryRefreshMinSeconds: 30,
  errorRefreshSeconds: 60,
  defaultRefreshSeconds: 900,
  /** Lifetime of signed URLs, and one more minute for clocks that were set back. */
  signedUrlSeconds: 3_600,
  signedUrlSlackSeconds: 60,
  /**
   * `X-Forwarded-Prefix`: with the longest host (259 characters with its port), scheme, path and signature (139) an image
   * address stays below the 1 023 bytes that firmware has room for.
   */
  forwardedPrefixCharacters: 256,
  /** Bodies of the device API. */
  logBodyBytes: 256 * KIB,
  logEntriesPerCall: 100,
  logEntriesPerDevice: 200,
  /** Characters of one stored log entry as JSON; firmware writes about 500. Longer entries are cut. */
  logEntryCharacters: 2 * KIB,
  /** Memory for the log of one device, whatever the size of its entries. */
  logBytesPerDevice: 64 * KIB,
  /**
   * Memory for the logs of all devices: 10 000 with 3 KiB each. Devices without an entry in the config have a smaller
   * store of their own, because anybody can invent them.
   */
  logBytesMapped: 32 * MIB,
  logBytesUnmapped: 8 * MIB,
  /** Bodies of the admin API: a device with very long params takes a few kilobytes. */
  adminBodyBytes: 256 * KIB,
  /** All headers of a request together; the same as Node's default. */
  headerBytes: 16 * KIB,
  /**
   * Open connections: 10 000 devices that wake within a minute and keep theirs for ten seconds are 1 700, and one takes
   * some 30 KiB. Where the system allows fewer descriptors, fewer connections are allowed.
   */
  connections: 10_000,
  /** Connections to the port of the metrics: two Prometheus servers, and a few people who look. They are in `openFilesBase`. */
  metricsConnections: 32,
  /**
   * Connections that the system has taken and the server has not: as many as come in while it computes for a second. Of those
   * beyond, the system takes no notice, and their callers try again after 1, 3, 7 and 15 seconds. The system may allow fewer
   * (on Linux `net.core.somaxconn`, 4096).
   */
  waitingConnections: 4_096,
  /** The server does not start with fewer connections than this. */
  connectionsMin: 32,
  /** Descriptors for everything except connections and threads. */
  openFilesBase: 256,
  /** Requests on one connection, as many as nginx allows: proxies then open a new one without a pause. */
  requestsPerConnection: 1_000,
  /** What a client may send before its earlier requests are answered: a few requests. Only attackers send more. */
  pipelineBytes: 4 * KIB,
  /** An unread body is read to its end up to this size, so that the connection can be kept. */
  unreadBodyBytes: 64 * KIB,
  /** When a client is still sending after its answer: for how long, and how much, input is discarded before closing. */
  lingerMs: 2_000,
  lingerBytes: 1 * MIB,
  /** Deadlines for the head of a request and for all of it, and how often they are checked. */
  headersMs: 15_000,
  requestMs: 30_000,
  requestCheckMs: 5_000,
  /** Longer than the idle timeout of common proxies, so that the proxy closes first. */
  keepAliveMs: 65_000,
  /** Deadline for a client to receive its answer: the largest picture at 6 KB/s. */
  answerMs: 120_000,
  /** Time without a byte in either direction, also while a client does not read its answer; a preview may take 50 s. */
  socketIdleMs: 60_000,
  /** Firmware refuses a picture of exactly 90 000 (750 000) bytes, so the limit is one less. */
  pngBytesSmall: 89_999,
  pngBytesLarge: 749_999,
  /** Pictures with more pixels than an 800 x 480 panel get the large limit. */
  pngSmallPixels: 800 * 480,
  /** Time for running work to finish after SIGTERM. */
  drainMs: 10_000,
  paletteMinInks: 2,
  paletteMaxInks: 256,
} as const;
