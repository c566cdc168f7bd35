import { expect, test } from 'vitest'
import { plainReports } from '#shared/reports/site-reports.ts'
import { members } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aMember, aPost, aTag, aTagRel, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { createPage } from '#shared/wiki/mutations.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { PageAnswer } from '../data/answer.ts'
import type { PagesDevice } from './device-pages.ts'
import { devicePages } from './device-pages.ts'
import { pageRoutes } from './routes.ts'

const site = { name: 'Lyceum', tagline: 'Essays', origin: 'https://site.example', build: 'b1', hasDevInbox: false, reports: plainReports }
const reader = member(idOf(300), { karma: 5 })
const pageId = idOf(700)
const thread = `thread:${pageId}`

async function aDevice(held: readonly string[], answers: Readonly<Record<string, PageAnswer>> = {}) {
  const tx = memoryTransaction()
  await tx.put(members, aMember())
  await tx.put(posts, aPost({ id: pageId, kind: 'wiki', title: 'Water', slug: 'text', revisionId: idOf(701), latestRevisionId: idOf(799) }))
  const about = { subjectKind: 'post', subjectId: pageId, postId: pageId, n: 1, version: '1.0.0', isDraft: false, title: 'Water' } as const
  await tx.put(revisions, { ...about, id: idOf(701), body: paragraph('Water is wet.'), wordCount: 3, authorId: idOf(100), at: T0 })
  await tx.put(tags, aTag({ id: pageId, oldSlugs: ['h2o'] }))
  await tx.put(posts, aPost({ id: idOf(1), title: 'A river' }))
  await tx.put(tagRels, aTagRel({ relevance: 2, baseScore: 2 }))
  const device: PagesDevice = {
    viewer: reader,
    me: { name: 'Rea', slug: 'rea' },
    read: permittedRead(tx, reader, policies),
    holds: (shape) => held.includes(shape),
    answers: {
      async get(address) {
        const answer = answers[address]
        return answer === undefined ? undefined : { address, answer, at: T0 - 5, lastUsed: T0, bytes: 1 }
      },
    },
  }
  const pages = devicePages(site, () => device, () => T0) // oxfmt-ignore
  const request = (path: string, params: Readonly<Record<string, string>> = { slug: 'water' }) => {
    const route = pageRoutes.find((one) => one.path === path.split('?')[0])
    if (route === undefined) throw new Error(`no route ${path}`)
    return [route, { url: new URL(path.replace(':slug', params['slug'] ?? ''), site.origin), params }] as const
  }
  return { tx, ask: (...at: Parameters<typeof request>) => pages.answer(...request(...at), null), kept: (...at: Parameters<typeof request>) => pages.kept(...request(...at)) } // oxfmt-ignore
}

test('a page that is held opens without a network, with the posts that are here, and leaves the newest to the server while there is one', async () => {
  const { ask, kept } = await aDevice([thread])
  expect(await ask('/w/:slug')).toBe('not-here')
  expect(await kept('/w/:slug')).toMatchObject({
    status: 200,
    page: { thread: pageId, view: { kind: 'page', page: { name: 'Water' }, posts: { isPartial: true, rows: [{ title: 'A river' }] } } },
  })
})

test.each(['/w/:slug', '/w/:slug/discussion', '/w/:slug/history', '/w/:slug/edit', '/revisions/w/:slug'])(
  '%s of a page that is not held is not on this device, and nothing is said of it',
  async (path) => {
    const { ask, kept } = await aDevice([])
    expect([await ask(path), await kept(path)]).toEqual(['not-here', 'not-here'])
    const { ask: other, kept: otherKept } = await aDevice([thread])
    const lost = { slug: 'nothing' }
    expect([await other(path, lost), await otherKept(path, lost)]).toEqual(['not-here', 'not-here'])
  },
)

test('the history of a held page is the server’s, which knows what was changed; without a network as far as it is here', async () => {
  const { ask, kept } = await aDevice([thread])
  expect(await ask('/w/:slug/history')).toBe('not-here')
  expect(await kept('/w/:slug/history')).toMatchObject({
    isFromDevice: true,
    page: { activity: [{ kind: 'edits' }, { kind: 'tagging' }] },
  })
})

test.each(['/w/:slug/discussion', '/revisions/w/:slug'])('%s of a held page is answered from its rows', async (path) => {
  const { ask } = await aDevice([thread])
  expect(await ask(path)).toMatchObject({ status: 200, isFromDevice: true })
})

test('the editor opens over what readers have, where what is being written is not here', async () => {
  const { kept } = await aDevice([thread])
  expect(await kept('/w/:slug/edit')).toMatchObject({
    page: { wiki: { tag: { name: 'Water' }, keeper: null }, can: { open: true, write: true } },
  })
})

test('lists of the wiki are kept from last time, and a page that was kept is better than none', async () => {
  const answer = { kind: 'page', status: 200, showing: '/wikitags/all', head: { title: 'Concepts' }, page: {}, bodies: {}, form: null, problem: null, me: null } as const // oxfmt-ignore
  const { kept } = await aDevice([], { '/wikitags/all': answer, '/w/water': { ...answer, showing: '/w/:slug' } })
  expect(await kept('/wikitags/all', {})).toMatchObject({ kept: { at: T0 - 5 } })
  expect(await kept('/w/:slug')).toMatchObject({ kept: { at: T0 - 5 } })
})

test('a page is begun without a network, and is in its editor before the server has heard of it', async () => {
  const { tx, ask } = await aDevice([`me:${idOf(300)}`])
  const begun = { id: idOf(750), revisionId: idOf(751), lang: 'en', name: 'Kelp', isWikiOnly: false, lensOf: null }
  await createPage.run({ tx, viewer: reader, now: T0 }, begun)
  expect(await ask('/w/create', {})).toMatchObject({ page: { hasForm: false } })
  expect(await ask(`/editPost?postId=${begun.id}`, {})).toMatchObject({
    page: { wiki: { tag: { name: 'Kelp', state: 'draft' }, address: null, can: { publish: true } }, can: { write: true } },
  })
})
