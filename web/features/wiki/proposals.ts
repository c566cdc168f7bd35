/** Tags that wait, for those who accept and reject them: for the dashboard of the wiki. */
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { proposedTags } from '#shared/wiki/page-queries.ts'
import { canBeginTag } from '#shared/wiki/rules.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'
import { personView } from '../../blocks/people.ts'

const proposalsShown = 50
/** More are looked through: those of posts that this viewer cannot read yet are skipped. */
const proposalsLooked = 500
/** So many posts of each are looked at for one that can be named. */
const postsLooked = 20

/**
 * Each with the first post for which it was typed and with who typed it; not those that were taken
 * off their posts again. `null`: not for this viewer to decide.
 */
export async function proposalViews({ read, viewer, isOfDevice }: PageData) {
  // A device has none of them.
  if (isOfDevice === true || !canBeginTag(viewer).allowed) return null
  const found = []
  for (const { id, name, createdAt } of await read.list(proposedTags(proposalsLooked))) {
    const rels = (await read.list(relsOfTag(id, postsLooked))).filter(({ relevance }) => relevance > 0).reverse()
    const [rel] = rels
    const post = rel && (await read.get(posts, rel.postId))
    if (rel !== undefined && post !== undefined) found.push({ id, name, at: createdAt, userId: rel.userId, post, others: rels.length - 1 })
    if (found.length === proposalsShown) break
  }
  const cards = await memberCards(read, found.map(({ userId }) => userId)) // oxfmt-ignore
  return found.map(({ userId, post, ...proposal }) => ({
    ...proposal,
    by: personView(cards.get(userId) ?? unknownMember),
    post: { title: post.title, href: links.post(post) },
  }))
}

export type ProposalView = NonNullable<Awaited<ReturnType<typeof proposalViews>>>[number]
