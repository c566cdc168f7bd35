/**
 * One run: nodes on one store, three editors on one post, and what is known of them that none of
 * them could know: everything that was ever called saved. What has been acknowledged must be in the
 * store after every death of a node, and in the first thing a later tab is told.
 */
import * as Y from 'yjs'
import { storedOf } from '#server/documents/load-document.ts'
import { fromBase64 } from '#server/documents/encoded.ts'
import { jobs } from '#server/documents/workers/jobs.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members } from '#shared/accounts/schema.ts'
import { encodeStateVector } from '#shared/documents/inspect-vector.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aMember, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { Clockwork, settled } from '../world/clockwork.ts'
import { Database } from '../world/database.ts'
import type { State } from '../world/state.ts'
import { Life } from '../world/life.ts'
import type { Random } from '../world/random.ts'
import { randomFrom } from '../world/random.ts'
import type { DocumentBug } from './bugs.ts'
import { DocumentNode } from './node.ts'
import type { Acked, Entered, SomeEditor, SomeNode, Witness } from './witness.ts'

export const ada = idOf(100)
export const ben = idOf(200)
export const postId = idOf(1)
export const seedText = 'Water comes back.'

const maxFaults = 5

export class DocumentWorld implements Witness {
  readonly clockwork = new Clockwork(T0)
  readonly random: Random
  readonly database: Database
  readonly bug: DocumentBug | null
  readonly room = postRoom(postId)
  readonly epoch = 1
  readonly nodes: readonly DocumentNode[]
  readonly diskMs: number
  readonly faults: string[] = []
  readonly refusals = new Map<string, number>()
  readonly #trace: ((line: string) => void) | undefined
  /** All that was called saved before the present look at the store, as one update. */
  #saved: Uint8Array | null = null
  outcast: string | null = null
  readonly #ackedSince: (Acked & { readonly at: number })[] = []
  readonly #ackedEver: (Acked & { readonly at: number })[] = []
  readonly #writers = new Map<number, string>()
  #looks: Promise<void> = Promise.resolve()

  constructor(seed: number, bug: DocumentBug | null, trace?: (line: string) => void) {
    this.random = randomFrom(`documents ${seed}`)
    this.database = new Database(serverRegistry.tables, this.random.fork('database'))
    this.bug = bug
    this.diskMs = this.random.chance(0.4) ? 200 : 3
    this.#trace = trace
    this.nodes = ['node 0', 'node 1'].map((name) => new DocumentNode(name, this))
  }

  get acknowledged(): number {
    return this.#ackedEver.length
  }

  /** Time goes by, and all that it brings. */
  async pass(ms: number): Promise<void> {
    // What was just begun comes to its first wait.
    await settled()
    await this.clockwork.runUntil(this.clockwork.now + ms, () => undefined)
  }

  tell(line: string): void {
    this.#trace?.(`${this.clockwork.now - T0} ${line}`)
  }

  fault(what: string): void {
    this.tell(`✗ ${what}`)
    if (this.faults.length < maxFaults) this.faults.push(`${what} (at ${this.clockwork.now - T0} ms)`)
  }

  logged(error: unknown, about: string): void {
    this.tell(`${about}: ${String(error)}`)
    // A worker ends with its process.
    this.fault(`a node logged ${about}: ${error instanceof Error ? error.message : String(error)}`)
  }

  writes(client: number, userId: string): void {
    this.#writers.set(client, userId)
  }

  refused(editor: SomeEditor, code: string): void {
    this.tell(`${editor.name} is refused: ${code}`)
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
  }

  closed(editor: SomeEditor, reason: string): void {
    this.fault(`${editor.name} was closed: ${reason}`)
  }

