import { describe, expect, test } from 'vitest'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aPost, aTerm, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { glossaryLimits } from './limits.ts'
import { addTerm, hideUnusedTerms, setAllApproved, setTerm, setTermApproved, setTermHidden } from './mutations.ts'
import { termsOfPost, versionsOfTerm } from './queries.ts'
import { canEditGlossary } from './rules.ts'
import { glossaryTerms, termVersions } from './schema.ts'

const author = member(idOf(100), { karma: 100 })
const coauthor = member(idOf(101), { karma: 100 })
const reader = member(idOf(300), { karma: 5_000 })
const args = {
  id: idOf(700),
  postId: idOf(1),
  term: 'neap tide',
  altTerms: ['neap tides', 'neap tide', 'neap tides'],
  body: paragraph('A small one.'),
  isApproved: false,
  origin: 'people',
}
const draft = { status: 'draft', publishedAt: null, revisionId: null } as const

async function community(post: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, revisions, glossaryTerms, termVersions])
  await mutations.put(posts, aPost({ coauthorIds: [coauthor.userId], ...post }))
  const about = { subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false, wordCount: 1 } as const
  const text = paragraph('Between two spring tides there is a neap tide.')
  await mutations.put(revisions, { ...about, id: idOf(2), title: 'On tides', body: text, authorId: idOf(100), at: T0 })
  return mutations
}

describe('who writes a glossary', () => {
  test.each([
    ['a visitor', visitor, aPost(), 'sign-in-first'],
    ['its author', author, aPost(), 'allowed'],
    ['its author, of a draft', author, aPost(draft), 'allowed'],
    ['its author, with too little karma', member(idOf(100), { karma: 99 }), aPost(), 'glossary-needs-karma'],
    ['its author, who may not post', { ...author, postingDisabled: true }, aPost(), 'posting-disabled'],
    ['a coauthor', coauthor, aPost({ coauthorIds: [coauthor.userId] }), 'allowed'],
    ['a reader', reader, aPost(), 'not-yours'],
    ['a reader, of a draft', reader, aPost(draft), 'not-found'],
    [
      'somebody it is shared with',
      reader,
      aPost({ ...draft, shares: [{ userId: reader.userId, level: 'edit', isByLink: false }] }),
      'not-yours',
    ],
    ['a moderator', moderator, aPost(), 'not-yours'],
    ['an administrator', admin, aPost(), 'allowed'],
    ['an administrator, of somebody’s draft', admin, aPost(draft), 'not-found'],
    ['an administrator, of a wiki page', admin, aPost({ kind: 'wiki' }), 'is-wiki-page'],
    ['its author, of quick takes', author, aPost({ holds: 'quickTakes' }), 'no-text-to-edit'],
  ] as const)('canEditGlossary: %s', (_who, viewer, post, expected) => {
    const verdict = canEditGlossary(viewer, post)
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
  })
})

