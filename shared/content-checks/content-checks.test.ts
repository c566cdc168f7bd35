import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { dayMs } from '../kernel/durations.ts'
import { visitor } from '../kernel/viewer.ts'
import { actionsOn, auditEntries, reviewOf } from '../moderation/measure-queries.ts'
import { auditLog, memberReviews, moderatorActions } from '../moderation/measure-schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { aComment, admin, aMember, aPost, idOf, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import type { CheckedText } from './find.ts'
import { findIn } from './find.ts'
import { markContent, setContentCheck } from './mutations.ts'
import { contentChecks, shippedChecks } from './schema.ts'
import { tryCheck } from './texts.ts'

const linked = (...addresses: readonly string[]) => ({
  type: 'doc' as const,
  content: [
    {
      type: 'paragraph' as const,
      content: addresses.map((href) => ({ type: 'text' as const, text: 'here', marks: [{ type: 'link' as const, attrs: { href } }] })),
    },
  ],
})
const text = (changes: Partial<CheckedText> = {}): CheckedText => ({
  ...{ body: paragraph('The tide goes out.'), title: '', at: T0, joinedAt: T0 - 100 * dayMs, earlier: [], ...changes },
})
const settings = { isOn: true, terms: '', days: 7, count: 2 }
const long = 'A text that is long enough for its repetition to say something about it.'

describe('a check', () => {
  test.each([
    ['a word in another case', 'CASINO', 'A Casino here', true],
    ['a phrase over punctuation and wide letters', 'casino bonus', 'ＣＡＳＩＮＯ - bonus!', true],
    ['a part of a word', 'casino', 'Casinos are old.', false],
    ['what would be a pattern elsewhere', '(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!', false],
  ])('of words takes %s as it is', (_name, terms, words, isFound) => {
    expect(findIn('words', { ...settings, terms }, text({ body: paragraph(words) })) !== null).toBe(isFound)
  })

  test('of words reads the title, and says which words', () => {
    expect(findIn('words', { ...settings, terms: 'nothing\ncasino' }, text({ title: 'My casino' }))).toBe('Contains “casino”')
  })

  test('of the longest list over the longest text takes less than a second', () => {
    const terms = Array.from({ length: 200 }, (_, n) => `word number ${n}`)
      .join('\n')
      .slice(0, 4_000)
    const body = paragraph('word number '.repeat(20_000))
    const from = performance.now()
    expect(findIn('words', { ...settings, terms }, text({ body }))).toBeNull()
    expect(performance.now() - from).toBeLessThan(1_000)
  })

  test.each([
    ['the site', 'https://spam.example/x', true],
    ['a subdomain', 'https://www.go.spam.example/', true],
    ['a site whose name only ends alike', 'https://nospam.example/', false],
    ['an address on this site', '/posts/spam.example', false],
  ])('of links finds %s', (_name, href, isFound) => {
    const found = findIn('links', { ...settings, terms: 'https://spam.example/any' }, text({ body: linked(href) }))
    expect(found !== null).toBe(isFound)
  })

  test('of repeated texts counts the same long text within its days', () => {
    const before = (days: number) => ({ body: paragraph(`${long}!!`), at: T0 - days * dayMs })
    const found = (earlier: CheckedText['earlier'], words = long) => findIn('repeated', settings, text({ body: paragraph(words), earlier }))
    expect(found([before(1), before(2)])).toBe('Same text as 2 earlier ones by this member')
    expect(found([before(1), before(8)])).toBeNull()
    const thanks = { body: paragraph('Thanks!'), at: T0 - 1 }
    expect(found([thanks, thanks], 'Thanks!')).toBeNull()
  })

  test('of new accounts counts their links, and no longer once they are older', () => {
    const body = linked('https://a.example', 'https://b.example')
    expect(findIn('newLinks', settings, text({ body, joinedAt: T0 - 2 * dayMs }))).toBe('2 links from an account of 2 days')
    expect(findIn('newLinks', settings, text({ body, joinedAt: T0 - 7 * dayMs }))).toBeNull()
    expect(findIn('newLinks', settings, text({ body: linked('https://a.example'), joinedAt: T0 }))).toBeNull()
  })
})

