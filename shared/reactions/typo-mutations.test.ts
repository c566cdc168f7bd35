import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aComment, aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { decideTypo } from './typo-mutations.ts'
import { typoSuggestions } from './typo-schema.ts'
import type { TypoSuggestion } from './typo-schema.ts'

const author = member(idOf(100))
const coauthor = member(idOf(101))
const reader = member(idOf(300))
const args = { id: idOf(70), verdict: 'accepted', revisionId: idOf(71), draftRevisionId: idOf(72) }
const typo: TypoSuggestion = {
  ...{ id: idOf(70), userId: idOf(300), targetKind: 'post', targetId: idOf(1), postId: idOf(1), ownerId: idOf(100), part: 'typo~x' },
  ...{ quote: { text: 'teh', before: 'I saw ', after: ' sea.' }, replacement: 'the', explanation: '', proposedAt: T0 },
  ...{ verdict: 'open', decidedAt: null, decidedById: null },
}

async function scene({ text = 'I saw teh sea.', draft = null as string | null, more = {} as Partial<TypoSuggestion>, post = {} } = {}) {
  const mutations = mutationsOver([posts, revisions, comments, typoSuggestions])
  const about = {
    subjectKind: 'post',
    subjectId: idOf(1),
    postId: idOf(1),
    wordCount: 4,
    authorId: idOf(100),
    at: T0,
    title: 'On tides',
  } as const
  await mutations.put(revisions, { ...about, id: idOf(2), n: 1, version: '1.0.0', isDraft: false, body: paragraph(text) })
  if (draft !== null)
    await mutations.put(revisions, { ...about, id: idOf(3), n: 2, version: '0.1.0', isDraft: true, body: paragraph(draft) })
  await mutations.put(posts, aPost({ coauthorIds: [idOf(101)], latestRevisionId: draft === null ? idOf(2) : idOf(3), ...post }))
  await mutations.put(comments, aComment({ authorId: idOf(200), body: paragraph(text) }))
  await mutations.put(typoSuggestions, { ...typo, ...more })
  return mutations
}

describe('a correction that is accepted', () => {
  test('is a new version of what readers see, once however often it is sent', async () => {
    const mutations = await scene()
    await mutations.run(decideTypo, args, { viewer: coauthor, now: T0 + 5 })
    await mutations.run(decideTypo, args, { viewer: coauthor, now: T0 + 9 })
    expect(await mutations.get(posts, idOf(1))).toMatchObject({
      revisionId: idOf(71),
      latestRevisionId: idOf(71),
      version: '1.1.0',
      editedAt: T0 + 5,
      excerpt: 'I saw the sea.',
    })
    expect(await mutations.get(revisions, idOf(71))).toMatchObject({
      n: 2,
      isDraft: false,
      followsId: idOf(2),
      authorId: idOf(101),
      body: paragraph('I saw the sea.'),
    })
    expect(await mutations.get(typoSuggestions, idOf(70))).toMatchObject({ verdict: 'accepted', decidedAt: T0 + 5, decidedById: idOf(101) })
  })

  test('publishes nothing of what is being written, and is in that too', async () => {
    const mutations = await scene({ draft: 'Once I saw teh sea. More.' })
    await mutations.run(decideTypo, args, { viewer: author })
    expect(await mutations.get(revisions, idOf(71))).toMatchObject({ body: paragraph('I saw the sea.') })
    expect(await mutations.get(revisions, idOf(72))).toMatchObject({ isDraft: true, body: paragraph('Once I saw the sea. More.') })
    expect(await mutations.get(posts, idOf(1))).toMatchObject({ revisionId: idOf(71), latestRevisionId: idOf(72) })
  })

  test('leaves what is being written alone where the words are gone from it', async () => {
    const mutations = await scene({ draft: 'All new.' })
    await mutations.run(decideTypo, args, { viewer: author })
    expect(await mutations.get(posts, idOf(1))).toMatchObject({ revisionId: idOf(71), latestRevisionId: idOf(3) })
    expect(await mutations.get(revisions, idOf(72))).toBeUndefined()
  })

  test('of a comment is an edit of it', async () => {
    const mutations = await scene({ more: { targetKind: 'comment', targetId: idOf(10), ownerId: idOf(200) } })
    await mutations.run(decideTypo, args, { viewer: member(idOf(200)), now: T0 + 5 })
    expect(await mutations.get(comments, idOf(10))).toMatchObject({ body: paragraph('I saw the sea.'), bodyVersion: 2, editedAt: T0 + 5 })
  })
})

test('one that is dismissed changes no text, and cannot be accepted afterwards', async () => {
  const mutations = await scene()
  await mutations.run(decideTypo, { ...args, verdict: 'dismissed' }, { viewer: author })
  expect(await mutations.get(typoSuggestions, idOf(70))).toMatchObject({ verdict: 'dismissed' })
  expect(await mutations.get(posts, idOf(1))).toMatchObject({ revisionId: idOf(2) })
  expect(await refusalOf(mutations.run(decideTypo, args, { viewer: author }))).toMatchObject({ code: 'conflict' })
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['who proposed it', reader, {}, { reason: 'not-yours' }],
  ['a moderator', moderator, {}, { reason: 'not-yours' }],
  ['its author, of words that are gone', author, { text: 'I saw the sea.' }, { reason: 'typo-is-gone' }],
  ['its author, of words that stand twice', author, { text: 'I saw teh sea. I saw teh sea.' }, { reason: 'typo-stands-twice' }],
  ['its author, once it was withdrawn', author, { more: { verdict: 'withdrawn' } }, { code: 'conflict' }],
  ['its author, of a post taken back', author, { post: { status: 'draft' } }, { reason: 'post-is-draft' }],
  ['the post’s author, of another’s comment', author, { more: { targetKind: 'comment', targetId: idOf(10) } }, { reason: 'not-yours' }],
] as const)('%s is refused, and nothing is stored', async (_who, viewer, given, error) => {
  const mutations = await scene(given)
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(decideTypo, args, { viewer }))).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})
