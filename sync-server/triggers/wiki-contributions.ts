/**
 * Whose words a version consists of, worked out once, as it comes (`shared/wiki/contributions.ts`),
 * and again where a version is left out.
 */
import { createHash } from 'node:crypto'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Revision } from '#shared/posts/schema.ts'
import type { Provenance } from '#shared/wiki/schema.ts'
import type { Counted } from '#shared/wiki/contributions.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { revisions } from '#shared/posts/schema.ts'
import { entriesOf, runsOf, wordsIn } from '#shared/wiki/contributions.ts'
import { contributions, provenances } from '#shared/wiki/schema.ts'

/** So many versions back it is looked whether a text was brought back. */
const lookedBack = 50
/** Of so many versions the reckoning follows when one is left out. */
const maxFollowing = 200

/** Nothing where it has been done. */
export async function keepContribution(tx: Transaction, revisionId: string): Promise<void> {
  const revision = await tx.get(revisions, revisionId)
  if (revision === undefined || (await tx.get(provenances, revisionId)) !== undefined) return
  const { id, postId, n, authorId } = revision
  const words = wordsIn(revision.body)
  const sha256 = createHash('sha256').update(words.join('\n')).digest('hex')
  const restored = words.length === 0 ? null : await earlierWith(tx, postId, sha256)
  const before = restored === null && revision.followsId !== undefined ? await tx.get(provenances, revision.followsId) : undefined
  const text = restored === null ? runsOf(revision.body, n, await countedAt(tx, before)) : restored.runs
  const writers = new Map([...(restored ?? before)?.writers ?? [], [n, authorId] as const]) // oxfmt-ignore
  await putCounted(tx, { id, postId, n, wordCount: words.length, sha256, runs: text, writers: [...writers] })
}

async function countedAt(tx: Transaction, before: Provenance | undefined): Promise<Counted | null> {
  const revision = before && (await tx.get(revisions, before.id))
  return before === undefined || revision === undefined ? null : { body: revision.body, runs: before.runs }
}

/**
 * The version that said the same before: whoever brings a text back has not written it. No text is
 * read for it: this is the writer's turn.
 */
async function earlierWith(tx: Transaction, postId: string, sha256: string): Promise<Provenance | null> {
  return (await tx.list(ofPage(postId, lookedBack))).find((earlier) => earlier.sha256 === sha256) ?? null
}

/**
 * A version counts for whoever wrote it, or for nobody from now on; with it all later ones that
 * have words of it.
 */
export async function recount(tx: Transaction, { n, postId, authorId, isUncredited }: Revision): Promise<void> {
  const following = await tx.list({ ...ofPage(postId, maxFollowing), from: n })
  for (const one of following) {
    const writers = new Map(one.writers)
    if (isUncredited === true) writers.delete(n)
    else writers.set(n, authorId)
    if (writers.size !== one.writers.length) await putCounted(tx, { ...one, writers: [...writers] })
  }
}

const ofPage = (postId: string, limit: number) =>
  defineQuery({ table: provenances, index: ['postId', 'n'], equals: [postId], order: 'descending', limit })

/** Of writers it is remembered who still has words in it. */
async function putCounted(tx: Transaction, counted: Provenance): Promise<void> {
  const counting = new Set(counted.runs.map(([n]) => n))
  const writers = counted.writers.filter(([n]) => counting.has(n))
  const { id, postId, n, wordCount, runs } = counted
  await tx.put(provenances, { ...counted, writers })
  await tx.put(contributions, { id, postId, n, wordCount, entries: entriesOf(runs, new Map(writers)) })
}
