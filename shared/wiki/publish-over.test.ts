import { beforeEach, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { authorships, posts, revisions, writings } from '../posts/schema.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { idOf, member, paragraph, T0 } from '../testing/factories.ts'
import { publishPage } from './mutations.ts'
import { tags } from './schema.ts'

const ada = member(idOf(100), { karma: 5 })
const ben = member(idOf(200), { karma: 5 })
const id = idOf(500)

let mutations: ReturnType<typeof mutationsOver>
beforeEach(() => {
  mutations = mutationsOver([posts, revisions, writings, authorships, inlineComments, members, tags])
})

const publish = (n: number, text: string, viewer = ada, seenId?: string) =>
  mutations.run(
    publishPage,
    {
      ...{ id, revisionId: idOf(600 + n), lang: 'en', isWikiOnly: false, lensOf: null, name: 'Water', body: paragraph(text) },
      ...(seenId !== undefined && { seenId }),
    },
    { viewer, now: T0 + n },
  )

test('what somebody else has published since the writer looked is not written over; looked at again, it is a version more', async () => {
  await publish(1, 'One.')
  await publish(2, 'Two.', ben, idOf(601))
  const before = await mutations.everything()
  expect((await refusalOf(publish(3, 'Three.', ada, idOf(601)))).code).toBe('conflict')
  expect(await mutations.everything()).toBe(before)
  await publish(3, 'Two. Three.', ada, idOf(602))
  expect(await mutations.get(posts, id)).toMatchObject({ revisionId: idOf(603), version: '1.2.0' })
})

test('a version that was published over another stays published when it is sent again', async () => {
  await publish(1, 'One.')
  await publish(2, 'Two.', ben, idOf(601))
  const before = await mutations.everything()
  await publish(2, 'Two.', ben, idOf(601))
  expect(await mutations.everything()).toBe(before)
})