const author = aMember({ id: idOf(100), joinedAt: T0 })
const tables = [contentChecks, members, comments, posts, revisions, memberReviews, moderatorActions, auditLog]
async function site() {
  const mutations = mutationsOver(tables)
  await mutations.put(members, author)
  await mutations.put(posts, aPost({ id: idOf(1), authorId: author.id }))
  await mutations.put(comments, aComment({ id: idOf(2), postId: idOf(1), authorId: author.id, body: paragraph('Casino bonus!') }))
  return mutations
}
const words = { check: 'words', isOn: true, terms: 'casino', days: 30, count: 1 } as const
const mark = { check: 'words', kind: 'comment', id: idOf(2), userId: author.id, why: 'Contains “casino”' } as const

describe('administrators', () => {
  test('set a check, which stands in the audit log; what is sent again does not', async () => {
    const mutations = await site()
    for (const _again of [1, 2]) await mutations.run(setContentCheck, words, { viewer: admin })
    expect(await mutations.get(contentChecks, 'words')).toMatchObject({ isOn: true, terms: 'casino' })
    expect((await mutations.read((read) => read.list(auditEntries(9)))).map(({ act, targetId }) => [act, targetId])).toEqual([
      ['contentChecks.set', 'words'],
    ])
  })

  test.each([
    ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
    ['a moderator', moderator, {}, { reason: 'admins-only' }],
    ['no days', admin, { days: 0 }, { field: 'days' }],
    ['a list that is too long', admin, { terms: 'a'.repeat(4_001) }, { field: 'terms' }],
    ['a check there is none of', admin, { check: 'mood' }, { field: 'check' }],
  ] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
    const mutations = await site()
    expect(await refusalOf(mutations.run(setContentCheck, { ...words, ...given }, { viewer }))).toMatchObject(error)
    expect(await mutations.get(contentChecks, 'words')).toBeUndefined()
  })

  test('try a check that is off: it counts and shows, and writes nothing', async () => {
    const mutations = await site()
    const before = await mutations.everything()
    const trial = await mutations.read((read) => tryCheck(read, 'words', { ...shippedChecks.words, terms: 'casino' }))
    expect(trial).toMatchObject({ looked: { comments: 1 }, found: { posts: 0, comments: 1 } })
    expect(trial.examples).toMatchObject([{ kind: 'comment', id: idOf(2), why: 'Contains “casino”' }])
    expect(await mutations.everything()).toEqual(before)
  })

  test('are not marked themselves, nor are moderators', async () => {
    const mutations = await site()
    await mutations.put(members, { ...author, groups: ['moderators'] })
    const trial = await mutations.read((read) => tryCheck(read, 'words', { ...shippedChecks.words, terms: 'casino' }))
    expect(trial.found).toEqual({ posts: 0, comments: 0 })
  })
})

describe('a mark', () => {
  test('brings its author into the queue once with why, and leaves the text as it is', async () => {
    const mutations = await site()
    await mutations.run(setContentCheck, words, { viewer: admin })
    const comment = await mutations.get(comments, idOf(2))
    for (const now of [T0, T0 + 1]) await mutations.run(markContent, mark, { now })
    expect(await mutations.read((read) => reviewOf(read, author.id))).toMatchObject({ needsReview: true, group: 'maybeSpam' })
    const actions = await mutations.read((read) => read.list(actionsOn(author.id, 9)))
    expect(actions).toMatchObject([{ type: 'contentCheck', byId: null, commentId: idOf(2), detail: 'Contains “casino”' }])
    expect(await mutations.get(comments, idOf(2))).toEqual(comment)
  })

  test('of another text of theirs has its own line', async () => {
    const mutations = await site()
    await mutations.run(setContentCheck, words, { viewer: admin })
    await mutations.run(markContent, mark)
    await mutations.run(markContent, { ...mark, kind: 'post', id: idOf(1) }, { now: T0 + 1 })
    expect(await mutations.read((read) => read.list(actionsOn(author.id, 9)))).toHaveLength(2)
  })

  test('of a check that is off is none', async () => {
    const mutations = await site()
    await mutations.run(markContent, mark)
    expect(await mutations.read((read) => reviewOf(read, author.id))).toMatchObject({ needsReview: false })
  })
})
