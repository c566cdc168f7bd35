import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { OwnDataTables, OwnRowsPage } from '#shared/formats/own-data.ts'
import type { ArchiveRows, ImportPlan } from '#shared/formats/archive-plan.ts'
import type { AccountImport, Step } from '#shared/formats/archive-schema.ts'
import { makeLogger } from '#server/http/log.ts'
import { importLimits } from '#shared/formats/archive-limits.ts'
import { importLinks } from '#shared/formats/archive-links.ts'
import { planImport } from '#shared/formats/archive-plan.ts'
import { recentOf } from '#shared/notifications/queries.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'
import { goOnImporting } from './import-job.ts'

let site: FeatureSite
let author: string
/** Of one address only some sign up in an hour. */
let addresses = 0
const never = new AbortController().signal
const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }] })
const [publicPost, otherPost] = [idOf(900), idOf(901)]

beforeEach(async () => {
  site = await featureSite({ TRUST_PROXY: '1' })
  addresses = 0
  author = (await signUp('Rosa')).id
  for (const [id, n] of [
    [publicPost, 902],
    [otherPost, 903],
  ] as const)
    await done(author, 'posts.publish', { ...draft(id, idOf(n), 'For everybody'), kind: 'post' })
})

async function signUp(name: string): Promise<{ readonly by: Browser; readonly id: string }> {
  addresses += 1
  const by = site.browser(`198.${addresses}.100.9`)
  await by.signUp(name)
  return { by, id: (await by.me()).viewer.userId ?? '' }
}

const send = (userId: string, name: string, args: unknown, isOperator = true): Promise<Outcome> =>
  site.writer.apply({ name, args, userId, source: 'member', isOperator })
async function done(userId: string, name: string, args: unknown): Promise<void> {
  expect(await send(userId, name, args), `${name} ${JSON.stringify(args)}`).toMatchObject({ kind: 'applied' })
}

function draft(id: string, revisionId: string, title: string, text = 'Some words.') {
  return {
    id,
    revisionId,
    title,
    body: doc(text),
    kind: 'post',
    linkUrl: null,
    lang: 'en',
    tags: ['Tides'],
    writtenOn: null,
    submitToFrontpage: true,
  }
}

async function exported(by: Browser): Promise<ArchiveRows> {
  const get = async <T>(path: string): Promise<T> => JSON.parse((await by.send('GET', path, { accept: 'application/json' })).text)
  const { tables } = await get<OwnDataTables>('/api/export/tables')
  const rows = new Map<string, readonly unknown[]>()
  for (const { name } of tables) rows.set(name, (await get<OwnRowsPage>(`/api/export/rows?table=${name}`)).rows)
  return rows
}

const post = (by: Browser, body: unknown) =>
  by.send('POST', importLinks.archive(), { 'content-type': 'application/json' }, JSON.stringify(body))

async function upload(by: Browser, { steps, leftOut }: ImportPlan, atOnce = 7): Promise<void> {
  for (let from = 0; from < steps.length; from += atOnce) {
    const answer = await post(by, { from, total: steps.length, steps: steps.slice(from, from + atOnce), leftOut })
    expect(answer.status, answer.text).toBe(200)
  }
}

const state = async (by: Browser): Promise<AccountImport> =>
  JSON.parse((await by.send('GET', importLinks.archive(), { accept: 'application/json' })).text).import
const ports = () => ({
  store: site.store,
  log: makeLogger('silent'),
  apply: (request: Parameters<typeof site.writer.apply>[0]) => site.writer.apply(request),
})

async function run(by: Browser): Promise<AccountImport> {
  for (let turn = 0; turn < 200; turn += 1) {
    await goOnImporting(ports(), site.clock.now, never)
    const now = await state(by)
    if (now.state === 'done') return now
    // A rate limit is waited for.
    site.clock.now = Math.max(site.clock.now, now.waitsUntil)
  }
  throw new Error('it never ends')
}

