import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { QuickResults } from '#shared/search/search.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { posts, revisions, writings } from '#shared/posts/schema.ts'
import { T0, aComment, aMember, aPost, anInlineComment, idOf, paragraph } from '#shared/testing/factories.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { searchesAMinute } from './routes.ts'

/** Each is one word, so that a search can be made for it. */
const secrets = {
  draftTitle: 'zzcanaryalpha',
  draftText: 'zzcanarybravo',
  writingTitle: 'zzcanarycharlie',
  draftTag: 'zzcanarydelta',
  sharedText: 'zzcanaryecho',
  removedComment: 'zzcanaryfoxtrot',
  rejectedText: 'zzcanarygolf',
  unpublishedText: 'zzcanaryhotel',
  unlistedText: 'zzcanaryunlisted',
  waitingComment: 'zzcanaryindia',
  inlineComment: 'zzcanaryjuliett',
  deactivatedName: 'zzcanarykilo',
  heldMessage: 'zzcanarylima',
  draftRevision: 'zzcanarymike',
} as const

test('what is not public is found by nobody, whatever they are, and no word of it is in the index', async () => {
  const site = await featureSite()
  const people = {
    admin: site.browser(),
    writer: site.browser(),
    reader: site.browser(),
    nobody: site.browser(),
  }
  await people.admin.signUp('Marit')
  await people.writer.signUp('Yusuf')
  await people.reader.signUp('Lina')
  const writerId = (await people.writer.me()).viewer.userId ?? ''
  const readerId = (await people.reader.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => {
    const put = async (n: number, changes: Parameters<typeof aPost>[0], text: string, isDraft: boolean) => {
      const post = aPost({
        id: idOf(n),
        slug: `post-${n}`,
        authorId: writerId,
        revisionId: isDraft ? null : idOf(n + 100),
        latestRevisionId: idOf(n + 100),
        ...changes,
      })
      await tx.put(posts, post)
      await tx.put(revisions, {
        id: idOf(n + 100),
        subjectKind: 'post',
        subjectId: post.id,
        postId: post.id,
        n: 1,
        version: '1.0.0',
        isDraft,
        title: post.title,
        body: paragraph(text),
        wordCount: 1,
        authorId: writerId,
        at: T0,
      })
      return post
    }
    const open = await put(1, { title: 'zzpublic' }, 'zzpublic words', false)
    await tx.put(revisions, {
      id: idOf(150),
      subjectKind: 'post',
      subjectId: open.id,
      postId: open.id,
      n: 2,
      version: '1.0.1',
      isDraft: true,
      title: 'x',
      body: paragraph(secrets.draftRevision),
      wordCount: 1,
      authorId: writerId,
      at: T0,
    })
    const draft = await put(
      2,
      { status: 'draft', publishedAt: null, title: secrets.draftTitle, tags: [secrets.draftTag] },
      secrets.draftText,
      true,
    )
    await tx.put(writings, {
      id: draft.id,
      title: secrets.writingTitle,
      kind: 'post',
      linkUrl: null,
      lang: 'en',
      tags: [],
      writtenOn: null,
      submitToFrontpage: true,
      changedAt: T0,
    })
    await tx.put(inlineComments, anInlineComment({ postId: draft.id, authorId: readerId, body: secrets.inlineComment }))
    await put(
      3,
      { status: 'draft', publishedAt: null, shares: [{ userId: readerId, level: 'comment', isByLink: false }] },
      secrets.sharedText,
      true,
    )
    await put(4, { rejectedReason: 'no' }, secrets.rejectedText, false)
    await put(5, { status: 'draft' }, secrets.unpublishedText, false)
    await put(6, { isUnlisted: true }, secrets.unlistedText, false)
    const say = (n: number, text: string, changes: Parameters<typeof aComment>[0]) =>
      tx.put(comments, aComment({ id: idOf(n), rootId: idOf(n), postId: open.id, authorId: readerId, body: paragraph(text), ...changes }))
    await say(20, 'zzpublic comment', {})
    await say(21, secrets.removedComment, { removedBy: 'moderator' })
    await say(22, secrets.waitingComment, { awaitsReview: true })
    await say(23, secrets.heldMessage, { message: 'held' })
    await tx.put(members, aMember({ id: idOf(300), displayName: secrets.deactivatedName, isDeactivated: true }))
  })
  const ask = async (browser: (typeof people)['nobody'], typed: string) => {
    const answer = await browser.get(`/api/search?query=${encodeURIComponent(typed)}`)
    return { text: answer.text, ...(JSON.parse(answer.text) as QuickResults) }
  }
  await expect
    .poll(async () => (await ask(people.nobody, 'zzpublic')).hits.map(({ kind }) => kind).sort(), { interval: 500 })
    .toEqual(['comments', 'posts'])
  for (const [role, browser] of Object.entries(people)) {
    for (const [what, word] of Object.entries(secrets)) {
      for (const typed of [word, word.slice(0, -2), `"${word}"`, `tag:${word} user:${word}`]) {
        const { hits } = await ask(browser, typed)
        expect(hits, `${what} for ${role}`).toEqual([])
      }
    }
    expect((await ask(browser, 'zzcanary')).text).not.toMatch(/zzcanary/u)
  }
  const folder = site.config.dataDir
  const files = (await readdir(folder)).filter((name) => name.startsWith('search-'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect((await readFile(join(folder, file))).includes('zzcanary'), file).toBe(false)
})

test('whoever asks too often waits, and is told how long', async () => {
  const site = await featureSite({ TRUST_PROXY: '1' })
  const eager = site.browser('203.0.113.7')
  for (let n = 0; n < searchesAMinute; n += 1) await eager.get('/api/search?query=')
  const refused = await eager.get('/search?query=tide')
  expect(refused.status).toBe(429)
  for (const path of ['/api/page?url=%2F%73earch%3Fquery%3Dtide', '/api/se%61rch?query=tide'])
    expect((await eager.get(path)).status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await site.browser('198.51.100.9').get('/api/search?query=')).status).toBe(200)
  site.clock.now += 60_000
  expect((await eager.get('/api/search?query=')).status).toBe(200)
})

test('what is no text is refused', async () => {
  const site = await featureSite()
  expect((await site.browser().get('/api/search?query=a&query=b')).status).toBe(400)
})

test('a winner of an annual review is marked in what is found, while its gallery is public', async () => {
  const site = await featureSite()
  const put = (changes: Parameters<typeof aPost>[0]) =>
    site.store.write(({ tx }) => tx.put(posts, aPost({ id: idOf(1), slug: 'post-1', title: 'zzwinner', ...changes })))
  const found = async () => {
    const { hits } = JSON.parse((await site.browser().get('/api/search?query=zzwinner')).text) as QuickResults
    return hits.map((hit) => [hit.id, 'wonIn' in hit ? hit.wonIn : null])
  }
  await put({ wonIn: 2025 })
  await expect.poll(found, { interval: 500 }).toEqual([[idOf(1), 2025]])
  await put({})
  await expect.poll(found, { interval: 500 }).toEqual([[idOf(1), null]])
})
