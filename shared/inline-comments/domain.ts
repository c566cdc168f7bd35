import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { posts } from '../posts/schema.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from './mutations.ts'
import { canSeeInlineComment } from './rules.ts'
import { inlineComments } from './schema.ts'
import { decideSuggestion, suggestChange } from './suggest-mutations.ts'

export const inlineCommentsDomain = defineDomain({
  tables: [inlineComments],
  mutations: [postInlineComment, editInlineComment, resolveInlineComment, removeInlineComment, suggestChange, decideSuggestion],
  policies: [
    readPolicy(inlineComments, async (inlineComment, viewer, read) => {
      const post = await read.get(posts, inlineComment.postId)
      return post !== undefined && canSeeInlineComment(viewer, inlineComment, post) ? inlineComment : undefined
    }),
  ],
})
