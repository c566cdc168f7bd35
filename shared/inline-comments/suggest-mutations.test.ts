import { describe, expect, test } from 'vitest'
import type { ShareLevel } from '../posts/shares.ts'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { removeInlineComment, resolveInlineComment } from './mutations.ts'
import { inlineComments } from './schema.ts'
import { decideSuggestion, suggestChange } from './suggest-mutations.ts'

const author = member(idOf(100))
const ben = member(idOf(200))
const paragraph = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
const change = { before: paragraph('The tide'), after: paragraph('The spring tide'), place: null }
const args = (n = 40) => ({ id: idOf(n), postId: idOf(1), change, quote: 'The tide' })

async function aDraft(level: ShareLevel = 'comment') {
  const store = mutationsOver([posts, inlineComments])
  const shares = [{ userId: ben.userId, level, isByLink: false }]
  await store.put(posts, aPost({ id: idOf(1), status: 'draft', publishedAt: null, slug: null, revisionId: null, shares }))
  const suggest = (n = 40, viewer = ben) => store.run(suggestChange, args(n), { viewer })
  const decide = (verdict: 'accepted' | 'rejected' | null, viewer = author) =>
    store.run(decideSuggestion, { id: idOf(40), verdict }, { viewer })
  return { ...store, suggest, decide, one: (n = 40) => store.get(inlineComments, idOf(n)) }
}

describe('remarks.suggest', () => {
  test('whoever may comment proposes a change; a replay is one proposal', async () => {
    const draft = await aDraft()
    await draft.suggest()
    await draft.suggest()
    expect(await draft.one()).toMatchObject({ authorId: ben.userId, change, body: '', resolvedAt: null })
  })

  test('another’s id is no way to their proposal', async () => {
    const draft = await aDraft()
    await draft.suggest()
    expect((await refusalOf(draft.suggest(40, author))).code).toBe('not-found')
  })

  test.each<[string, ShareLevel, ReturnType<typeof member>, string]>([
    ['who only reads', 'read', ben, 'not-yours'],
    ['who has no part in it', 'comment', member(idOf(300)), ''],
    ['a moderator as such', 'comment', moderator, ''],
  ])('%s proposes nothing', async (_who, level, viewer, reason) => {
    const draft = await aDraft(level)
    const refusal = await refusalOf(draft.suggest(40, viewer))
    expect([refusal.code, refusal.reason ?? '']).toEqual([reason === '' ? 'not-found' : 'not-allowed', reason])
    expect(await draft.one()).toBeUndefined()
  })
})

describe('remarks.decide', () => {
  test('the author takes it over, once, and it counts as settled, whatever else is decided later', async () => {
    const draft = await aDraft()
    await draft.suggest()
    await draft.decide('accepted')
    const once = await draft.one()
    expect(once).toMatchObject({ verdict: 'accepted', resolvedAt: T0, resolvedById: author.userId })
    await draft.decide('accepted')
    expect(await draft.one()).toEqual(once)
    await draft.decide('rejected')
    await draft.decide(null)
    expect(await draft.one()).toEqual(once)
  })

  test('what was rejected is opened again, and taken over', async () => {
    const draft = await aDraft()
    await draft.suggest()
    await draft.decide('rejected')
    await draft.decide(null)
    expect(await draft.one()).toMatchObject({ resolvedAt: null, resolvedById: null })
    expect(await draft.one()).not.toHaveProperty('verdict')
    await draft.decide('accepted')
    expect(await draft.one()).toMatchObject({ verdict: 'accepted' })
  })

  test('one that was taken over is opened again by who has seen that its words are gone, and only opened', async () => {
    const draft = await aDraft()
    await draft.suggest()
    await draft.decide('accepted')
    const decide = (verdict: 'rejected' | null) =>
      draft.run(decideSuggestion, { id: idOf(40), verdict, isUndone: true }, { viewer: author })
    await decide('rejected')
    expect(await draft.one()).toMatchObject({ verdict: 'accepted' })
    await decide(null)
    await decide(null)
    expect(await draft.one()).toMatchObject({ resolvedAt: null })
    expect(await draft.one()).not.toHaveProperty('verdict')
  })

  test('where two have taken it over, both places are known, the first first; a replay adds none, and there are not endlessly many', async () => {
    const draft = await aDraft()
    await draft.suggest()
    const take = (client: number) =>
      draft.run(decideSuggestion, { id: idOf(40), verdict: 'accepted', taken: { client, from: 7, length: 12 } }, { viewer: author })
    for (const client of [5, 3, 5, 3]) await take(client)
    expect((await draft.one())?.taken?.map(({ client }) => client)).toEqual([5, 3])
    for (let client = 10; client < 30; client += 1) await take(client)
    expect((await draft.one())?.taken).toHaveLength(8)
    const refusal = await refusalOf(
      draft.run(decideSuggestion, { id: idOf(40), verdict: 'accepted', taken: { client: -1, from: 0, length: 1 } }, { viewer: author }),
    )
    expect(refusal.code).toBe('invalid')
  })

  test('who may only comment decides nothing, also not on their own', async () => {
    const draft = await aDraft()
    await draft.suggest()
    expect((await refusalOf(draft.decide('accepted', ben))).reason).toBe('not-yours')
  })

  test('who may write in the text decides', async () => {
    const draft = await aDraft('edit')
    await draft.suggest(40, author)
    await draft.decide('rejected', ben)
    expect(await draft.one()).toMatchObject({ verdict: 'rejected' })
  })

  test('it cannot be resolved by the way, nor decided once it was taken back', async () => {
    const draft = await aDraft()
    await draft.suggest()
    expect((await refusalOf(draft.run(resolveInlineComment, { id: idOf(40), isResolved: true }, { viewer: ben }))).code).toBe('not-found')
    await draft.run(removeInlineComment, { id: idOf(40) }, { viewer: ben })
    expect(await draft.one()).not.toHaveProperty('change')
    expect((await refusalOf(draft.decide('accepted'))).code).toBe('not-found')
  })
})
