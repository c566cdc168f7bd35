/**
 * Bugs planted on purpose, to test the tests of suggestions. They live in author.ts, each in the
 * place where it might be made.
 */
export const suggestionBugs = {
  'repeats-stay': 'what two have taken over apart stands in the text twice',
  'repeats-take-all': 'with words that stand there again goes what somebody has written between them',
  'accept-overwrites': 'who takes a proposal over puts its block in the place of what stands there by now',
  'verdict-flips': 'what is rejected later is rejected, though its words are in the text',
} as const
export type SuggestionBug = keyof typeof suggestionBugs
