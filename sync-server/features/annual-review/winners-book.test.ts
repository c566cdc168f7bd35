import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidateId, reviewPlans, reviewResults } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Answer } from '#server/http/testing/test-site.ts'
import { publishEssay } from '../testing/essays.ts'
import { featureSite } from '../testing/feature-site.ts'

const year = 2025
const id = `best-of-${year}`
const from = links.bestOfAdmin(year)

/** Three essays of the year with results, an administrator, and somebody who is not signed in. */
async function reviewedYear() {
  const site = await featureSite()
  site.clock.now = phaseStart(year, 'complete')
  const [boss, author, reader] = [site.browser(), site.browser(), site.browser()]
  await boss.signUp('Ada')
  await author.signUp('Ben')
  const titles = ['Tides & moons', 'Wine', 'Wells']
  const ids: string[] = []
  for (const title of titles) ids.push(await publishEssay(author, title))
  await site.store.write(async ({ tx }) => {
    for (const [at, postId] of ids.entries()) {
      const post = await tx.get(posts, postId)
      if (post === undefined) throw new Error('not published')
      await tx.put(posts, { ...post, publishedAt: yearStart(year) + at })
      const result = { id: candidateId(postId, year), postId, year, rank: at + 1, score: 9, values: [9], countedAt: 1 }
      await tx.put(reviewResults, result)
    }
    const everybody = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    for (const one of await tx.list(everybody)) await tx.put(members, { ...one, isAdmin: one.slug === 'ada' })
  })
  const must = async (name: string, fields: Readonly<Record<string, string>>) =>
    expect((await boss.form(name, { year: String(year), from, ...fields })).status).toBe(303)
  const choose = (postId = '', category = 'practical') => must('reviewWinners.set', { postId, category })
  const show = (isOn = 'true') => must('reviewPlans.setGallery', { isOn })
  const book = (headers: Record<string, string> = {}) => reader.send('GET', links.sequenceBook(id), headers)
  return { site, author, must, choose, show, book, ids: ids as [string, string, string] }
}

const filesOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(answer.body))).map(([name, bytes]) => [name, strFromU8(bytes)]))
const texts = (answer: Answer): readonly string[] => Object.keys(filesOf(answer)).filter((name) => /text-[0-9a-z]{26}\./u.test(name))

test('the winners of a year are a book in their order once its gallery is shown, and none before or after', async () => {
  const { choose, must, show, book, ids } = await reviewedYear()
  const [tides, wine] = ids
  for (const postId of [tides, wine]) await choose(postId)
  await must('reviewWinners.move', { postId: wine, place: '0' })
  expect((await book()).status).toBe(404)
  await show()
  const answer = await book()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/epub+zip',
    'content-disposition': expect.stringMatching(/filename="best-of-.*-2025\.epub"/u),
    'content-length': String(answer.body.length),
  })
  const files = filesOf(answer)
  expect(files['EPUB/nav.xhtml']).toMatch(
    new RegExp(
      `<ol><li><a href="text-${id}.xhtml">Best of [^<]*, 2025</a></li><li><a href="text-${wine}.xhtml">Wine</a></li><li><a href="text-${tides}.xhtml">Tides &amp; moons</a></li></ol>`,
      'u',
    ),
  )
  expect(files[`EPUB/text-${id}.xhtml`]).toContain('in the order in which they were chosen')
  expect(files['EPUB/package.opf']).toContain('<dc:creator>Ben</dc:creator>')
  expect(files['EPUB/package.opf']).toContain(`/s/${id}</dc:identifier>`)
  await show('')
  expect((await book()).status).toBe(404)
  expect((await book({})).body.toString('latin1')).not.toContain(tides)
})

test('published again it is the same book, which changes with the choice and is kept once', async () => {
  const { site, choose, show, book, ids } = await reviewedYear()
  const [tides, wine] = ids
  await choose(tides)
  await show()
  const first = await book()
  for (const isOn of ['true', '', 'true']) await show(isOn)
  const etag = String(first.headers['etag'])
  expect((await book({ 'if-none-match': etag })).status).toBe(304)
  await choose(wine)
  const second = await book({ 'if-none-match': etag })
  expect([second.status, texts(second)]).toEqual([200, [`EPUB/text-${tides}.xhtml`, `EPUB/text-${wine}.xhtml`]])
  expect(await readdir(join(site.config.dataDir, 'sequence-books', id))).toHaveLength(1)
})

test('a winner that is withdrawn, excluded or deleted is not in it, and without any there is no book', async () => {
  const { site, author, choose, show, book, ids } = await reviewedYear()
  const [tides, wine, wells] = ids
  for (const postId of ids) await choose(postId)
  await show()
  expect(texts(await book())).toHaveLength(3)
  await author.form('posts.unpublish', { postId: tides, from: '/drafts' })
  expect(texts(await book())).toEqual([`EPUB/text-${wine}.xhtml`, `EPUB/text-${wells}.xhtml`])
  const plan = await site.store.read((read) => read.get(reviewPlans, String(year)))
  await site.store.write(({ tx }) => tx.put(reviewPlans, { ...noPlan(year), ...plan, excludedPostIds: [wine] }))
  expect(texts(await book())).toEqual([`EPUB/text-${wells}.xhtml`])
  await site.store.write(({ tx }) => tx.delete(posts, wells))
  const none = await book()
  expect([none.status, none.body.toString('latin1').includes(wells)]).toEqual([404, false])
})

test.each(['best-of-1999', 'best-of-2099', 'best-of-20255', 'best-of-', 'best-of-2025%2F..'])('there is no book of %s', async (asked) => {
  const { site, choose, show, ids } = await reviewedYear()
  await choose(ids[0])
  await show()
  expect((await site.browser().send('GET', `/api/sequence/${asked}/book.epub`)).status).toBe(404)
})
