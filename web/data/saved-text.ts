/**
 * Unsent text of forms marked `data-keep="place"`, kept on this device per place until it is sent
 * or thrown away (`typed-words/`, for members and visitors alike). What differs from the page is
 * kept; with `data-typed` (the page is the answer to this form) all of it. Where it cannot be kept,
 * and in the moment the page goes away, localStorage bridges it. Passwords, hidden and chosen
 * fields are never kept.
 */
import { useSyncExternalStore } from 'react'
import { mergeIntoForm } from './merge-into-form.ts'
import { isSameTyped } from './merge-typed.ts'
import { createStore } from './store.ts'
import { bridge, dropBridged } from './typed-words/bridge.ts'
import type { Base, Sending, TypedRow } from './typed-words/typed-row.ts'
import { binnedForMs, withoutText } from './typed-words/typed-row.ts'
import { localAccount, isOver, localTypedWords, wordsNow } from './typed-words/local-typed-words.ts'
import { whenMeChanges } from './viewer.ts'
import { writeField } from './write-field.ts'

/** What each form knows to be kept at its place; none: it has found nothing, and kept nothing. */
const bases = new WeakMap<HTMLFormElement, Base>()
/** Names each form of each page: what it has saved itself it may replace. */
const names = new WeakMap<HTMLFormElement, string>()
/**
 * Of each place: what is being saved or forgotten. The next waits for it, so that it knows what
 * came of it.
 */
const running = new Map<string, Promise<unknown>>()

/** Forms whose words are on their way to where they are kept, gone from the page or not. */
const saving = new Set<{ readonly form: HTMLFormElement }>()

const waitMs = 250

type Field = HTMLInputElement | HTMLTextAreaElement

/** `not-kept`: the device could not; the text is in the field, and bridged as far as that goes. */
type SavedState = 'saving' | 'on-device' | 'not-kept'
const nothingSaved: ReadonlyMap<string, SavedState> = new Map()
const states = createStore(nothingSaved)

/**
 * How safe the text of a place is; `null` while nothing has been typed, or nobody can promise
 * anything.
 */
export function useSavedState(place: string): SavedState | null {
  return useSyncExternalStore(
    states.subscribe,
    () => states.get().get(place) ?? null,
    () => null,
  )
}

function setState(place: string, state: SavedState | null): void {
  if ((states.get().get(place) ?? null) === state) return
  const next = new Map(states.get())
  if (state === null) next.delete(place)
  else next.set(place, state)
  states.set(next)
}

const noPlaces: ReadonlySet<string> = new Set()
const olders = createStore(noPlaces)

/** An older draft of this place, which was thrown away, lies in Trash. */
export function useHasOlder(place: string): boolean {
  return useSyncExternalStore(
    olders.subscribe,
    () => olders.get().has(place),
    () => false,
  )
}

function setOlder(place: string, binnedAt = -Infinity): void {
  const isThere = Date.now() - binnedAt < binnedForMs
  if (olders.get().has(place) === isThere) return
  const others = [...olders.get()].filter((each) => each !== place)
  olders.set(new Set(isThere ? [...others, place] : others))
}

const savedForms = (): readonly HTMLFormElement[] => [...document.querySelectorAll<HTMLFormElement>('form[data-keep]')]

/**
 * Follows typing everywhere on the page. Saves within a quarter of a second of a key, however long
 * somebody types, and at once when the page goes away.
 */
