/**
 * Unsent text of forms marked `data-keep="place"`, kept on this device per place until it is sent or thrown away. What differs from the
 * page is kept; with `data-typed` (the page is the answer to this form) all of it.
 * Passwords, hidden and chosen fields are never kept.
 */
interface Kept {
  readonly values: Readonly<Record<string, string>>
  /** ms since 1970 */
  readonly at: number
}

const prefix = 'kept:'
const keptForMs = 30 * 86_400_000
const waitMs = 250

type Field = HTMLInputElement | HTMLTextAreaElement

/** Follows typing everywhere on the page. Saves a quarter of a second after the last key, and at once when the page goes away. */
export function startKeeping(now: () => number = Date.now): void {
  const waiting = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>()
  const save = (form: HTMLFormElement) => {
    clearTimeout(waiting.get(form))
    waiting.delete(form)
    keepNow(form, now)
  }
  document.addEventListener('input', (event) => {
    const form = event.target instanceof HTMLElement ? event.target.closest<HTMLFormElement>('form[data-keep]') : null
    if (form === null) return
    clearTimeout(waiting.get(form))
    waiting.set(
      form,
      setTimeout(() => save(form), waitMs),
    )
  })
  const saveAll = () => [...waiting.keys()].forEach(save)
  addEventListener('pagehide', saveAll)
  document.addEventListener('visibilitychange', saveAll)
  forgetOld(now())
}

export function keepNow(form: HTMLFormElement, now: () => number = Date.now): void {
  const place = form.dataset['keep']
  if (place === undefined) return
  // In answer to a form, what was typed has come back as the fields' own values.
  const isTyped = form.dataset['typed'] !== undefined
  const typed = textFields(form).filter((field) => isTyped || field.value !== field.defaultValue)
  if (typed.every((field) => field.value.trim() === '')) return forgetKept(place)
  const kept: Kept = { values: Object.fromEntries(typed.map((field) => [field.name, field.value])), at: now() }
  try {
    localStorage.setItem(prefix + place, JSON.stringify(kept))
  } catch {
    // Full or forbidden: the text is still in the field.
  }
}

/** What was typed here and not sent; `null` when there is nothing. */
export function keptText(place: string): Kept | null {
  try {
    return parseKept(localStorage.getItem(prefix + place))
  } catch {
    return null
  }
}

/** Puts kept text into the fields that nobody has typed in since. Says whether anything was put back. */
export function putBack(form: HTMLFormElement): boolean {
  const kept = keptText(form.dataset['keep'] ?? '')
  if (kept === null) return false
  const untouched = textFields(form).filter(
    (field) => field.value === field.defaultValue && (kept.values[field.name] ?? field.value) !== field.value,
  )
  for (const field of untouched) field.value = kept.values[field.name] ?? ''
  return untouched.length > 0
}

/** Where a deed's unsent text is kept; `undefined` for deeds without one. `values` are the form's fields. */
export function placeOfDeed(deed: string, values: Readonly<Record<string, string>>): string | undefined {
  if (deed === 'comments.post') return `comment:${values['postId'] ?? ''}:${values['parentId'] ?? ''}`
  if (deed === 'comments.edit') return `edit:${values['commentId'] ?? ''}`
  return deed === 'posts.publish' || deed === 'posts.saveDraft' ? `post:${values['postId'] || 'new'}` : undefined
}

export function forgetKept(place: string): void {
  try {
    localStorage.removeItem(prefix + place)
  } catch {
    // Forbidden: then nothing was kept either.
  }
}

/** At sign-out: nothing of a person stays on the device. */
export function forgetAllKept(): void {
  for (const key of keptKeys()) localStorage.removeItem(key)
}

export function parseKept(stored: string | null): Kept | null {
  if (stored === null) return null
  const value = parseJson(stored)
  if (typeof value !== 'object' || value === null || !('values' in value) || !('at' in value)) return null
  if (typeof value.at !== 'number' || typeof value.values !== 'object' || value.values === null) return null
  const texts = Object.entries(value.values).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { values: Object.fromEntries(texts), at: value.at }
}

function forgetOld(now: number): void {
  for (const key of keptKeys()) {
    const kept = parseKept(localStorage.getItem(key))
    if (kept === null || now - kept.at > keptForMs) localStorage.removeItem(key)
  }
}

function keptKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function textFields(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter((element): element is Field => {
    if (element instanceof HTMLTextAreaElement) return element.name !== ''
    return element instanceof HTMLInputElement && element.name !== '' && ['text', 'url', 'date'].includes(element.type)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
