/**
 * Which texts a member wants completions to be made from: their ids and estimated tokens. In this
 * browser alone, for one account; signing out forgets it (`web/data/forget.ts`).
 */
import * as z from 'zod/mini'

export interface CompletionText {
  readonly id: string
  /** Estimated. */
  readonly tokens: number
}

const key = 'completion-texts'
const maxTexts = 400

const Stored = z.object({
  account: z.string(),
  texts: z.array(z.object({ id: z.string(), tokens: z.number().check(z.gte(0)) })).check(z.maxLength(maxTexts)),
})

/** Empty where nothing was chosen, or by another account. */
export function storedChoice(account: string): readonly CompletionText[] {
  try {
    const stored = Stored.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success && stored.data.account === account ? stored.data.texts : []
  } catch {
    return []
  }
}

/** @returns whether it is stored: the browser may be full, or forbid it. */
export function storeChoice(account: string, texts: readonly CompletionText[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ account, texts: texts.slice(0, maxTexts) }))
    return true
  } catch {
    return false
  }
}
