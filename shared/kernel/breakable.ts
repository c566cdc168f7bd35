/**
 * The text with places to break in a chain of emoji: whatever joiners join is one sign that no
 * browser breaks, so a title of forty made every list as wide as it. The longest of Unicode's emoji
 * join four (emoji-zwj-sequences.txt 16.0). As long as it was: places in a text stay where they
 * are.
 */
export function breakable(text: string): string {
  return text.includes('\u200D') ? text.replace(endlessEmoji, (run) => run.replaceAll('\u200D', '\u200B')) : text
}

const endlessEmoji = /(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]{0,2}\u200D){8,}/gu
