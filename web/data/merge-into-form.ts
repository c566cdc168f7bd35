import type { Typed } from './merge-typed.ts'
import { mergeText } from './merge-typed.ts'
import { writeField } from './write-field.ts'

/**
 * What others have kept at a form's place comes into its fields beside what stands there; the caret
 * stays at its letter. Says whether anything came.
 * @param theirs as it is kept now
 * @param base what the form and they had in common; a field that is not among them was as the page
 *   brought it
 */
export function mergeIntoForm(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[], theirs: Typed, base: Typed): boolean {
  let isChanged = false
  for (const field of fields) {
    const { name, value, defaultValue } = field
    const next = mergeText(base[name] ?? defaultValue, theirs[name] ?? defaultValue, value)
    if (next === value) continue
    const behind = field === document.activeElement ? value.length - (field.selectionEnd ?? value.length) : 0
    writeField(field, next)
    isChanged = true
    // Counted from the end where what follows the caret is the same; somebody typing is at the end
    // as a rule.
    if (field === document.activeElement && field.selectionEnd !== null) field.setSelectionRange(next.length - behind, next.length - behind)
  }
  return isChanged
}