  acked(acked: Acked): void {
    const others = [...this.#writers].filter(([, userId]) => userId !== acked.userId)
    const beyond = encodeStateVector(new Map(others.map(([client]) => [client, Number.MAX_SAFE_INTEGER])))
    const one = { ...acked, update: Y.diffUpdate(acked.update, beyond), at: this.clockwork.now }
    this.#ackedSince.push(one)
    this.#ackedEver.push(one)
  }

  synced(editor: SomeEditor, { node, run, startedAt, pending: pendingAtMost }: Entered): void {
    // Another node may have heard of it two seconds later.
    const pending = this.#ackedEver.slice(0, pendingAtMost).filter((one) => one.at <= startedAt || (one.node === node && one.run === run))
    if (editor.doc.store.clients.size === 0) this.fault(`${editor.name} was told of an empty document`)
    const lacking = pending.find(({ update }) => !holds(editor.doc, update))
    if (lacking !== undefined) this.fault(`${editor.name} was told it is in step, without what ${lacking.by} had been told is saved`)
    this.tell(`${editor.name} is in step with ${node.name}`)
  }

  died(node: SomeNode): void {
    this.tell(`${node.name} is gone`)
    const before = this.#ackedSince.splice(0).map(({ update }) => update)
    this.#looks = this.#looks.then(() => this.#look(before))
  }

  /**
   * The store is as it was then, and what was called saved since is gone from it: devices that
   * still hold it bring it again (Y12), the others cannot. The nodes are down.
   */
  async restore(backup: State): Promise<void> {
    await this.looked()
    this.database.restore(backup)
    this.#saved = null
    this.#ackedSince.splice(0)
    this.#ackedEver.splice(0)
    this.tell('the store is restored')
  }

  /**
   * The post's author lets that co-author in no longer; another process than those of the run has
   * taken the mutation.
   */
  async castOut(userId: string): Promise<void> {
    this.tell(`${userId} loses the right`)
    this.outcast = userId
    const store = this.database.open(new Life('a mutation', this.clockwork))
    await store.write(async ({ tx }) => {
      const post = await tx.get(posts, postId)
      if (post !== undefined) await tx.put(posts, { ...post, coauthorIds: post.coauthorIds.filter((id) => id !== userId) })
    })
  }

  /** How far what that account has written reaches in the store. */
  async reachOf(userId: string): Promise<ReadonlyMap<number, number>> {
    const vector = Y.decodeStateVector(Y.encodeStateVector(await this.stored()))
    return new Map([...vector].filter(([client]) => this.#writers.get(client) === userId))
  }

  /** Waits for all looks at the store. */
  async looked(): Promise<void> {
    await this.#looks
  }

  /** The document as a process that starts now would find it. */
  async stored(): Promise<Y.Doc> {
    const store = this.database.open(new Life('a look', this.clockwork))
    const found = await store.read((read) => storedOf(read, this.room))
    const doc = new Y.Doc()
    if (found === null) return doc
    const snapshot =
      found.snapshot === undefined ? [] : [jobs.unpack({ packed: fromBase64(found.snapshot.bytes), sha256: found.snapshot.sha256 })]
    // At once, as the server reads it: between one row and the next Yjs tidies up ends of marks,
    // which a reader would be alone with.
    const all = Y.mergeUpdates([...snapshot, ...found.rows.map(({ bytes }) => fromBase64(bytes))])
    Y.applyUpdate(doc, all)
    return doc
  }

  async #look(before: readonly Uint8Array[]): Promise<void> {
    const doc = await this.stored()
    this.#saved = Y.mergeUpdates([...(this.#saved === null ? [] : [this.#saved]), ...before])
    if (!holds(doc, this.#saved)) this.fault('a node died, and something that had been called saved is not in the store')
  }

  async found(): Promise<void> {
    const store = this.database.open(new Life('founding', this.clockwork))
    const revisionId = idOf(2)
    const body = paragraph(seedText)
    const founding = store.write(async ({ tx }) => {
      await tx.put(members, aMember({ id: ada, slug: 'ada' }))
      const names = { userName: 'ben', userNameKey: 'ben', displayName: 'Ben', displayNameKey: 'ben', slug: 'ben' }
      await tx.put(members, aMember({ id: ben, ...names }))
      const draft = { slug: null, status: 'draft', revisionId: null, publishedAt: null } as const
      await tx.put(posts, aPost({ id: postId, authorId: ada, coauthorIds: [ben], latestRevisionId: revisionId, ...draft }))
      await tx.put(revisions, {
        id: revisionId,
        subjectKind: 'post',
        subjectId: postId,
        postId,
        n: 1,
        version: '1.0.0',
        isDraft: true,
        title: 'On tides',
        body,
        wordCount: 3,
        authorId: ada,
        at: T0,
      })
    })
    await this.pass(50)
    await founding
    for (const node of this.nodes) node.start()
  }
}

/** Whether all of an update is in a document already. */
export function holds(doc: Y.Doc, update: Uint8Array): boolean {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  let isNews = false
  copy.on('update', () => (isNews = true))
  Y.applyUpdate(copy, update)
  return !isNews && copy.store.pendingStructs === null && copy.store.pendingDs === null
}