export function startKeeping(now: () => number = Date.now): void {
  const waiting = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>()
  const save = (form: HTMLFormElement) => {
    clearTimeout(waiting.get(form))
    waiting.delete(form)
    // Gone from the page, it was sent, or kept as it went.
    if (form.isConnected) void keepNow(form, now)
  }
  document.addEventListener('input', (event) => {
    const form = event.target instanceof HTMLElement ? event.target.closest<HTMLFormElement>('form[data-keep]') : null
    if (form === null) return
    delete form.dataset['sent']
    // Chromium writes what stands in fields into files of its own, to open them again after a
    // crash, and no sign-out takes it out of there.
    form.autocomplete = 'off'
    setState(form.dataset['keep'] ?? '', 'saving')
    // Not begun anew with each key: somebody who types without a pause would have nothing kept.
    if (!waiting.has(form)) waiting.set(form, setTimeout(() => save(form), waitMs)) // oxfmt-ignore
  })
  const leave = () => {
    for (const form of waiting.keys()) save(form)
    // A page that goes away may take its database's last words with it.
    for (const form of new Set([...savedForms(), ...[...saving].map((each) => each.form)])) bridgeUnkept(form, now())
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  let account = localAccount()
  whenMeChanges(() => {
    if (localAccount() === account) return
    account = localAccount()
    // What stands in the forms was kept for somebody else, as a rule for nobody yet.
    for (const form of savedForms()) if (bases.delete(form)) void keepNow(form, now)
  })
}

/** One after the other at each place. */
function after<T>(place: string, work: () => Promise<T>): Promise<T> {
  const done = (running.get(place) ?? Promise.resolve()).then(work)
  const settled: Promise<unknown> = done.catch(() => undefined).then(() => running.get(place) === settled && running.delete(place))
  running.set(place, settled)
  return done
}

/** Resolves once it is where it will be kept. */
export async function keepNow(form: HTMLFormElement, now: () => number = Date.now): Promise<void> {
  const place = form.dataset['keep']
  if (place === undefined) return
  const task = { form }
  saving.add(task)
  try {
    await after(place, () => keepOnce(form, place, now))
  } finally {
    saving.delete(task)
  }
}

/**
 * The same, before its words leave. They are marked with the id under which they go: should the
 * page not live to forget them, the page that finds them arrived does (`dropSent`). With those that
 * an action takes along in its own transaction, no save that is late brings them back.
 */
export async function keepAsSent(form: HTMLFormElement, { id = 'queue', isWhole = false }: Partial<Sending> = {}): Promise<void> {
  const place = form.dataset['keep']
  // As they are now: what is typed on until they are kept does not go with them.
  const sending = { id, values: typedIn(form) ?? {}, ...(isWhole && { isWhole }) }
  if (place !== undefined) await after(place, () => keepOnce(form, place, Date.now, sending))
}

async function keepOnce(form: HTMLFormElement, place: string, now: () => number, sending?: Sending): Promise<void> {
  if (isOver.get()) return
  const typed = typedIn(form)
  const base = bases.get(form)
  // Empty, and it never had anything: what is kept there may not have come back yet.
  if (typed === null && base === undefined) return setState(place, null)
  const values = typed ?? {}
  setState(place, 'saving')
  try {
    const row = await wordsNow().save(place, { values, at: now(), by: nameOf(form), base, sending })
    if (row !== null) rememberSaved(form, row)
    // Of words that were sent meanwhile it goes on knowing that they were.
    else if (typed === null) bases.delete(form)
    // Another tab, or the page before this one, had kept other words: they come beside these.
    if (row !== null) mergeIntoForm(textFields(form), row.values, values)
    dropBridged(place)
    // Sent meanwhile: nothing to say. Typed on meanwhile: the next save will say it.
    if (row === null && typed !== null) setState(place, null)
    else if (states.get().get(place) === 'saving' && isSameTyped(typedIn(form) ?? {}, row?.values ?? {}))
      setState(place, row && 'on-device')
  } catch {
    if (typed !== null) bridgeUnkept(form, now())
    setState(place, 'not-kept')
  }
}

/** The form shows what is kept: its next save replaces that. */
export function rememberSaved(form: HTMLFormElement, row: TypedRow): void {
  bases.set(form, row)
  setOlder(row.place, row.olderBinnedAt)
}

function nameOf(form: HTMLFormElement): string {
  const name = names.get(form) ?? Math.random().toString(36).slice(2)
  names.set(form, name)
  return name
}

/**
 * From now on its text is nobody's draft, though it stands on the page a moment longer; what is
 * typed next is one again.
 */
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

/**
 * A form's words and choices as they go off, to ask `isTypedOn` when they have arrived, and for
 * `emptySent`.
 */
export interface Sent {
  readonly texts: string
  readonly choices: string
}

export const nothingSent: Sent = { texts: '', choices: '' }
export const sentOf = (form: HTMLFormElement): Sent => ({ texts: textsOf(form), choices: choicesOf(form) })

/**
 * Somebody has written on since then: those words are nobody's yet, and no field may be emptied of
 * them.
 */
export const isTypedOn = (form: HTMLFormElement, sent: Sent): boolean => textsOf(form) !== sent.texts

/**
 * What was sent leaves the fields. What has been chosen since is for the next words, and stays.
 * Nothing of it is known to be kept: the next words may begin as it did.
 */
export function emptySent(form: HTMLFormElement, sent: Sent): void {
  bases.delete(form)
  if (choicesOf(form) === sent.choices) return form.reset()
  for (const field of textFields(form)) writeField(field, field.defaultValue)
}

/**
 * What was sent leaves the fields, and what was typed on behind it while it was on its way stays.
 */
export function dropSent(form: HTMLFormElement, sent: Sent): void {
  bases.delete(form)
  const texts = JSON.parse(sent.texts) as readonly string[]
  textFields(form).forEach((field, at) => {
    const text = texts[at] ?? ''
    if (text !== field.defaultValue) writeField(field, withoutText(field.value, text))
  })
}

const textsOf = (form: HTMLFormElement): string => JSON.stringify(textFields(form).map(({ value }) => value))

const choicesOf = (form: HTMLFormElement): string =>
  JSON.stringify([...form.elements].map((element) => element instanceof HTMLInputElement && element.checked))

/**
 * As it leaves the page: what was typed last is kept too. Never forgets: a field may be empty
 * because what was kept has not come back yet.
 */
export function keepTyped(form: HTMLFormElement): void {
  if (typedIn(form) !== null) void keepNow(form)
}

/** What is not known to be kept. Never forgets, as above. */
function bridgeUnkept(form: HTMLFormElement, at: number): void {
  const place = form.dataset['keep']
  if (place === undefined || isOver.get()) return
  const values = typedIn(form)
  const base = bases.get(form)
  if (values === null || (base !== undefined && isSameTyped(values, base.values))) return
  // Where nothing can be kept, what the browser keeps by itself is better than nothing.
  if (!bridge(place, { values, at, base })) form.removeAttribute('autocomplete')
}

/**
 * What was typed at a place and not sent, once it is known who is here; `undefined`: nothing, or
 * nothing can be had.
 */
export async function keptAt(place: string): Promise<TypedRow | undefined> {
  try {
    return await (await localTypedWords()).get(place)
  } catch {
    return undefined // no database here: then nothing was kept either
  }
}

/**
 * Tells whenever somebody has written at a place: another tab, another device, a form of this page.
 * Gives the way to stop.
 */
export async function followSaved(place: string, listener: (row: TypedRow | undefined) => void): Promise<() => void> {
  try {
    const words = await localTypedWords()
    return words.subscribe((places) => {
      // Closed under us: whoever is here now has another one.
      if (places.includes(place)) words.get(place).then(listener, () => undefined)
    })
  } catch {
    return () => {} // no database here
  }
}

/**
 * Puts kept text into a form: into fields that nobody has typed in, and beside what somebody has
 * typed there since, so that both stay. Says whether anything was put back.
 */
export function putBack(form: HTMLFormElement, row: TypedRow | undefined): boolean {
  if (row === undefined || isInPage(form, row)) return false
  const isBack = mergeIntoForm(textFields(form), row.values, bases.get(form)?.values ?? {})
  rememberSaved(form, row)
  // As with what is typed: not into the browser's own files.
  if (isBack) form.autocomplete = 'off'
  return isBack
}

/** It was saved, and its page did not live to forget it. */
function isInPage(form: HTMLFormElement, { place, values }: TypedRow): boolean {
  // In answer to a form, what was typed has come back as the fields' own values.
  if (form.dataset['typed'] !== undefined) return false
  const stored = new Map(textFields(form).map((field) => [field.name, field.value === field.defaultValue ? field.value : undefined]))
  // A space at the end is nobody's word: what is stored has none.
  const isStored = Object.entries(values).every(([name, text]) => stored.get(name)?.trim() === text.trim())
  if (isStored) void forgetSaved(place)
  return isStored
}

/** Whether it was this very form that saved it last. */
export const isOwnSave = (form: HTMLFormElement, { by }: TypedRow): boolean => by !== undefined && by === names.get(form)

/** Nothing stands in the form but what was known to be kept. */
export function isAsSaved(form: HTMLFormElement): boolean {
  const base = bases.get(form)
  return base !== undefined && isSameTyped(typedIn(form) ?? {}, base.values)
}

/**
 * Where a mutation's unsent text is kept; `undefined` for mutations without one. `values` are the
 * form's fields.
 */
export function placeOfMutation(mutation: string, values: Readonly<Record<string, string>>): string | undefined {
  if (mutation === 'comments.post') return `comment:${values['postId'] ?? ''}:${values['parentId'] ?? ''}`
  if (mutation === 'comments.postQuickTake') return 'comment:quick-take:'
  if (mutation === 'comments.postReview') return `review:${values['postId'] ?? ''}`
  if (mutation === 'messages.send') return `message:${values['conversationId'] ?? ''}`
  if (mutation === 'conversations.begin') return 'message:new'
  if (mutation === 'comments.edit') return `edit:${values['commentId'] ?? ''}`
  return mutation === 'posts.publish' || mutation === 'posts.saveDraft' ? `post:${values['postId'] || 'new'}` : undefined
}

/** It was sent, or thrown away by its writer. Resolves when nothing of it is left. */
export async function forgetSaved(place: string): Promise<void> {
  setState(place, null)
  setOlder(place)
  dropBridged(place)
  await after(place, async () => {
    if (!isOver.get()) await wordsNow().forget(place)
    setState(place, null)
  }).catch(reportUnlessNone)
}

/** Where the browser gives no database there is nothing to forget. */
function reportUnlessNone(error: unknown): void {
  if (error instanceof Error && error.name !== 'SecurityError' && !(error instanceof TypeError)) reportError(error)
}

export function textFields(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter((element): element is Field => {
    if (element instanceof HTMLTextAreaElement) return element.name !== ''
    return element instanceof HTMLInputElement && element.name !== '' && ['text', 'email', 'url', 'date'].includes(element.type)
  })
}
