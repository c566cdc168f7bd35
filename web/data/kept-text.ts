/**
 * Unsent text of forms marked `data-keep="place"`, kept on this device per place until it is sent or thrown away. What differs from the
 * page is kept; with `data-typed` (the page is the answer to this form) all of it. Comments go into the device's database, which says when
 * they are safe; localStorage bridges the time before it is there and the moment the page goes away.
 * Passwords, hidden and chosen fields are never kept.
 */
import { useSyncExternalStore } from 'react'
import { deviceState } from './device-state.ts'
import { createStore } from './store.ts'
import { currentMe } from './viewer.ts'

export interface Kept {
  readonly values: Readonly<Record<string, string>>
  /** ms since 1970 */
  readonly at: number
  /** Whose it is, by user id; absent for a visitor's, which goes along with whoever signs in. */
  readonly of?: string
}

export const prefix = 'kept:'
const waitMs = 250

type Field = HTMLInputElement | HTMLTextAreaElement

/** The device's drafts, once they are there (`device-drafts.ts`). */
export interface Keeper {
  readonly account: string
  readonly save: (place: string, kept: Kept) => Promise<void>
  readonly forget: (place: string) => void
}

export const keeper = createStore<Keeper | null>(null)
/** `not-kept`: the device could not; the text is in the field, and bridged as far as that goes. */
type KeptState = 'saving' | 'on-device' | 'not-kept'
export const isOver = createStore(false)
const nothingKept: ReadonlyMap<string, KeptState> = new Map()
const states = createStore(nothingKept)

/** How safe the text of a place is; `null` while nothing has been typed, or nobody can promise anything. */
export function useKeptState(place: string): KeptState | null {
  return useSyncExternalStore(
    states.subscribe,
    () => states.get().get(place) ?? null,
    () => null,
  )
}

export function setState(place: string, state: KeptState | null): void {
  if ((states.get().get(place) ?? null) === state) return
  const next = new Map(states.get())
  if (state === null) next.delete(place)
  else next.set(place, state)
  states.set(next)
}

/** Places that the device keeps; other forms stay with localStorage. */
export const isOfDevice = (place: string): boolean => place.startsWith('comment:') || place.startsWith('edit:')

/** Follows typing everywhere on the page. Saves a quarter of a second after the last key, and at once when the page goes away. */
export function startKeeping(now: () => number = Date.now): void {
  const waiting = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>()
  const save = (form: HTMLFormElement) => {
    clearTimeout(waiting.get(form))
    waiting.delete(form)
    // Gone from the page, it was sent, or kept as it went.
    if (form.isConnected) keepNow(form, now)
  }
  document.addEventListener('input', (event) => {
    const form = event.target instanceof HTMLElement ? event.target.closest<HTMLFormElement>('form[data-keep]') : null
    if (form === null) return
    delete form.dataset['sent']
    // Chromium writes what stands in fields into files of its own, to open them again after a crash, and no sign-out takes it out of there.
    form.autocomplete = 'off'
    clearTimeout(waiting.get(form))
    const place = form.dataset['keep'] ?? ''
    if (keeper.get() !== null && isOfDevice(place)) setState(place, 'saving')
    waiting.set(
      form,
      setTimeout(() => save(form), waitMs),
    )
  })
  const leave = () => {
    for (const form of waiting.keys()) save(form)
    // A page that goes away may take its database's last words with it, and the next one shows what is bridged at once.
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keep]')) bridgeNow(form, now())
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
}

/** Resolves once it is where it will be kept. */
export async function keepNow(form: HTMLFormElement, now: () => number = Date.now): Promise<void> {
  const place = form.dataset['keep']
  if (place === undefined) return
  if (isOver.get()) return
  const typed = typedIn(form)
  if (typed === null) return forgetKept(place)
  const kept: Kept = { values: typed, at: now() }
  const device = keeper.get()
  if (device === null || !isOfDevice(place)) {
    form.dataset['bridged'] = ''
    return bridgeFor(form, place, kept)
  }
  setState(place, 'saving')
  await device.save(place, kept).then(
    () => {
      // Kept in memory alone: a closed window would take it along.
      if (deviceState.get().status === 'memory') {
        bridgeFor(form, place, kept)
        return setState(place, 'not-kept')
      }
      unbridge(place, kept.at)
      // Sent meanwhile: nothing to say. Typed on meanwhile: the next save will say it.
      if (states.get().get(place) === 'saving' && JSON.stringify(typedIn(form)) === JSON.stringify(kept.values))
        setState(place, 'on-device')
    },
    () => {
      bridgeFor(form, place, kept)
      setState(place, 'not-kept')
    },
  )
}

/** From now on its text is nobody's draft, though it stands on the page a moment longer; what is typed next is one again. */
export function markSent(form: HTMLFormElement): void {
  form.dataset['sent'] = ''
}

/** What was typed in a form, by field; `null` when there is nothing. */
export function typedIn(form: HTMLFormElement): Readonly<Record<string, string>> | null {
  // In answer to a form, what was typed has come back as the fields' own values.
  if (form.dataset['sent'] !== undefined) return null
  const isTyped = form.dataset['typed'] !== undefined
  const typed = textFields(form).filter((field) => isTyped || field.value !== field.defaultValue)
  return typed.every((field) => field.value.trim() === '') ? null : Object.fromEntries(typed.map((field) => [field.name, field.value]))
}

/** A form's words and choices as they go off, to ask `isTypedOn` when they have arrived, and for `emptySent`. */
export interface Sent {
  readonly texts: string
  readonly choices: string
}

