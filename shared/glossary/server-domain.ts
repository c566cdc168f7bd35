import { defineDomain, mutationsIn, readPolicy } from '../kernel/domain.ts'
import * as glossaryMutations from './mutations.ts'
import { canSeeTermVersions } from './rules.ts'
import { glossaries, termVersions } from './schema.ts'
import { posts } from '../posts/schema.ts'

export const glossaryOnServer = defineDomain({
  tables: [termVersions, glossaries],
  mutations: [...mutationsIn(glossaryMutations)],
  policies: [
    readPolicy(termVersions, async (version, viewer, read) => {
      const post = await read.get(posts, version.postId)
      return post !== undefined && canSeeTermVersions(viewer, post) ? version : undefined
    }),
  ],
})
