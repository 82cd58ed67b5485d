/** Letter spacing, word spacing and `textLength`, on the clusters of a chunk. */
import type { Cluster } from './clusters.ts';

/** CSS Text 3, "word-separator characters". */
const WORD_SEPARATORS = new Set([
  '\u0020',
  '\u00a0',
  '\u1361',
  '\u{10100}',
  '\u{10101}',
  '\u{1039f}',
  '\u{1091f}',
]);

/**
 * Change the advances of a chunk's clusters.
 * @param wantedLength  `textLength` in user units, or null
 * @returns the clusters; one that spacing leaves no room has no glyphs
 */
export function applySpacing(clusters: readonly Cluster[], wantedLength: number | null): readonly Cluster[] {
  const hidden = new Set<Cluster>();
  const spaced = clusters.some(({ character }) => character.style.lettering.text.letterSpacing !== 0);
  clusters.forEach((cluster, i) => {
    const { letterSpacing, wordSpacing } = cluster.character.style.lettering.text;
    // Spacing behind the last cluster would move centred text.
    if (spaced && i < clusters.length - 1) {
      cluster.advance += letterSpacing;
      if (cluster.advance <= 0) {
        cluster.advance = 0;
        hidden.add(cluster);
      }
    }
    if (wordSpacing !== 0 && WORD_SEPARATORS.has(cluster.character.text)) cluster.advance += wordSpacing;
  });
  if (wantedLength !== null) stretch(clusters, wantedLength);
  return hidden.size === 0
    ? clusters
    : clusters.map((cluster) => (hidden.has(cluster) ? { ...cluster, glyphs: [] } : cluster));
}

/** The wanted length replaces both spacings. */
function stretch(clusters: readonly Cluster[], wantedLength: number): void {
  const natural = clusters.reduce((sum, { width }) => sum + width, 0);
  const gap = clusters.length > 1 ? (wantedLength - natural) / (clusters.length - 1) : 0;
  for (const cluster of clusters) cluster.advance = cluster.width + gap;
}
