import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestSite } from '#server/http/testing/test-site.ts'
import type { CardWorkers } from './card-workers.ts'
import { postId, testSite } from '#server/http/testing/test-site.ts'
import { cardOfPost, cardOfSite, linkCardPath } from '#shared/pages/link-card.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { cardWorkers } from './card-workers.ts'
import { cardsDrawnAMinute } from './card-routes.ts'
import { createCards } from './cards.ts'

let site: TestSite
let dataDir = ''
let drawn = 0
const clock = { now: T0 }

/** Draws nothing, and at once. */
const quickWorkers: CardWorkers = {
  async make({ folder }) {
    drawn += 1
    for (const width of [1_200, 600]) await writeFile(join(folder, `${width}.png`), `picture ${width}`)
    return { widths: [1_200, 600] }
  },
  close: async () => undefined,
}

async function open(workers: CardWorkers): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'lyceum-cards-site-'))
  const cards = createCards({ dataDir, now: () => clock.now, workers })
  site = await testSite({ moreRoutes: (app, context) => cards.routes(app, context), now: () => clock.now })
}

beforeEach(() => {
  drawn = 0
  clock.now = T0
})
afterEach(async () => {
  await site.close()
  await rm(dataDir, { recursive: true, force: true })
})

const put = (changes: Parameters<typeof aPost>[0]) => site.change((tx) => tx.put(posts, aPost(changes)))
/** As a page of the site would name it: the author of the factory's post is not a member here. */
const pathOf = (changes: Parameters<typeof aPost>[0] = {}, name = '[anonymous]') => {
  const post = aPost(changes)
  const card = cardOfPost(post, [name, ...post.coauthorIds.map(() => '[anonymous]')], 'Test Site')
  return card === null ? '' : linkCardPath(post.id, card)
}

test('a card is a picture that lasts, for pages of every site, and is drawn once', async () => {
  await open(quickWorkers)
  const id = idOf(71)
  await put({ id, slug: 'x', authorId: idOf(999) })
  const path = pathOf({ id, authorId: idOf(999) })
  const [answer, second] = await Promise.all([site.get(path), site.get(path)])
  expect([answer.status, second.status, drawn]).toEqual([200, 200, 1])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.text).toBe('picture 1200')
  expect((await site.get(`${path}?w=600`)).text).toBe('picture 600')
  expect((await site.get(path, { 'if-none-match': String(answer.headers.etag) })).status).toBe(304)
  expect((await site.get(`${path}?w=601`)).status).toBe(404)
  expect((await site.send('POST', path)).status).toBe(405)
})

test('an address of an earlier title leads to the card as it is now', async () => {
  await open(quickWorkers)
  await put({ id: postId })
  const answer = await site.get(`/card/posts/${postId}/0000000000000000.png?w=600`)
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toMatch(new RegExp(`^/card/posts/${postId}/[0-9a-f]{16}\\.png\\?w=600$`, 'u'))
  expect((await site.get(String(answer.headers.location))).status).toBe(200)
})

test('what is not public has no card, whatever its address, and nothing is drawn', async () => {
  await open(quickWorkers)
  const id = idOf(71)
  const own = { id, slug: 'x', authorId: idOf(999) }
  await put(own)
  const path = pathOf(own)
  expect((await site.get(path)).status).toBe(200)
  for (const hidden of [{ status: 'draft' }, { status: 'removed' }, { awaitsReview: true }, { rejectedReason: 'spam' }] as const) {
    await put({ ...own, ...hidden })
    const answer = await site.get(path)
    expect([hidden, answer.status, answer.headers['cache-control']]).toEqual([hidden, 404, 'private, no-store'])
  }
  expect([(await site.get(`/card/posts/not-an-id/0000000000000000.png`)).status, drawn]).toEqual([404, 1])
})

test('one address block has so many drawn in a minute; what is drawn already is theirs all the same', async () => {
  await open(quickWorkers)
  const ids = Array.from({ length: cardsDrawnAMinute + 1 }, (_, n) => idOf(300 + n))
  await site.change(async (tx) => {
    for (const [n, id] of ids.entries()) await tx.put(posts, aPost({ id, slug: `post-${n}`, authorId: idOf(999) }))
  })
  const paths = ids.map((id) => pathOf({ id, authorId: idOf(999) }))
  const statuses: number[] = []
  for (const path of paths) statuses.push((await site.get(path)).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([cardsDrawnAMinute, 429])
  expect((await site.get(paths[0] ?? '')).status).toBe(200)
  clock.now += 61_000
  expect((await site.get(paths.at(-1) ?? '')).status).toBe(200)
})

test('when the process cannot draw, the site’s sign is shown, and is not kept', async () => {
  await open({ make: async () => ({ fault: 'broken' }), close: async () => undefined })
  const answer = await site.get(linkCardPath(null, cardOfSite({ name: 'Test Site', tagline: 'For tests' })))
  expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([302, '/icons/icon-512.png', 'no-store'])
})

test('when too many wait, the reader is told to come again', async () => {
  await open({ make: async () => 'busy', close: async () => undefined })
  const answer = await site.get(linkCardPath(null, cardOfSite({ name: 'Test Site', tagline: 'For tests' })))
  expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([429, '3', 'private, no-store'])
})

test('the real process draws the card of the site', async () => {
  const workers = cardWorkers()
  await open(workers)
  const answer = await site.get(linkCardPath(null, cardOfSite({ name: 'Test Site', tagline: 'For tests' })))
  await workers.close()
  expect([answer.status, answer.body.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
})