type Act = (userId: string, n: number) => Promise<void>
const word = fc.constantFrom('Herons', 'Low tide', 'A “quoted” word', 'שלום', 'x'.repeat(300))
const target = fc.constantFrom(publicPost, otherPost)
const ids = (n: number) => [idOf(1_000 + 3 * n), idOf(1_001 + 3 * n), idOf(1_002 + 3 * n)] as const

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(word, word).map(([title, text]): Act => (userId, n) => {
    const [id, revisionId] = ids(n)
    return done(userId, 'posts.saveDraft', draft(id, revisionId, title, text))
  }),
  fc.tuple(word, word).map(([title, text]): Act => (userId, n) => {
    const [id, revisionId] = ids(n)
    return done(userId, 'posts.publish', draft(id, revisionId, title, text))
  }),
  fc.tuple(word, target).map(
    ([text, postId]): Act =>
      (userId, n) =>
        done(userId, 'comments.post', { id: ids(n)[0], postId, parentId: null, body: doc(text) }),
  ),
  word.map((text): Act => async (userId, n) => {
    const [id, replyId] = ids(n)
    await done(userId, 'comments.post', { id, postId: publicPost, parentId: null, body: doc(text) })
    await done(userId, 'comments.post', { id: replyId, postId: publicPost, parentId: id, body: doc(text) })
    await done(userId, 'bookmarks.set', { targetKind: 'comment', targetId: replyId, isSaved: true })
  }),
  word.map(
    (text): Act =>
      (userId, n) =>
        done(userId, 'comments.postQuickTake', {
          id: ids(n)[0],
          postId: `7${userId.slice(1)}`,
          body: doc(text),
          tags: [],
          isOnFrontpage: n % 2 === 0,
        }),
  ),
  word.map((title): Act => async (userId, n) => {
    const [id, chapterId] = ids(n)
    await done(userId, 'sequences.create', { id, chapterId, title })
    await done(userId, 'sequences.setDetail', { id, detail: { field: 'body', value: doc(title) } })
  }),
  target.map(
    (targetId): Act =>
      (userId) =>
        done(userId, 'bookmarks.set', { targetKind: 'post', targetId, isSaved: true }),
  ),
  fc.tuple(target, fc.constantFrom(-1, 1, 2)).map(
    ([targetId, value]): Act =>
      (userId) =>
        done(userId, 'votes.set', { targetKind: 'post', targetId, axis: 'approval', value }),
  ),
  fc.constantFrom('on', 'suppressed').map(
    (way): Act =>
      (userId) =>
        done(userId, 'subscriptions.set', { kind: 'post', targetId: publicPost, state: way, via: null }),
  ),
  fc.constant<Act>((userId) => done(userId, 'subscriptions.set', { kind: 'member', targetId: author, state: 'on', via: 'push' })),
  fc.constant<Act>((userId) => done(userId, 'mutes.set', { mutedId: author, isMuted: true })),
  target.map(
    (itemId): Act =>
      (userId) =>
        done(userId, 'feed.hide', { list: 'front', itemId, isHidden: true, reason: 'seen-enough' }),
  ),
  target.map(
    (postId): Act =>
      (userId) =>
        done(userId, 'readMarks.set', { postId, isRead: true, seenUpTo: T0 }),
  ),
  fc.constantFrom('on', 'off').map(
    (value): Act =>
      (userId) =>
        done(userId, 'readerSettings.set', { name: 'keys', value }),
  ),
  // A row that says what is standard is the same as none.
  fc
    .constantFrom(
      { field: 'badge', value: false },
      { field: 'countInTitle', value: true },
      { field: 'quiet', value: { from: 22, until: 7 } },
    )
    .map(
      (choice): Act =>
        (userId) =>
          done(userId, 'notifications.choose', { choice }),
    ),
  fc.boolean().map(
    (isIncognito): Act =>
      (userId) =>
        done(userId, 'feed.set', { isIncognito, archive: 'sort=new' }),
  ),
  word.map(
    (bio): Act =>
      (userId) =>
        done(userId, 'accounts.updateProfile', { bio, interests: ['Tides', bio.slice(0, 9)] }),
  ),
)

/** What is promised, read from rows without the plan; IDs of what is made anew are left out. */
function essence(rows: ArchiveRows): unknown {
  const made = new Set(['posts', 'comments'].flatMap((name) => (rows.get(name) ?? []).map((row) => (row as { id: string }).id)))
  const of = (name: string, fields: readonly string[], isKept: (row: Readonly<Record<string, unknown>>) => boolean = () => true) =>
    (rows.get(name) ?? [])
      .map((row) => row as Readonly<Record<string, unknown>>)
      .filter(isKept)
      .map((row) => JSON.stringify(fields.map((field) => (made.has(String(row[field])) ? 'made' : row[field]))))
      .toSorted()
  // What holds quick takes is named after its member, and made with the first.
  const isWritten = (field: string) => (row: Readonly<Record<string, unknown>>) => !String(row[field]).startsWith('7')
  return {
    posts: of('posts', ['title', 'kind', 'lang', 'tags', 'linkUrl', 'writtenOn', 'wordCount'], isWritten('id')),
    texts: of('revisions', ['title', 'body'], isWritten('postId')),
    comments: of('comments', ['body', 'postId', 'parentId', 'isQuickTake', 'isOffFrontpage']),
    sequences: of('sequences', ['title', 'body']),
    bio: of('members', ['bio', 'interests']),
    bookmarks: of('bookmarks', ['targetKind', 'targetId', 'isSaved']),
    votes: of('votes', ['targetId', 'axis', 'value'], (row) => row['isSelf'] === false),
    subscriptions: of('subscriptions', ['kind', 'targetId', 'state', 'via']),
    mutes: of('mutes', ['mutedId']),
    hidden: of('hidden_items', ['list', 'itemId', 'reason', 'isHidden']),
    read: of('read_marks', ['postId', 'isRead', 'seenUpTo']),
    reader: of('reader_settings', ['values']),
    notices: of('notice_settings', ['badge', 'types', 'timeZone', 'quiet']),
    feed: of('feed_settings', ['archive', 'filters', 'isIncognito', 'recommend']),
  }
}

