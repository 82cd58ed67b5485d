/** The public module `stipple-server/native`: dither pixels to the inks of a panel, and encode them as a PNG. */
// biome-ignore lint/performance/noBarrelFile: the package's public entry; the server imports the files behind it
export { type DitherOptions, dither } from './dither.ts';
export { type EncodePngOptions, encodePng } from './encode-png.ts';