export const nothingSent: Sent = { texts: '', choices: '' }
export const sentOf = (form: HTMLFormElement): Sent => ({ texts: textsOf(form), choices: choicesOf(form) })

/** Somebody has written on since then: those words are nobody's yet, and no field may be emptied of them. */
export const isTypedOn = (form: HTMLFormElement, sent: Sent): boolean => textsOf(form) !== sent.texts

/** What was sent leaves the fields. What has been chosen since is for the next words, and stays. */
export function emptySent(form: HTMLFormElement, sent: Sent): void {
  if (choicesOf(form) === sent.choices) return form.reset()
  for (const field of textFields(form)) field.value = field.defaultValue
}

const textsOf = (form: HTMLFormElement): string => JSON.stringify(textFields(form).map(({ value }) => value))

const choicesOf = (form: HTMLFormElement): string =>
  JSON.stringify([...form.elements].map((element) => element instanceof HTMLInputElement && element.checked))

/** As it leaves the page: what was typed last is kept too. Never forgets: a field may be empty because what was kept has not come back yet. */
export function keepTyped(form: HTMLFormElement): void {
  if (typedIn(form) !== null) keepNow(form)
}

/** Never forgets, as above. */
function bridgeNow(form: HTMLFormElement, at: number): void {
  const place = form.dataset['keep']
  const values = typedIn(form)
  if (place === undefined || values === null || isOver.get()) return
  // On its way, and its draft is on the device until the very transaction that takes it into the queue: a copy would come back as a draft.
  if (form.dataset['sending'] !== undefined && states.get().get(place) === 'on-device') return
  bridge(place, { values, at })
}

/** Where nothing can be kept, what the browser keeps by itself is better than nothing. */
function bridgeFor(form: HTMLFormElement, place: string, kept: Kept): void {
  if (!bridge(place, kept)) form.removeAttribute('autocomplete')
}

/** Whether it could be. */
function bridge(place: string, kept: Kept): boolean {
  try {
    const { viewer } = currentMe()
    localStorage.setItem(prefix + place, JSON.stringify(viewer.kind === 'member' ? { ...kept, of: viewer.userId } : kept))
    return true
  } catch {
    return false // full or forbidden: the text is still in the field
  }
}

/** What was bridged is safe in the device; anything newer stays. */
function unbridge(place: string, at: number): void {
  if ((keptText(place)?.at ?? Infinity) <= at) removeBridged(place)
}

/** What was typed here and not sent; `null` when there is nothing, or nothing of whoever is here. */
export function keptText(place: string): Kept | null {
  try {
    const kept = parseKept(localStorage.getItem(prefix + place))
    return kept !== null && isOurs(kept) ? kept : null
  } catch {
    return null
  }
}

export function isOurs({ of }: Kept): boolean {
  const { viewer } = currentMe()
  return of === undefined || (viewer.kind === 'member' && viewer.userId === of)
}

/**
 * Puts kept text into the fields that nobody has typed in since. Says whether anything was put back.
 * @param before what was put back from elsewhere a moment ago: the newer of the two stays. After a crash the browser may still have an old bridge.
 */
export function putBack(
  form: HTMLFormElement,
  kept: Pick<Kept, 'values' | 'at'> | null = keptText(form.dataset['keep'] ?? ''),
  before: Kept | null = null,
): boolean {
  if (kept === null) return false
  const isNewer = before !== null && kept.at >= before.at
  const untouched = textFields(form).filter(
    (field) =>
      (field.value === field.defaultValue || (isNewer && field.value === before.values[field.name])) &&
      (kept.values[field.name] ?? field.value) !== field.value,
  )
  for (const field of untouched) field.value = kept.values[field.name] ?? ''
  // As with what is typed: not into the browser's own files.
  if (untouched.length > 0) form.autocomplete = 'off'
  return untouched.length > 0
}

/** Where a deed's unsent text is kept; `undefined` for deeds without one. `values` are the form's fields. */
export function placeOfDeed(deed: string, values: Readonly<Record<string, string>>): string | undefined {
  if (deed === 'comments.post') return `comment:${values['postId'] ?? ''}:${values['parentId'] ?? ''}`
  if (deed === 'comments.postQuickTake') return 'comment:quick-take:'
  if (deed === 'comments.edit') return `edit:${values['commentId'] ?? ''}`
  return deed === 'posts.publish' || deed === 'posts.saveDraft' ? `post:${values['postId'] || 'new'}` : undefined
}

/** It was sent, or emptied by its writer. */
export function forgetKept(place: string): void {
  setState(place, null)
  if (isOfDevice(place)) keeper.get()?.forget(place)
  removeBridged(place)
}

export function removeBridged(place: string): void {
  try {
    localStorage.removeItem(prefix + place)
  } catch {
    // Forbidden: then nothing was kept either.
  }
}

export function parseKept(stored: string | null): Kept | null {
  if (stored === null) return null
  const value = parseJson(stored)
  if (typeof value !== 'object' || value === null || !('values' in value) || !('at' in value)) return null
  if (typeof value.at !== 'number' || typeof value.values !== 'object' || value.values === null) return null
  const texts = Object.entries(value.values).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const of = 'of' in value && typeof value.of === 'string' ? { of: value.of } : {}
  return { values: Object.fromEntries(texts), at: value.at, ...of }
}

function textFields(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter((element): element is Field => {
    if (element instanceof HTMLTextAreaElement) return element.name !== ''
    return element instanceof HTMLInputElement && element.name !== '' && ['text', 'email', 'url', 'date'].includes(element.type)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