describe('a term', () => {
  test('is one however often it is sent, with each other spelling once', async () => {
    const mutations = await community()
    for (const now of [T0, T0 + 60_000]) await mutations.run(addTerm, args, { viewer: author, now })
    expect(await mutations.read((read) => read.list(termsOfPost(idOf(1))))).toEqual([
      { ...args, altTerms: ['neap tides'], isHidden: false, createdAt: T0, changedAt: T0, changedById: author.userId },
    ])
  })

  test('that is changed keeps what it said, and a draft of a machine becomes of both', async () => {
    const mutations = await community()
    await mutations.run(addTerm, { ...args, origin: 'model' }, { viewer: author, now: T0 })
    const next = { id: args.id, term: 'neap tide', altTerms: [], body: paragraph('The smallest.') }
    for (const now of [T0 + 5, T0 + 9]) await mutations.run(setTerm, next, { viewer: coauthor, now })
    expect(await mutations.get(glossaryTerms, args.id)).toMatchObject({
      ...{ body: paragraph('The smallest.'), altTerms: [], origin: 'both', changedAt: T0 + 5, changedById: coauthor.userId },
    })
    expect(await mutations.read((read) => read.list(versionsOfTerm(args.id)))).toMatchObject([
      { n: 1, body: paragraph('A small one.'), at: T0, byId: author.userId },
    ])
  })

  test('keeps so many versions and no more', async () => {
    const mutations = await community()
    await mutations.run(addTerm, args, { viewer: author })
    for (let n = 0; n < glossaryLimits.versionsOfTerm + 3; n += 1)
      await mutations.run(
        setTerm,
        { id: args.id, term: args.term, altTerms: [], body: paragraph(String(n)) },
        { viewer: author, now: T0 + n },
      )
    const kept = await mutations.read((read) => read.count(versionsOfTerm(args.id)))
    expect(kept).toBe(glossaryLimits.versionsOfTerm)
  })

  test('is approved, put away and had back; what is not in the text is put away at once', async () => {
    const mutations = await community()
    await mutations.put(glossaryTerms, aTerm({ id: idOf(701), term: 'spring tide', altTerms: ['spring tides'] }))
    await mutations.put(glossaryTerms, aTerm({ id: idOf(702), term: 'moon' }))
    await mutations.run(setTermApproved, { id: idOf(701), isApproved: false }, { viewer: author })
    await mutations.run(setTermHidden, { id: idOf(701), isHidden: true }, { viewer: author })
    await mutations.run(setTermHidden, { id: idOf(701), isHidden: false }, { viewer: author })
    await mutations.run(hideUnusedTerms, { postId: idOf(1) }, { viewer: author })
    const state = async (id: string) => {
      const term = await mutations.get(glossaryTerms, id)
      return [term?.isApproved, term?.isHidden]
    }
    expect([await state(idOf(701)), await state(idOf(702))]).toEqual([
      [false, false],
      [true, true],
    ])
    await mutations.run(setAllApproved, { postId: idOf(1), isApproved: true }, { viewer: author })
    expect(await state(idOf(701))).toEqual([true, false])
    await mutations.run(setAllApproved, { postId: idOf(1), isApproved: false }, { viewer: author })
    expect([await state(idOf(701)), await state(idOf(702))]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test.each([
    ['of a visitor', visitor, {}, { reason: 'sign-in-first' }],
    ['of a reader', reader, {}, { reason: 'not-yours' }],
    ['of too little karma', member(idOf(100), { karma: 99 }), {}, { reason: 'glossary-needs-karma' }],
    ['on a post that is not there', author, { postId: idOf(9) }, { code: 'not-found' }],
    ['without a name', author, { term: ' \u200b ' }, { field: 'term' }],
    ['with a name that is a text', author, { term: 'x'.repeat(101) }, { field: 'term' }],
    ['with too many spellings', author, { altTerms: Array.from({ length: 21 }, String) }, { field: 'altTerms' }],
    ['with an empty spelling', author, { altTerms: [''] }, { field: 'altTerms.0' }],
    ['without an explanation', author, { body: { type: 'doc', content: [] } }, { field: 'body' }],
    ['with HTML for one', author, { body: '<script>' }, { field: 'body' }],
    ['with an essay for one', author, { body: paragraph('x'.repeat(glossaryLimits.definitionCharacters + 1)) }, { field: 'body' }],
    ['from nowhere', author, { origin: 'oracle' }, { field: 'origin' }],
    ['that is explained already', author, { id: idOf(703), term: 'Spring Tide' }, { code: 'taken', field: 'term' }],
    ['with the id of another post’s', author, { id: idOf(702) }, { code: 'not-found' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, given, error) => {
    const mutations = await community()
    await mutations.put(glossaryTerms, aTerm({ id: idOf(701), term: 'spring tide' }))
    await mutations.put(glossaryTerms, aTerm({ id: idOf(702), postId: idOf(8) }))
    const before = await mutations.everything()
    const attempt = (async () => mutations.run(addTerm, { ...args, ...given }, { viewer }))()
    expect(await refusalOf(attempt)).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['changed', setTerm, { id: idOf(701), term: 'x', altTerms: [], body: paragraph('x') }],
    ['approved', setTermApproved, { id: idOf(701), isApproved: false }],
    ['put away', setTermHidden, { id: idOf(701), isHidden: true }],
    ['approved with all', setAllApproved, { postId: idOf(1), isApproved: false }],
    ['put away as unused', hideUnusedTerms, { postId: idOf(1) }],
  ] as const)('is not %s by a reader', async (_what, mutation, given) => {
    const mutations = await community()
    await mutations.put(glossaryTerms, aTerm({ id: idOf(701), term: 'moon' }))
    const before = await mutations.everything()
    // Each is given its own arguments.
    const attempt = mutations.run(mutation as typeof setTermHidden, given, { viewer: reader })
    expect(await refusalOf(attempt)).toMatchObject({ reason: 'not-yours' })
    expect(await mutations.everything()).toBe(before)
  })

  test('one post holds so many', async () => {
    const mutations = await community()
    for (let n = 0; n < glossaryLimits.termsOfPost; n += 1)
      await mutations.put(glossaryTerms, aTerm({ id: idOf(1_000 + n), term: `word ${n}`, isHidden: n % 2 === 0 }))
    expect(await refusalOf(mutations.run(addTerm, args, { viewer: author }))).toMatchObject({ field: 'terms' })
  })
})

describe('what readers are shown', () => {
  const seenBy = async (viewer: Viewer, post: Parameters<typeof aPost>[0] = {}) => {
    const mutations = await community(post)
    await mutations.put(glossaryTerms, aTerm({ id: idOf(701), term: 'approved' }))
    await mutations.put(glossaryTerms, aTerm({ id: idOf(702), term: 'suggested', isApproved: false, createdAt: T0 + 1 }))
    await mutations.put(glossaryTerms, aTerm({ id: idOf(703), term: 'hidden', isHidden: true, createdAt: T0 + 2 }))
    const version = { id: `${idOf(701)}:1`, termId: idOf(701), postId: idOf(1), n: 1, term: 'x', altTerms: [], body: paragraph('x') }
    await mutations.put(termVersions, { ...version, at: T0, byId: idOf(100) })
    return mutations.read(async (read) => {
      const shown = permittedRead(read, viewer, policies)
      return [...(await shown.list(termsOfPost(idOf(1)))).map(({ term }) => term), (await shown.list(versionsOfTerm(idOf(701)))).length]
    })
  }
  test.each([
    ['a visitor', visitor, {}, ['approved', 'suggested', 0]],
    ['a reader', reader, {}, ['approved', 'suggested', 0]],
    ['a moderator', moderator, {}, ['approved', 'suggested', 0]],
    ['its author', member(idOf(100)), {}, ['approved', 'suggested', 'hidden', 1]],
    ['an administrator', admin, {}, ['approved', 'suggested', 'hidden', 1]],
    ['a reader, of a draft', reader, draft, [0]],
    ['a visitor, of a post that was taken back', visitor, { status: 'draft' }, [0]],
    ['its author, of a draft', author, draft, ['approved', 'suggested', 'hidden', 1]],
  ] as const)('%s', async (_who, viewer, post, expected) => {
    expect(await seenBy(viewer, post)).toEqual(expected)
  })
})
