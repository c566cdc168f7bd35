import { expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { aComment, idOf, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { markdownToDoc } from '../text/markdown-in.ts'
import { reactionViews } from './queries.ts'
import { quoteWords } from './quote-words.ts'

test('a reaction to words of a spoiler does not repeat them; one to words that are visible too, or gone, does', async () => {
  const { doc: body } = markdownToDoc('The maid found him.\n\n:::spoiler\nThe butler did it, the maid saw.\n:::', 'comment')
  const tx = memoryTransaction()
  await tx.put(comments, aComment({ body }))
  const entry = (text: string) => ({
    ...{ part: text, reaction: 'agree', quote: { text, before: '', after: '' } },
    ...{ for: 1, against: 0, forIds: [], againstIds: [], at: T0 },
  })
  const entries = [...['butler\n did it', 'The maid', 'The gardener'].map(entry), { ...entry(''), quote: null }]
  const { [idOf(10)]: views = [] } = await reactionViews(tx, [
    { id: idOf(10), targetKind: 'comment', postId: idOf(1), entries, reactedAt: T0 },
  ])
  expect(views.map(quoteWords)).toEqual(['hidden words', '“The maid”', '“The gardener”', ''])
})
