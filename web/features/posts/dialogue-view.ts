import { memberCards } from '#shared/accounts/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Thread } from '#shared/posts/queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { personView } from '../../blocks/people.ts'

/**
 * One thing said in a dialogue, as it travels to the page; its text is among the bodies, by its id.
 */
export interface MessageView {
  readonly id: string
  /** Index into `speakers`; `null` for somebody who takes part no more. */
  readonly by: number | null
  readonly name: string
  readonly at: number
  readonly editedAt: number | null
  readonly version: number
}

const messagesIn = ({ comments }: Thread) => comments.filter(({ comment }) => comment.message !== undefined && comment.removedBy === null)

/** What its authors have said to each other, oldest first. */
export function dialogueView(found: Thread) {
  const ids = [found.post.authorId, ...found.post.coauthorIds]
  const messages = messagesIn(found).map(({ comment, author }): MessageView => {
    const by = ids.indexOf(comment.authorId)
    const { id, postedAt, editedAt, bodyVersion } = comment
    return { id, by: by === -1 ? null : by, name: author.name, at: postedAt, editedAt, version: bodyVersion }
  })
  return { speakers: found.authors.map((author, at) => ({ ...personView(author), id: ids[at] ?? '' })), messages }
}

/**
 * Who has been asked and has not said yes: shown to those who write in it, who alone have the whole
 * list.
 */
export async function invitedNames(read: Read, { shares = [] }: Post): Promise<readonly string[]> {
  const ids = shares.filter(({ isInvited }) => isInvited === true).map(({ userId }) => userId)
  return [...(await memberCards(read, ids)).values()].map(({ name }) => name)
}

export function messageBodies(data: PageData, found: Thread): Readonly<Record<string, string>> {
  if (!kindFacts(found.post).hasMessages) return {}
  return Object.fromEntries(
    messagesIn(found).map(({ comment: { id, body } }) => [id, data.html(body, { idPrefix: `${id}-`, profile: 'comment', trusted: false })]),
  )
}
