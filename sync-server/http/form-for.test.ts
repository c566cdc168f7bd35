import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import { Id } from '#shared/kernel/fields.ts'
import { defineMutation, parseArgs } from '#shared/kernel/mutation.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { FormTools } from './form-tools.ts'
import type { FormRequest } from './ports.ts'
import { formFor } from './form-for.ts'

const putNote = defineMutation({
  name: 'notes.put',
  args: z.strictObject({ id: Id, postId: Id, year: z.nullable(z.int()), isPinned: z.boolean() }),
  run: async () => undefined,
})
const form = formFor(putNote, {
  fields: { postId: 'post' },
  makes: { what: 'notes', alike: ['postId'] },
  to: ({ id, year }) => `/notes/${id}?year=${year}`,
})

/** What the writer was asked, and what the form answered. */
async function sent(fields: Readonly<Record<string, string>>, viewer: FormRequest['viewer'] = member(idOf(300))) {
  const asked: unknown[] = []
  // Of the tools a form of this kind takes two, and of a request what is given here.
  const tools = {
    async apply({ args, userId }: { readonly args: unknown; readonly userId: string | null }) {
      try {
        asked.push([userId, parseArgs(putNote, args)])
        return { kind: 'applied', seq: 7 }
      } catch (error) {
        return { kind: 'rejected', error }
      }
    },
    recent: { ids: async () => [idOf(1)] },
  } as unknown as FormTools
  const [name, handler] = form(tools)[0] ?? ['', async () => undefined]
  const answer = await handler({ name, fields: { from: '/', ...fields }, viewer } as unknown as FormRequest).catch(
    (error: unknown) => error,
  )
  return { name, asked, answer }
}

test('a form of a mutation reads its fields as the arguments they are', async () => {
  const { name, asked, answer } = await sent({ id: idOf(9), post: idOf(5), year: ' 1862 ', isPinned: 'on' })
  expect([name, asked]).toEqual(['notes.put', [[idOf(300), { id: idOf(9), postId: idOf(5), year: 1862, isPinned: true }]]])
  expect(answer).toEqual({ kind: 'done', location: `/notes/${idOf(9)}?year=1862`, seq: 7 })
})

test('what is absent is empty, and an empty id is a new row’s', async () => {
  expect((await sent({ post: idOf(5) })).asked).toEqual([[idOf(300), { id: idOf(1), postId: idOf(5), year: null, isPinned: false }]])
})

test.each([
  ['a field that no argument has', { post: idOf(5), isAdmin: 'on' }, { code: 'invalid', field: 'isAdmin' }],
  ['an argument under its own name', { postId: idOf(5) }, { code: 'invalid', field: 'postId' }],
  ['what the mutation refuses, by the form’s name for it', { post: 'x' }, { code: 'invalid', field: 'post' }],
  ['what is no number', { post: idOf(5), year: 'MMXVIII' }, { code: 'invalid', field: 'year' }],
  ['an id that is none', { id: 'x', post: idOf(5) }, { code: 'not-found' }],
])('%s is refused', async (_what, fields, error) => {
  const { asked, answer } = await sent(fields)
  expect([asked, answer instanceof AppError]).toEqual([[], true])
  expect(answer).toMatchObject(error)
})

test('everything that is wrong is said at once, by the form’s names for it', async () => {
  const { asked, answer } = await sent({ post: 'x', year: 'MMXVIII' })
  expect(asked).toEqual([])
  expect(answer).toMatchObject({ code: 'invalid', field: 'post', others: [{ code: 'invalid', field: 'year' }] })
})

test('a visitor signs in first', async () => {
  expect((await sent({ post: idOf(5) }, visitor)).answer).toMatchObject({ reason: 'sign-in-first' })
})
