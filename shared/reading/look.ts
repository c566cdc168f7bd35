/** How pages look to one reader. Each is a `data-` attribute of `<html>` under its name here. */
export const lookChoices = {
  theme: ['system', 'light', 'dark', 'sepia', 'contrast'],
  size: ['1', '2', '3', '4', '5'],
  face: ['serif', 'sans', 'system', 'legible'],
  width: ['narrow', 'medium', 'wide'],
  lines: ['ragged', 'justified'],
  talk: ['serif', 'sans'],
  /** Whether long comments of long discussions are shortened. */
  threads: ['short', 'whole'],
  /** What others predict: at once, or once the reader has. */
  predictions: ['shown', 'answered'],
  /** What a post explains: below its text, or kept in sight. */
  glossary: ['folded', 'pinned'],
  /** Who wrote something: at once, or only once the reader points at the place of the name. */
  names: ['shown', 'hidden'],
  /** How much of each post a list shows. */
  lists: ['standard', 'short', 'long'],
  /** The order of comments under posts that have none of their own (`orderWishes`). */
  order: ['usual', 'top', 'magic', 'newest', 'oldest', 'replies'],
} as const

export type LookName = keyof typeof lookChoices
export type Look = { readonly [Name in LookName]: (typeof lookChoices)[Name][number] }

export const defaultLook: Look = {
  theme: 'system',
  size: '2',
  face: 'serif',
  width: 'medium',
  lines: 'ragged',
  talk: 'serif',
  threads: 'short',
  predictions: 'shown',
  glossary: 'folded',
  names: 'shown',
  lists: 'standard',
  order: 'usual',
}
export const lookNames = Object.keys(lookChoices) as readonly LookName[] // keys of a constant

export function isLookChoice(name: LookName, value: unknown): boolean {
  return lookChoices[name].some((choice) => choice === value)
}
