/**
 * Somebody at one tab: the text in an editor, the inline comments of the post as the device has
 * them, and the mutations that it has still to send, each under its number. Mutations and text are
 * on the device's disk at once; they reach the server by two ways, in any order.
 */
import * as Y from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { parseArgs } from '#shared/kernel/mutation.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { changesBetween } from '#shared/inline-comments/changes-between.ts'
import { inlineCommentsOf } from '#shared/inline-comments/queries.ts'
import type { InlineComment } from '#shared/inline-comments/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { decideSuggestion, suggestChange } from '#shared/inline-comments/suggest-mutations.ts'
import { member } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import type { Editor } from '../documents/editor.ts'
import type { DocumentNode } from '../documents/node.ts'
import type { DocumentWorld } from '../documents/world.ts'
import { postId } from '../documents/world.ts'
import { idMaker } from '../world/ids.ts'
import type { Random } from '../world/random.ts'
import type { SuggestionBug } from './bugs.ts'
import { flip, plantedLook, plantedAccept } from './planting.ts'
import { clearSomething, writeSomething } from './words.ts'

interface QueuedCall {
  readonly n: number
  /** Taken by the server; what it made is not heard yet. */
  isTaken: boolean
  readonly mutation: Mutation<unknown>
  readonly args: unknown
}

export interface Told {
  readonly typed: Set<string>
  readonly proposed: Set<string>
  /** Ids of what the server has once called accepted. */
  readonly accepted: Set<string>
  /** How often somebody has taken something over. */
  acceptedCount: number
}

export class Author {
  readonly editor: Editor
  readonly #world: DocumentWorld
  readonly #random: Random
  readonly #bug: SuggestionBug | null
  readonly #told: Told
  readonly #newId: (now: number) => string
  #mutations: QueuedCall[] = []
  #n = 0
  #post: Post | null = null
  #confirmed: readonly InlineComment[] = []
  #isTelling = false

  constructor(editor: Editor, world: DocumentWorld, told: Told, bug: SuggestionBug | null) {
    this.editor = editor
    this.#world = world
    this.#told = told
    this.#bug = bug
    this.#random = world.random.fork(`author ${editor.name}`)
    this.#newId = idMaker(this.#random.fork('ids'))
  }

  get hasTold(): boolean {
    return this.#mutations.length === 0
  }

