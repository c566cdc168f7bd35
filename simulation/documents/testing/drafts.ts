/**
 * A store with drafts that two people each write together, both signed in: for the product as it
 * runs.
 */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import * as Y from 'yjs'
import type { TicketAnswer } from '#shared/documents/protocol.ts'
import { fromBase64 } from '#server/documents/encoded.ts'
import { documentLog, documents, documentSnapshots } from '#server/documents/tables.ts'
import type { Document, LogRow, Snapshot } from '#server/documents/tables.ts'
import { jobs } from '#server/documents/workers/jobs.ts'
import { hashOf } from '#server/features/accounts/tokens.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members, sessions } from '#shared/accounts/schema.ts'
import { postRoom, ticketPath } from '#shared/documents/rooms.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface Person {
  readonly userId: string
  readonly cookie: string
}

export interface Draft {
  readonly room: string
  readonly authors: readonly [Person, Person]
}

const peopleCount = 40
const yearMs = 365 * dayMs

/** So many drafts, empty; nobody has more than a tenth of them. */
export async function makeDrafts(address: StoreAddress, count: number): Promise<readonly Draft[]> {
  const store = await openStore(address, serverRegistry.tables, serverRegistry.migrations)
  try {
    return await fillDrafts(store, count)
  } finally {
    await store.close()
  }
}

/** The same, in a store that is open. */
export async function fillDrafts(store: Store, count: number): Promise<readonly Draft[]> {
  const now = Date.now()
  const people = Array.from({ length: peopleCount }, (_none, n): Person & { readonly token: string } => {
    const token = `token-of-person-${n}-`.padEnd(43, 'x')
    return { userId: idOf(1_000 + n), token, cookie: `session=${token}` }
  })
  const drafts = Array.from({ length: count }, (_none, n) => ({ id: idOf(10_000 + n), authors: pairOf(people, n) }))
  await store.write(async ({ tx }) => {
    for (const [n, { userId, token }] of people.entries()) {
      const name = `person-${n}`
      const joinedAt = now - yearMs
      const names = { userName: name, userNameKey: name, displayName: `Person ${n}`, displayNameKey: `person ${n}`, slug: name }
      await tx.put(members, aMember({ id: userId, ...names, joinedAt }))
      const times = { createdAt: now, lastSeenAt: now, expiresAt: now + yearMs, endedAt: null }
      await tx.put(sessions, { id: idOf(90_000 + n), tokenHash: hashOf(token), userId, ...times, label: 'test' })
    }
    for (const [n, { id, authors }] of drafts.entries()) {
      const revisionId = idOf(20_000 + n)
      const [author, other] = authors
      const draft = { slug: null, status: 'draft', revisionId: null, publishedAt: null } as const
      const facts = { id, authorId: author.userId, coauthorIds: [other.userId], latestRevisionId: revisionId, createdAt: now }
      await tx.put(posts, aPost({ ...facts, ...draft }))
      const body = { type: 'doc' as const, content: [{ type: 'paragraph' as const }] }
      const text = { n: 1, version: '1.0.0', isDraft: true, title: 'A draft', body, wordCount: 0, authorId: author.userId, at: now }
      await tx.put(revisions, { id: revisionId, subjectKind: 'post', subjectId: id, postId: id, ...text })
    }
  })
  return drafts.map(({ id, authors }) => ({ room: postRoom(id), authors }))
}

function pairOf(people: readonly Person[], n: number): readonly [Person, Person] {
  const [one, two] = [people[(2 * n) % people.length], people[(2 * n + 1) % people.length]]
  if (one === undefined || two === undefined) throw new RangeError('two people are needed')
  return [one, two]
}

/** By room. */
export async function ticketsOf(origin: string, { cookie }: Person, rooms: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const headers = { 'content-type': 'application/json', origin, cookie }
  const answer = await fetch(`${origin}${ticketPath}`, { method: 'POST', headers, body: JSON.stringify({ rooms }) })
  if (!answer.ok) throw new Error(`no tickets: ${answer.status} ${await answer.text()}`)
  // What our own server answers.
  const found = ((await answer.json()) as TicketAnswer).rooms
  return new Map(found.flatMap(({ room, ticket }) => (ticket === null ? [] : [[room, ticket] as const])))
}

/**
 * What of these documents is on disk, read as a process that starts now would: snapshot and log.
 * The server need not run.
 */
export function storedDocuments(dataDir: string): ReadonlyMap<string, Y.Doc> {
  const store = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  // Bodies are rows of their table.
  const rowsOf = <R>(table: string): readonly R[] =>
    store
      .prepare(`SELECT body FROM "${table}" WHERE deleted = 0 ORDER BY id`)
      .all()
      .map(({ body }) => JSON.parse(String(body)) as R)
  try {
    const found = new Map<string, Y.Doc>()
    const logs = Map.groupBy(rowsOf<LogRow>(documentLog.name), ({ documentId }) => documentId)
    const snapshots = rowsOf<Snapshot>(documentSnapshots.name)
    for (const { id, snapshotSeq } of rowsOf<Document>(documents.name)) {
      const doc = new Y.Doc()
      const snapshot = snapshots.find(({ documentId, upto }) => documentId === id && upto === snapshotSeq)
      if (snapshot !== undefined) Y.applyUpdate(doc, jobs.unpack({ packed: fromBase64(snapshot.bytes), sha256: snapshot.sha256 }))
      const rows = (logs.get(id) ?? []).filter(({ seq }) => seq > snapshotSeq).toSorted((a, b) => a.seq - b.seq)
      for (const { bytes } of rows) Y.applyUpdate(doc, fromBase64(bytes))
      found.set(id, doc)
    }
    return found
  } finally {
    store.close()
  }
}
