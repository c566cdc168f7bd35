/**
 * What is being typed that a list may help with: a block after `/`, a member after `@`, a post
 * after `[[`.
 */
export type CompletionKind = 'block' | 'member' | 'post'
export type Trigger = {
  readonly kind: CompletionKind
  /** Where the sign begins, counted from the start of the text that was looked at. */
  readonly start: number
  readonly query: string
}

/** No more than this is looked at before the caret. */
export const longestTrigger = 100

/** Stands for everything in a line that is no text. */
export const atomSign = '\uFFFC'

// Each begins at the last sign before the caret and looks no further back: linear. A sign inside a
// word (and/or, a@b) is none.
const patterns: readonly (readonly [CompletionKind, string, RegExp])[] = [
  ['post', '[[', /^\[\[([^[\]\n\uFFFC]{0,80})$/u],
  ['member', '@', /^@([\p{L}\p{N}_.\p{M}’'-]{0,40}(?: [\p{L}\p{N}_.\p{M}’'-]{1,40}){0,2})$/u],
  ['block', '/', /^\/([\p{L}\p{N}\p{M}-]{0,30}(?: [\p{L}\p{N}\p{M}]{1,20}){0,2})$/u],
]

/**
 * @param before the text from the start of the block, or the last hundred characters of it, up to
 *   the caret.
 */
export function triggerIn(before: string): Trigger | null {
  for (const [kind, sign, pattern] of patterns) {
    const start = before.lastIndexOf(sign)
    if (start < 0 || (kind !== 'post' && !/^$|[\s(“„«"'—–\uFFFC]/u.test(before.charAt(start - 1)))) continue
    const query = pattern.exec(before.slice(start))?.[1]
    if (query !== undefined) return { kind, start, query }
  }
  return null
}
