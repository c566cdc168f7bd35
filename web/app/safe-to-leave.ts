/**
 * Whether a tab could begin anew without anybody losing anything: no editor in use, and nothing
 * typed that is not kept on this device. Fields of forms with `data-keep` are kept at each pause of
 * typing (web/data/saved-text.ts); what holds a draft of its own says `data-kept`.
 */
export function isSafeToLeave(root: Document): boolean {
  if (root.activeElement?.closest('[contenteditable="true"], textarea') && root.visibilityState === 'visible') return false
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  return fields.every((field) => !isTyped(field) || field.closest('form[data-keep], [data-kept]') !== null)
}

function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLInputElement && !['text', 'search', 'url', 'email', 'password', 'date', 'tel', 'number'].includes(field.type))
    return false
  return field.value !== field.defaultValue && field.value.trim() !== ''
}
