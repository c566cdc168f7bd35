import type { Migration } from '#server/store/port.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { putNameLinks } from '#shared/wiki/name-link-mutations.ts'
import type { LinkedTexts } from '#server/triggers/linked-posts.ts'
import { linkedFromComment, linkedFromPost } from '#server/triggers/linked-posts.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { editOf } from '#shared/wiki/edits-of-member.ts'
import { tags, wikiEdits } from '#shared/wiki/schema.ts'

const states: readonly Tag['state'][] = ['page', 'lens', 'deleted']
const atOnce = 200

/** Versions published before there were rows for what a member has edited. */
export const editsOfMembers: Migration = {
  name: 'wiki edits of members',
  async run({ tx }) {
    for (const state of states) {
      const index = ['state', 'createdAt'] as const
      const pages = await tx.list(defineQuery({ table: tags, index, equals: [state], order: 'ascending', limit: 1_000_000 }))
      for (const { id } of pages) {
        // Texts are read with them: a few at a time.
        for (let offset = 0, hasMore = true; hasMore; offset += atOnce) {
          const published = { table: revisions, index: ['subjectId', 'isDraft', 'n'], equals: [id, false] } as const
          const found = await tx.list(defineQuery({ ...published, order: 'ascending', limit: atOnce, offset }))
          for (const revision of found) await tx.put(wikiEdits, editOf(revision))
          hasMore = found.length === atOnce
        }
      }
    }
  },
}

/** Texts and comments from before it was kept to which names without a page they link. */
export const linksToNames: Migration = {
  name: 'links to names without a page',
  async run({ tx }) {
    const index = ['status', 'publishedAt'] as const
    const found = await tx.list(defineQuery({ table: posts, index, equals: ['published'], order: 'ascending', limit: 1_000_000 }))
    const keep = async (fromId: string, isComment: boolean, { names }: LinkedTexts) => {
      if (names.length > 0) await putNameLinks(tx, { fromId, isComment, names: [...names] })
    }
    for (const post of found) {
      await keep(post.id, false, await linkedFromPost(tx, post))
      if (post.commentCount === 0) continue
      for (const comment of await tx.list(commentsOfPost(post.id, 1_000_000)))
        await keep(comment.id, true, await linkedFromComment(tx, comment))
    }
  },
}
