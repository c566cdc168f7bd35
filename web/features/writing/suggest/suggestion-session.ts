/**
 * A copy of a text in which somebody writes what they propose. It begins as the text stands, is
 * kept on this device as it is typed, and goes out as single changes; the text itself is never
 * touched. Ends with `close`.
 */
import { Doc as YDoc } from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import { changesBetween } from '#shared/inline-comments/changes-between.ts'
import { suggestChange } from '#shared/inline-comments/suggest-mutations.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { textOf } from '#shared/text/nodes.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { createStore } from '../../../data/store.ts'
import { keepSuggestion, savedSuggestion, suggestionPlace } from './saved-suggestion.ts'

export type SuggestionState =
  | { readonly kind: 'kept' | 'saving'; readonly changes: number }
  /** What stands there is no text that could be published: too long, too deep. */
  | { readonly kind: 'unreadable'; readonly why: string }
  /** The device cannot keep it. */
  | { readonly kind: 'not-kept'; readonly changes: number }

export interface SuggestionSession {
  readonly doc: YDoc
  readonly state: ReturnType<typeof createStore<SuggestionState>>
  /** Everything typed is on disk, or the state says why not. */
  settle(): Promise<void>
  /**
   * Sends all changes. @returns how many. @throws AppError when the rules say no: everything stays
   * where it is.
   */
  send(): Promise<number>
  discard(): Promise<void>
  close(): void
}

const waitMs = 250

/** @param live the text that is proposed to. @throws RangeError when it holds no text. */
export async function openSuggestion(device: Device, postId: string, live: YDoc): Promise<SuggestionSession> {
  const kept = await savedSuggestion(device, postId)
  const base = kept?.base ?? textIn(live)
  const doc = new YDoc()
  writeText(doc, kept?.text ?? base, null)
  const state = createStore<SuggestionState>({ kind: 'kept', changes: kept === null ? 0 : changesBetween(base, kept.text).length })
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: Promise<void> = Promise.resolve()
  let isOver = false
  /**
   * Another tab may have gone on with the same copy: what was not touched here is not kept over it.
   */
  let isTouched = false
  let sending: Promise<number> | null = null
  /**
   * One for each change of the copy as it is sent: an attempt that broke off goes on, and sends
   * nothing twice.
   */
  let ids = kept?.ids ?? []

  async function keep(): Promise<void> {
    if (isOver) return
    const checked = checkedText(doc)
    if (!checked.ok) return state.set({ kind: 'unreadable', why: checked.reason })
    const changes = changesBetween(base, checked.doc).length
    try {
      if (changes > 0) await keepSuggestion(device, postId, { base, text: checked.doc, ids })
      else await device.drafts.forget(suggestionPlace(postId), 'sent')
      state.set({ kind: 'kept', changes })
    } catch (error) {
      state.set({ kind: 'not-kept', changes })
      throw error
    }
  }
  function keepSoon(): void {
    isTouched = true
    ids = []
    const before = state.get()
    state.set({ kind: 'saving', changes: 'changes' in before ? before.changes : 0 })
    clearTimeout(timer)
    timer = setTimeout(() => settle().catch(reportError), waitMs)
  }
  function settle(): Promise<void> {
    clearTimeout(timer)
    // One after the other, so that an older text never comes to lie over a newer one.
    keeping = keeping.catch(() => undefined).then(keep)
    return keeping
  }
  doc.on('update', keepSoon)

  async function send(): Promise<number> {
    const changes = changesBetween(base, textIn(doc))
    if (ids.length !== changes.length) ids = changes.map(freshId)
    // Also where this device cannot keep it: then all the more.
    await settle().catch(reportError)
    for (const [at, change] of changes.entries()) {
      const draft = at === changes.length - 1 ? suggestionPlace(postId) : undefined
      await device.commit(suggestChange, { id: ids[at] ?? freshId(), postId, change, quote: quoteOf(change) }, draft)
    }
    await end()
    return changes.length
  }

  async function end(): Promise<void> {
    isOver = true
    clearTimeout(timer)
    await keeping.catch(() => undefined)
    await device.drafts.forget(suggestionPlace(postId), 'sent')
  }
  return {
    doc,
    state,
    settle,
    send() {
      sending ??= send().finally(() => (sending = null))
      return sending
    },
    discard: end,
    close() {
      doc.off('update', keepSoon)
      if (isTouched) settle().catch(reportError)
    },
  }
}

function textIn(doc: YDoc): Doc {
  const checked = checkedText(doc)
  if (!checked.ok) throw new RangeError(`${checked.reason} at ${checked.path}`)
  return checked.doc
}

function quoteOf({ before, after }: Change): string {
  const node = before ?? after
  return node === null ? '' : textOf(node).slice(0, inlineCommentLimits.quote)
}
