import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { comments } from '../comments/schema.ts'
import { posts } from '../posts/schema.ts'
import { decideTypo } from './typo-mutations.ts'
import { canSeeTypo } from './typo-rules.ts'
import { typoSuggestions } from './typo-schema.ts'

export const reactionsOnServer = defineDomain({
  tables: [typoSuggestions],
  mutations: [decideTypo],
  policies: [
    readPolicy(typoSuggestions, async (typo, viewer, read) => {
      const post = await read.get(posts, typo.postId)
      const comment = typo.targetKind === 'post' ? null : await read.get(comments, typo.targetId)
      return post !== undefined && comment !== undefined && canSeeTypo(viewer, typo, { post, comment }) ? typo : undefined
    }),
  ],
})
