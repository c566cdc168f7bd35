import { inPieces } from '#server/store/in-pieces.ts'
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
/** Rows, some with their texts, that are in memory together. */
const atOnce = 200

/** Versions published before there were rows for what a member has edited. */
export const editsOfMembers: Migration = {
  name: 'wiki edits of members',
  async run({ tx }) {
    for (const state of states) {
      const pages = { table: tags, index: ['state', 'createdAt'], equals: [state], order: 'ascending', limit: atOnce } as const
      for await (const piece of inPieces(tx, defineQuery(pages)))
        for (const { id } of piece) {
          const published = { table: revisions, index: ['subjectId', 'isDraft', 'n'], equals: [id, false] } as const
          for await (const versions of inPieces(tx, defineQuery({ ...published, order: 'ascending', limit: atOnce })))
            for (const revision of versions) await tx.put(wikiEdits, editOf(revision))
        }
    }
  },
}

/** Texts and comments from before it was kept to which names without a page they link. */
export const linksToNames: Migration = {
  name: 'links to names without a page',
  async run({ tx }) {
    const keep = async (fromId: string, isComment: boolean, { names }: LinkedTexts) => {
      if (names.length > 0) await putNameLinks(tx, { fromId, isComment, names: [...names] })
    }
    const published = { table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'ascending', limit: atOnce } as const
    for await (const piece of inPieces(tx, defineQuery(published)))
      for (const post of piece) {
        await keep(post.id, false, await linkedFromPost(tx, post))
        if (post.commentCount === 0) continue
        for await (const said of inPieces(tx, commentsOfPost(post.id, atOnce)))
          for (const comment of said) await keep(comment.id, true, await linkedFromComment(tx, comment))
      }
  },
}