const sorted = (steps: readonly Step[]): readonly string[] => steps.map((step) => JSON.stringify(step)).toSorted()

describe('an archive in an empty account', () => {
  test('comes back as it was: exported again it is the same archive', { timeout: 60_000 }, async () => {
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const run0 = (n += 1)
        const [old, fresh] = [await signUp(`Old${run0}`), await signUp(`Fresh${run0}`)]
        for (const [at, one] of acts.entries()) await one(old.id, run0 * 20 + at)
        const archive = await exported(old.by)
        const plan = planImport(archive, fresh.id)
        if (plan === null) throw new Error('an archive of nobody')
        // What was chosen was as it is anyway.
        if (plan.steps.length === 0) return
        for (const _again of [1, 2]) {
          await upload(fresh.by, plan)
          expect(await run(fresh.by)).toMatchObject({ state: 'done', total: plan.steps.length, leftOut: plan.leftOut })
          const after = await exported(fresh.by)
          expect(essence(after)).toEqual(essence(archive))
          const again = planImport(after, fresh.id)
          expect(sorted(again?.steps ?? [])).toEqual(sorted(plan.steps))
        }
        const told = await site.store.read((read) => read.list(recentOf(fresh.id)))
        expect(told.filter(({ type }) => type === 'accountImported').length).toBeGreaterThan(0)
      }),
      { numRuns: 25 },
    )
  })

  test('goes on after a crash where it was, and nothing is there twice', async () => {
    const [old, fresh] = [await signUp('Old'), await signUp('Fresh')]
    for (let n = 0; n < 60; n += 1) await done(old.id, 'posts.saveDraft', draft(ids(n)[0], ids(n)[1], `Draft ${n}`))
    const plan = planImport(await exported(old.by), fresh.id)
    await upload(fresh.by, plan ?? { steps: [], leftOut: {} }, 25)
    let calls = 0
    const crashing = {
      ...ports(),
      apply(request: Parameters<typeof site.writer.apply>[0]) {
        calls += 1
        if (request.name === 'accountImports.note' && calls > 20) throw new Error('killed')
        return site.writer.apply(request)
      },
    }
    await expect(goOnImporting(crashing, site.clock.now, never)).rejects.toThrow('killed')
    expect(await state(fresh.by)).toMatchObject({ state: 'running', done: 0 })
    expect(await run(fresh.by)).toMatchObject({ state: 'done', done: 60, inPlace: { 'posts.saveDraft': 60 }, leftOut: {} })
    expect((await exported(fresh.by)).get('posts')).toHaveLength(60)
    expect((await exported(fresh.by)).get('import_steps')).toEqual([])
  })

  test('of one that never came whole nothing is left, and nothing is imported, once a shorter one is', async () => {
    const { by } = await signUp('Ada')
    const mute: Step = { name: 'readerSettings.set', args: { name: 'keys', value: 'off' } }
    const long = { total: 500, steps: Array.from({ length: 100 }, () => mute), leftOut: {} }
    for (const from of [0, 100]) expect((await post(by, { ...long, from })).status).toBe(200)
    const set: Step = { name: 'feed.hide', args: { evil: true } }
    expect((await post(by, { from: 0, total: 1, steps: [set], leftOut: {} })).status).toBe(200)
    const { inPlace, leftOut } = await run(by)
    expect([inPlace, Object.values(leftOut)]).toEqual([{}, [1]])
    expect((await exported(by)).get('import_steps')).toEqual([])
  })

  test('waits for the member’s rate limits, and overwrites nothing that was changed since', async () => {
    const [old, fresh] = [await signUp('Old'), await signUp('Fresh')]
    for (let n = 1; n < 8; n += 1)
      await done(old.id, 'comments.post', { id: ids(n)[0], postId: publicPost, parentId: null, body: doc(`Comment ${n}`) })
    await done(old.id, 'posts.saveDraft', draft(ids(0)[0], ids(0)[1], 'As it was'))
    const plan = planImport(await exported(old.by), fresh.id) ?? { steps: [], leftOut: {} }
    await upload(fresh.by, plan)
    await goOnImporting(ports(), site.clock.now, never)
    const waiting = await state(fresh.by)
    expect(waiting.state).toBe('running')
    expect(waiting.waitsUntil).toBeGreaterThan(site.clock.now)
    const before = waiting.done
    await goOnImporting(ports(), site.clock.now, never)
    expect((await state(fresh.by)).done).toBe(before)
    expect(await run(fresh.by)).toMatchObject({ inPlace: { 'comments.post': 7 }, leftOut: {} })
    const id = String(plan.steps.find(({ name }) => name === 'posts.saveDraft')?.args['id'])
    await done(fresh.id, 'posts.setDetail', { id, detail: { field: 'title', value: 'Changed since' } })
    await upload(fresh.by, plan)
    await run(fresh.by)
    expect((await exported(fresh.by)).get('posts')).toMatchObject([{ title: 'Changed since' }])
  })

  test('leaves out what rights do not allow, and says so', async () => {
    const [old, fresh] = [await signUp('Old'), await signUp('Fresh')]
    await done(old.id, 'posts.publish', draft(ids(0)[0], ids(0)[1], 'Mine'))
    await done(old.id, 'comments.post', { id: ids(1)[0], postId: publicPost, parentId: null, body: doc('Gone') })
    await done(old.id, 'comments.remove', { id: ids(1)[0], reason: '' })
    const archive = await exported(old.by)
    expect(planImport(archive, fresh.id)?.leftOut).toMatchObject({ 'own-work': expect.any(Number), removed: 1 })
    // Somebody else’s draft, a post that is not there, a vote on one’s own: each by its own rule.
    const stolen = draft(publicPost, idOf(5_000), 'Stolen')
    const steps = [
      { name: 'posts.saveDraft', args: stolen },
      { name: 'comments.post', args: { id: idOf(5_001), postId: idOf(5_002), parentId: null, body: doc('Where?') } },
      { name: 'readerSettings.set', args: { name: 'nonsense', value: 'on' } },
      { name: 'bookmarks.set', args: { evil: true } },
    ]
    expect((await post(fresh.by, { from: 0, total: 4, steps, leftOut: {} })).status).toBe(200)
    const { inPlace, leftOut } = await run(fresh.by)
    expect(inPlace).toEqual({})
    expect(Object.values(leftOut).reduce((sum, count) => sum + count, 0)).toBe(4)
    expect((await exported(fresh.by)).get('posts')).toEqual([])
  })
})

