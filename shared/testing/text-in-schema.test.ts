import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Change } from '../inline-comments/change.ts'
import { CommentBody, EssayBody } from '../text/schema.ts'
import { textsIn } from './text-in-schema.ts'

test('a text is found wherever it stands in a row, and nothing else is taken for one', () => {
  const row = z.object({
    id: z.string(),
    trimmed: z.pipe(
      z.string(),
      z.transform((word: string) => word.trim()),
    ),
    anything: z.unknown(),
    level: z.custom<'own' | 'edit'>(),
    body: EssayBody,
    draft: z.optional(z.nullable(CommentBody)),
    chapters: z.array(z.object({ title: z.string(), introduction: z.optional(EssayBody) })),
    byName: z.record(z.string(), z.union([z.string(), z.strictObject({ text: CommentBody })])),
    pair: z.tuple([z.number(), EssayBody]),
    change: z.optional(Change),
    later: z.lazy(() => z.object({ answer: CommentBody })),
  })
  expect(textsIn(row)).toEqual([
    'body',
    'byName.text',
    'change.after',
    'change.before',
    'chapters.introduction',
    'draft',
    'later.answer',
    'pair',
  ])
  expect(textsIn(z.object({ id: z.string(), words: z.array(z.string()) }))).toEqual([])
})
