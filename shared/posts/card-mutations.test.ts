import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { links } from '../links.ts'
import { aPost, idOf, member, moderator } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { setCardDetail } from './card-mutations.ts'
import { posts } from './schema.ts'

const author = member(idOf(100))
const settle = (field: string, value: unknown) => ({ id: idOf(1), detail: { field, value } })

async function site() {
  const mutations = mutationsOver([posts])
  await mutations.put(posts, aPost({ coauthorIds: [idOf(101)] }))
  return mutations
}

test.each([
  ['its author', author],
  ['a co-author', member(idOf(101))],
  ['a moderator', moderator],
])('%s says what a link to a post shows elsewhere', async (_who, viewer) => {
  const mutations = await site()
  for (const [field, value] of [
    ['cardTitle', 'Why the sea leaves'],
    ['cardText', 'And comes back.'],
    ['cardImageUrl', links.picture(idOf(9))],
  ])
    await mutations.run(setCardDetail, settle(field ?? '', value), { viewer })
  expect(await mutations.get(posts, idOf(1))).toMatchObject({
    ...{ title: 'On tides', cardTitle: 'Why the sea leaves', cardText: 'And comes back.' },
    cardImageUrl: links.picture(idOf(9)),
  })
})

test.each([
  ['another member', member(idOf(7)), settle('cardTitle', 'Mine'), { reason: 'not-yours' }],
  ['a visitor', visitor, settle('cardTitle', 'Mine'), { reason: 'sign-in-first' }],
  ['a title that is too long', author, settle('cardTitle', 'x'.repeat(201)), { code: 'invalid' }],
  ['a text that is too long', author, settle('cardText', 'x'.repeat(301)), { code: 'invalid' }],
  ['a picture of another site', author, settle('cardImageUrl', 'https://example.org/pictures/x'), { code: 'invalid' }],
])('what a link shows is refused: %s', async (_what, viewer, args, refusal) => {
  const mutations = await site()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(setCardDetail, args, { viewer }))).toMatchObject(refusal)
  expect(await mutations.everything()).toEqual(before)
})
