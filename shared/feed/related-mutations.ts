import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { relatedFigures } from './related-figures.ts'
import { relatedPosts } from './related-schema.ts'

/** Sets where readers of these posts may go on. */
export const keepRelated = defineMutation({
  name: 'feed.keepRelated',
  from: 'server',
  args: z.strictObject({
    lists: z
      .array(z.strictObject({ id: Id, postIds: z.array(Id).check(z.maxLength(relatedFigures.kept)) }))
      .check(z.maxLength(relatedFigures.madeAtOnce)),
  }),
  async run({ tx, now }, { lists }) {
    for (const list of lists) await tx.put(relatedPosts, { ...list, madeAt: now })
  },
})