describe('what a stranger sends', () => {
  const setting: Step = { name: 'readerSettings.set', args: { name: 'keys', value: 'on' } }
  const part = { from: 0, total: 2, steps: [setting], leftOut: {} }
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

  test.each([
    ['another mutation', { ...part, steps: [{ name: 'accounts.deactivate', args: {} }] }],
    ['more than is announced', { ...part, total: 1, steps: [setting, setting] }],
    ['a total beyond the limit', { ...part, total: 20_001 }],
    ['too many at once', { ...part, total: 500, steps: Array.from({ length: 101 }, () => setting) }],
    ['one that is too large', { ...part, steps: [{ ...setting, args: { value: 'x'.repeat(600_001) } }] }],
    ['one that is nested too deeply', { ...part, steps: [{ ...setting, args: nested(2_000) }] }],
    ['a key that means something', { ...part, leftOut: { '<b>': 1 } }],
    ['nothing', null],
    ['a part out of its turn', { ...part, from: 1 }],
  ])('%s is refused, and nothing is stored', async (_what, body) => {
    const { by } = await signUp('Ada')
    const { status } = await post(by, body)
    expect([400, 409]).toContain(status)
    expect(await state(by)).toBeNull()
  })

  test('a visitor imports nothing, a body that is too large is cut off, and a part sent twice counts once', async () => {
    expect((await post(site.browser(), part)).status).toBe(401)
    const { by } = await signUp('Ada')
    expect((await post(by, { ...part, more: 'x'.repeat(importLimits.bytesAtOnce) })).status).toBe(413)
    await post(by, part)
    for (const _again of [1, 2]) await post(by, { ...part, from: 1 })
    expect(await state(by)).toMatchObject({ state: 'running', received: 2, total: 2 })
    expect((await post(by, part)).status).toBe(409)
  })
})
