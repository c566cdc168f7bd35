/** Links to names without a page: who has them, and what becomes of them once it is made. */
import type { Transaction } from '../kernel/transaction.ts'
import { commentPingbacks } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { pingbacks } from '../posts/schema.ts'
import { nameLinks } from './schema.ts'

/** Of one text; of names beyond that nothing is kept. */
export const maxNamesLinked = 50
const maxAdopted = 500

/** Of the newest texts and comments first: their ids are in the order of time. */
export const linksToName = (slug: string, limit: number) =>
  defineQuery({ table: nameLinks, index: ['slug'], equals: [slug], order: 'descending', limit })

export const namesLinkedFrom = (fromId: string) =>
  defineQuery({ table: nameLinks, index: ['fromId'], equals: [fromId], order: 'ascending', limit: maxNamesLinked * 2 })

/** The page of this name is there: what linked to the name links to it, the newest of many. */
export async function adoptNameLinks(tx: Transaction, slug: string, pageId: string): Promise<void> {
  for (const link of await tx.list(linksToName(slug, maxAdopted))) {
    await tx.delete(nameLinks, link.id)
    await putMention(tx, link, pageId)
  }
}

interface From {
  /** Of a post or a page of the wiki, or of a comment. */
  readonly fromId: string
  readonly isComment: boolean
}

/** Of a text that links to this page. */
export async function putMention(tx: Transaction, { fromId, isComment }: From, toPostId: string): Promise<void> {
  const id = `${fromId}:${toPostId}`
  if (isComment) await tx.put(commentPingbacks, { id, commentId: fromId, toPostId })
  else if (fromId !== toPostId) await tx.put(pingbacks, { id, fromPostId: fromId, toPostId })
}
