import { beforeEach, expect, test } from 'vitest'
import type { PageAnswer } from '../data/answer.ts'
import type { StoredItem } from '../data/device/device-api.ts'
import { publicPages, takePublicPage } from '../worker/public-pages.ts'
import { member } from '#shared/testing/factories.ts'
import { keepAtOnce } from './keep-page.ts'
import type { FeatureRoute } from './route.ts'
import { takeReadPages } from './take-read-pages.ts'

const build = 'b1'
const answerOf = (thread: string, bodies: Readonly<Record<string, string>> = {}): PageAnswer => ({
  ...{ kind: 'page', status: 200, showing: '/posts/:postId/:slug?', head: { title: thread }, bodies },
  ...{ page: { thread }, form: null, problem: null, me: null },
})

async function read(address: string, at: number, of = build): Promise<void> {
  const handOver = JSON.stringify({ site: { build: of }, at: address, answer: answerOf(address) })
  const html = `<!doctype html><head data-light="/light.js"></head><div data-body="text"><p>Of ${address}</p></div><script id="hand-over" type="application/json">${handOver}</script>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' }
  await takePublicPage(indexedDB, address, new Response(html, { headers }), of, at)
}

function device(account: string | null, held: readonly Partial<StoredItem>[] = []) {
  const kept: unknown[] = []
  return {
    kept,
    account,
    held: async () => held as readonly StoredItem[],
    screens: {
      keep: async ({ address }: { readonly address: string }, answer: PageAnswer | null, at?: number) =>
        void kept.push([address, answer?.bodies, at]),
      forgetOfPost: async () => undefined,
    },
  }
}
const deps = {
  factory: () => indexedDB,
  build,
  now: () => 10,
  idle: async () => undefined,
  isShown: (address: string) => address === '/shown',
}
const left = async () => (await publicPages(indexedDB, 10)).map(({ address }) => address)

beforeEach(async () => {
  await new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('lyceum:public'), { onsuccess: resolve }))
})

test('what a member read and left before the app was there becomes the account’s, as of when it was read, and the worker’s copy goes', async () => {
  await read('/posts/1/a', 1)
  await read('/posts/2/b', 2)
  await read('/shown', 3)
  const mine = device('marit')
  await takeReadPages(mine, deps)
  expect(mine.kept).toEqual([
    ['/posts/2/b', { text: '<p>Of /posts/2/b</p>' }, 2],
    ['/posts/1/a', { text: '<p>Of /posts/1/a</p>' }, 1],
  ])
  expect(await left()).toEqual(['/shown'])
})

test('what the account has in a newer form stays as it is, and so do pages of another build', async () => {
  await read('/posts/1/a', 1)
  await read('/posts/2/b', 2)
  await read('/posts/3/c', 3)
  await read('/posts/4/d', 4, 'b0')
  const mine = device('marit', [
    { id: '/posts/1/a', kind: 'page', lastUsed: 5 },
    { id: '/posts/2/b', kind: 'page', lastUsed: 1 },
  ])
  await takeReadPages(mine, deps)
  expect(mine.kept).toEqual([
    ['/posts/3/c', { text: '<p>Of /posts/3/c</p>' }, 3],
    ['/posts/2/b', { text: '<p>Of /posts/2/b</p>' }, 2],
  ])
  expect(await left()).toEqual(['/posts/4/d'])
})

test('a visitor’s pages stay with the worker', async () => {
  await read('/posts/1/a', 1)
  const nobodys = device(null)
  await takeReadPages(nobodys, deps)
  expect(nobodys.kept).toEqual([])
  expect(await left()).toEqual(['/posts/1/a'])
})

const saved = { path: '/posts/:postId/:slug?', offline: 'saved' } as unknown as FeatureRoute // no page is drawn
const drawn = () => new DOMParser().parseFromString('<div data-body="text"><p>Drawn</p></div>', 'text/html')

const ofMember = (userId: string, page: object): Partial<PageAnswer> => ({
  ...{ page, me: { viewer: member(userId), name: userId, slug: userId, votes: [] } },
})

test.each<[string, Partial<PageAnswer>, Document | null, FeatureRoute, readonly string[], unknown]>([
  ['one that came as data', { bodies: { text: '<p>Data</p>' } }, null, saved, [], { text: '<p>Data</p>' }],
  ['the document, with its texts', {}, drawn(), saved, [], { text: '<p>Drawn</p>' }],
  ['not what is for one reader', { me: { viewer: { kind: 'visitor' }, name: null, slug: null, votes: [] } }, null, saved, [], undefined],
  ['one’s own that asks for it', ofMember('lina', { ownCopy: true }), drawn(), saved, [], { text: '<p>Drawn</p>' }],
  ['not one’s own that does not ask for it', ofMember('lina', {}), drawn(), saved, [], undefined],
  ['not another member’s', ofMember('marit', { ownCopy: true }), drawn(), saved, [], undefined],
  ['not what came from this device', { isFromDevice: true }, null, saved, [], undefined],
  ['not what is shown from last time', { kept: { at: 1 } }, null, saved, [], undefined],
  ['not what opens from its rows', {}, null, saved, ['thread:t'], undefined],
  ['not what is never kept', {}, null, { ...saved, offline: 'none' }, [], undefined],
])('a page is kept in the moment it is opened: %s', async (_which, answer, from, route, holds, expected) => {
  const kept: unknown[] = []
  const answers = {
    keep: async (_address: string, whole: PageAnswer) => void kept.push(whole.bodies),
    get: async () => undefined,
    forget: async () => undefined,
    forgetOfPost: async () => undefined,
  }
  const on = { account: 'lina', answers, holds: (shape: string) => holds.includes(shape) }
  await keepAtOnce(on, { route, address: '/posts/t/a', answer: { ...answerOf('t'), ...answer } }, from)
  expect(kept).toEqual(expected === undefined ? [] : [expected])
})
