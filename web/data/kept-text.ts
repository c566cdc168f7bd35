/**
 * Unsent text of forms marked `data-keep="place"`, kept on this device per place until it is sent or thrown away. What differs from the
 * page is kept; with `data-typed` (the page is the answer to this form) all of it. Comments go into the device's database, which says when
 * they are safe; localStorage bridges the time before it is there and the moment the page goes away.
 * Passwords, hidden and chosen fields are never kept.
 */
import { useSyncExternalStore } from 'react'
import { deviceState } from './device-state.ts'
import type { Typed } from './merge-typed.ts'
import { createStore } from './store.ts'
import { currentMe } from './viewer.ts'

export interface Kept {
  readonly values: Readonly<Record<string, string>>
  /** ms since 1970 */
  readonly at: number
  /** Whose it is, by user id; absent for a visitor's, which goes along with whoever signs in. */
  readonly of?: string
  /** The load of a page that kept it. */
  readonly by?: string
  /** What that page knew to be kept there before. */
  readonly base?: Typed | undefined
}

/** What each form knows to be kept at its place; none: it has found nothing, and kept nothing. */
export const bases = new WeakMap<HTMLFormElement, Typed>()
/** This load of this page. */
export const pageId = Math.random().toString(36).slice(2)
/** Of each form: what is being saved. The next save waits for it, so that it knows what came of it. */
const running = new WeakMap<HTMLFormElement, Promise<void>>()

export const prefix = 'kept:'
const waitMs = 250

type Field = HTMLInputElement | HTMLTextAreaElement

/** The device's drafts, once they are there (`device-drafts.ts`). */
export interface Keeper {
  readonly account: string
  /** Resolves with what is kept now: the same, or joined with what was kept there by others. */
  readonly save: (place: string, kept: Kept) => Promise<Typed>
  /** Brings what others kept into the form, beside what stands there. */
  readonly merge: (form: HTMLFormElement, theirs: Typed, base?: Typed) => void
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

/** Follows typing everywhere on the page. Saves within a quarter of a second of a key, however long somebody types, and at once when the page goes away. */
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
    const place = form.dataset['keep'] ?? ''
    if (keeper.get() !== null && isOfDevice(place)) setState(place, 'saving')
    // Not begun anew with each key: somebody who types without a pause would have nothing kept.
    if (!waiting.has(form)) waiting.set(form, setTimeout(() => save(form), waitMs)) // prettier-ignore
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
export function keepNow(form: HTMLFormElement, now: () => number = Date.now): Promise<void> {
  const before = running.get(form)
  const saved = before === undefined ? keepOnce(form, now) : before.then(() => keepOnce(form, now))
  const settled = saved.catch(() => undefined).then(() => void (running.get(form) === settled && running.delete(form)))
  running.set(form, settled)
  return saved
}

async function keepOnce(form: HTMLFormElement, now: () => number): Promise<void> {
  const place = form.dataset['keep']
  if (place === undefined || isOver.get()) return
  findBridged(form, place)
  const typed = typedIn(form)
  // Empty, and it never had anything: what is kept there may not have come back yet.
  if (typed === null) return bases.delete(form) ? forgetKept(place) : undefined
  const kept = keptOf(form, typed, now())
  const device = keeper.get()
  if (device === null || !isOfDevice(place)) {
    form.dataset['bridged'] = ''
    return bridgeFor(form, place, kept)
  }
  bases.set(form, typed)
  setState(place, 'saving')
  await device.save(place, kept).then(
    (stored) => {
      // Another tab, or the page before this one, had kept other words: they come beside these.
      device.merge(form, stored, typed)
      // Kept in memory alone: a closed window would take it along.
      if (deviceState.get().status === 'memory') {
        bridgeFor(form, place, kept)
        return setState(place, 'not-kept')
      }
      unbridge(place, kept.at)
      // Sent meanwhile: nothing to say. Typed on meanwhile: the next save will say it.
      if (states.get().get(place) === 'saving' && JSON.stringify(typedIn(form)) === JSON.stringify(stored)) setState(place, 'on-device')
    },
    () => {
      bridgeFor(form, place, kept)
      setState(place, 'not-kept')
    },
  )
}

const keptOf = (form: HTMLFormElement, values: Typed, at: number): Kept => ({ values, at, by: pageId, base: bases.get(form) })

/** What was bridged by others and this form has not seen comes into it, before it is replaced there. */
function findBridged(form: HTMLFormElement, place: string): void {
  const there = keptText(place)
  if (there !== null && there.by !== pageId && !bases.has(form)) putBack(form, there)
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

/** What was sent leaves the fields, and what was typed on behind it while it was on its way stays. */
export function dropSent(form: HTMLFormElement, sent: Sent): void {
  const texts = JSON.parse(sent.texts) as readonly string[]
  textFields(form).forEach((field, at) => {
    const text = texts[at] ?? ''
    if (text !== field.defaultValue && field.value.startsWith(text)) field.value = field.value.slice(text.length).trimStart()
  })
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
  if (place === undefined || isOver.get()) return
  findBridged(form, place)
  const values = typedIn(form)
  if (values === null) return
  // On its way, and its draft is on the device until the very transaction that takes it into the queue: a copy would come back as a draft.
  if (form.dataset['sending'] !== undefined && states.get().get(place) === 'on-device') return
  bridge(place, keptOf(form, values, at))
}

/** Where nothing can be kept, what the browser keeps by itself is better than nothing. */
function bridgeFor(form: HTMLFormElement, place: string, kept: Kept): void {
  if (!bridge(place, kept)) return form.removeAttribute('autocomplete')
  bases.set(form, kept.values)
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
 * Puts kept text into a form: into fields that nobody has typed in, and before what somebody has typed there since, so that both stay. Says whether
 * anything was put back.
 * @param before what was put back from elsewhere a moment ago: the newer of the two stays. After a crash the browser may still have an old bridge.
 */
export function putBack(
  form: HTMLFormElement,
  kept: Pick<Kept, 'values' | 'at'> | null = keptText(form.dataset['keep'] ?? ''),
  before: Kept | null = null,
): boolean {
  if (kept === null) return false
  const isNewer = before !== null && kept.at >= before.at
  let isBack = false
  for (const field of textFields(form)) {
    const { value, defaultValue } = field
    const text = kept.values[field.name] ?? value
    const isUntouched = value === defaultValue || (isNewer && value === before.values[field.name])
    if (isUntouched ? text === value : before !== null || bases.has(form) || value.includes(text)) continue
    field.value = isUntouched || text.includes(value) ? text : `${text}\n\n${value}`
    isBack = true
  }
  if (before === null || isNewer) bases.set(form, kept.values)
  // As with what is typed: not into the browser's own files.
  if (isBack) form.autocomplete = 'off'
  return isBack
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
  const of = 'of' in value && typeof value.of === 'string' ? { of: value.of } : {}
  const by = 'by' in value && typeof value.by === 'string' ? { by: value.by } : {}
  const base = 'base' in value && typeof value.base === 'object' && value.base !== null ? { base: textsIn(value.base) } : {}
  return { values: textsIn(value.values), at: value.at, ...of, ...by, ...base }
}

const textsIn = (value: object): Typed =>
  Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

export function textFields(form: HTMLFormElement): readonly Field[] {
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