  write(): void {
    const { editor } = this
    if (!editor.canWrite) return
    writeSomething(editor.doc, { random: this.#random, word: () => this.#word('typed'), newId: () => this.#id() })
    editor.keep()
  }

  /** Proposes what it makes of a copy of the text. */
  suggest(isCalm: boolean): void {
    const { editor } = this
    const base = checkedText(editor.doc)
    if (!editor.canWrite || this.#post === null || !base.ok) return
    const copy = new Y.Doc()
    copy.clientID = this.#random.whole(1, 4_000_000_000)
    writeText(copy, base.doc, null)
    if (!isCalm && this.#random.chance(0.25)) clearSomething(copy, this.#random)
    else {
      for (let count = this.#random.whole(1, 2); count > 0; count -= 1)
        writeSomething(copy, { random: this.#random, word: () => this.#word('proposed'), newId: () => this.#id() })
    }
    const text = checkedText(copy)
    if (!text.ok) return this.#world.fault(`a copy of the text is none: ${text.reason}`)
    for (const change of changesBetween(base.doc, text.doc)) this.#do(suggestChange, { id: this.#id(), postId, change, quote: '' })
  }

  async accept(): Promise<void> {
    const open = (await this.inlineComments()).filter(({ change, verdict }) => change !== undefined && verdict === undefined)
    const { editor } = this
    if (!editor.canWrite || open.length === 0) return
    // Mostly what stands first: two who are apart choose the same.
    const { id, change } = this.#random.pick(this.#random.chance(0.7) ? open.slice(0, 2) : open)
    if (change === undefined) return
    const others = open.flatMap((one) => (one.change === undefined ? [] : [one.change]))
    const { kind, taken } = plantedAccept(this.#bug, editor.doc, change, others)
    if (kind === 'gone' || kind === 'clash') return
    editor.keep()
    this.#told.acceptedCount += 1
    this.#do(decideSuggestion, { id, verdict: 'accepted', ...(taken !== null && { taken }) })
  }

  async reject(): Promise<void> {
    const known = (await this.inlineComments()).filter(({ change, verdict }) => change !== undefined && verdict !== 'accepted')
    if (known.length === 0) return
    const { id, verdict } = this.#random.pick(known)
    this.#do(decideSuggestion, { id, verdict: verdict === 'rejected' ? null : 'rejected' })
  }

  /** What the editor does whenever inline comments or text have changed. */
  async look(): Promise<void> {
    const repeated = (await this.inlineComments()).filter(({ taken = [] }) => taken.length > 1)
    if (!this.editor.canWrite || repeated.length === 0) return
    for (const inlineComment of repeated) plantedLook(this.#bug, this.editor.doc, inlineComment)
    this.editor.keep()
  }

  /** As this device shows them: what the server said, with what it has not heard yet on top. */
  async inlineComments(): Promise<readonly InlineComment[]> {
    if (this.#post === null || this.#mutations.length === 0) return this.#confirmed
    const tx = memoryTransaction()
    await tx.put(posts, this.#post)
    for (const inlineComment of this.#confirmed) await tx.put(inlineComments, inlineComment)
    const viewer = member(this.editor.userId)
    for (const { mutation, args } of this.#mutations) await mutation.run({ tx, viewer, now: this.#world.clockwork.now }, args)
    return tx.list(inlineCommentsOf(postId))
  }

  /**
   * Tells the node at the other end of its line what it has not heard, and hears what there is.
   * Either may break off at any time.
   */
  async tell(): Promise<void> {
    const { node } = this.editor
    if (node === null || !node.isUp || this.#isTelling) return
    this.#isTelling = true
    const { life, store } = node.running
    life.onEnd(() => (this.#isTelling = false))
    try {
      for (const queued of this.#mutations.filter(({ isTaken }) => !isTaken)) if (!(await this.#notifyOne(node, queued))) return
      const [post, rows] = await store.read(
        async (read) => [await read.get(posts, postId), await read.list(inlineCommentsOf(postId))] as const,
      )
      if (this.editor.node !== node) return
      this.#post = post ?? null
      this.#hear(rows)
    } finally {
      this.#isTelling = false
    }
  }

  async #notifyOne(node: DocumentNode, queued: QueuedCall): Promise<boolean> {
    const { n, mutation, args } = queued
    const { take, store } = node.running
    const numbered = { device: `device-${this.editor.name.replaceAll(/\W/gu, '')}`, n, v: 1, hash: `${n} ${mutation.name}` }
    const answer = await take({ name: mutation.name, args, userId: this.editor.userId, source: 'member', numbered })
    // The line was cut before the answer came.
    if (this.editor.node !== node) return false
    if (answer.kind !== 'result' || answer.result.outcome === 'later') return false
    if (answer.result.outcome !== 'applied') this.#world.fault(`${mutation.name} was answered ${JSON.stringify(answer.result)}`)
    if (this.#bug === 'verdict-flips' && mutation.name === decideSuggestion.name) await flip(store, parseArgs(decideSuggestion, args))
    queued.isTaken = true
    return true
  }

  #hear(rows: readonly InlineComment[]): void {
    this.#confirmed = rows
    this.#mutations = this.#mutations.filter(({ isTaken }) => !isTaken)
    for (const { id, verdict } of rows) {
      if (verdict === 'accepted') this.#told.accepted.add(id)
      else if (this.#told.accepted.has(id)) this.#world.fault(`${id} was accepted, and is ${verdict ?? 'open'} now`)
    }
  }

  #do<Args>(mutation: Mutation<Args>, args: Args): void {
    this.#n += 1
    // Each is only ever run with what its own schema has parsed.
    this.#mutations.push({
      n: this.#n,
      isTaken: false,
      mutation: mutation as unknown as Mutation<unknown>,
      args: parseArgs(mutation, args),
    })
  }

  #id(): string {
    return this.#newId(this.#world.clockwork.now)
  }

  #word(kind: 'typed' | 'proposed'): string {
    const { typed, proposed } = this.#told
    const n = typed.size + proposed.size + 1
    const word = `${kind}${n}x`
    this.#told[kind].add(word)
    return word
  }
}
