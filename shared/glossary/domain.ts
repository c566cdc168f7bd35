import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { canSeeTerm } from './rules.ts'
import { glossaryTerms } from './schema.ts'
import { posts } from '../posts/schema.ts'

export const glossaryDomain = defineDomain({
  tables: [glossaryTerms],
  policies: [
    readPolicy(glossaryTerms, async (term, viewer, read) => {
      const post = await read.get(posts, term.postId)
      return post !== undefined && canSeeTerm(viewer, term, post) ? term : undefined
    }),
  ],
})
