/** Characters of scripts whose syllables may have several glyphs. */

/**
 * Characters that may become a cluster of several glyphs. In the scripts that are left out, each letter has a glyph of
 * its own; marks belong to no script.
 */
export const MAY_JOIN: RegExp =
  /[^\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Emoji_Modifier}|\p{Regional_Indicator}/u;
