import { expect, test } from 'vitest'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { candidateId, reviewCandidates, reviewResults, reviewVoteId, reviewVotes } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { posts } from '#shared/posts/schema.ts'
import { aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { featureSite } from '../testing/feature-site.ts'
import { countYear } from './count-votes.ts'
import { reviewExportsAnHour } from './export-routes.ts'

const year = 2025
const over = phaseStart(year, 'complete')
const [tides, wine, gone] = [idOf(41), idOf(42), idOf(43)]
/** What each of three voters has said, of each post. */
const ballots: readonly (readonly (readonly [postId: string, score: ReviewScore])[])[] = [
  [
    [tides, 7],
    [wine, 5],
    [gone, 6],
  ],
  [
    [tides, 6],
    [wine, 1],
    [gone, 6],
  ],
  [
    [tides, 6],
    [wine, 7],
    [gone, 6],
  ],
]
const voters = [idOf(301), idOf(302), idOf(303)]

/** A site whose votes of the year are counted. @param order which voter has which of the ballots */
async function counted(order: readonly number[]) {
  const site = await featureSite({ SITE_URL: 'https://night.example' })
  site.clock.now = over
  await site.store.write(async ({ tx }) => {
    await tx.put(posts, aPost({ id: tides, slug: 'tides', title: '=Tides, "high"', publishedAt: yearStart(year), authorId: aMember().id }))
    await tx.put(posts, aPost({ id: wine, slug: 'wine', title: 'Wine', publishedAt: yearStart(year) }))
    await tx.put(posts, aPost({ id: gone, slug: 'gone', title: 'Gone', publishedAt: yearStart(year), status: 'removed' }))
    for (const postId of [tides, wine, gone])
      await tx.put(reviewCandidates, { id: candidateId(postId, year), postId, year, voteCount: 3, positiveCount: 3, reviewCount: 1 })
    for (const [at, ballot] of order.entries())
      for (const [postId, score] of ballots[ballot] ?? []) {
        const userId = voters[at] ?? ''
        await tx.put(reviewVotes, {
          id: reviewVoteId(userId, postId, year),
          userId,
          postId,
          year,
          score,
          counted: score,
          at: over - 9 - at,
        })
      }
  })
  await countYear({ store: site.store, apply: (mutation) => site.writer.apply(mutation) }, year, over)
  const get = (file: string, of: number | string = year) => site.browser().get(`/api/reviews/${of}/${file}`)
  return { ...site, get }
}

test('the results of a year are files for everybody, of the posts that stand, in whole numbers', async () => {
  const { get } = await counted([0, 1, 2])
  const results = await get('results.csv')
  expect(results).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
  const url = (id: string, slug: string) => `https://night.example/posts/${id}/${slug}`
  expect(results.text).toBe(
    ['rank,title,url,score,votes', `1,"'=Tides, ""high""",${url(tides, 'tides')},17,3`, `3,Wine,${url(wine, 'wine')},1,3`, ''].join('\r\n'),
  )
  const votes = (await get('votes.csv')).text.replaceAll(/https:[^,]*/gu, 'URL')
  expect(votes.split('\r\n')).toEqual(['rank,url,value,count', '1,URL,9,1', '1,URL,4,2', '3,URL,9,1', '3,URL,1,1', '3,URL,-9,1', ''])
  const json = JSON.parse((await get('review.json')).text)
  expect(json).toMatchObject({ year, voters: 3, columns: { votes: { count: expect.stringContaining('Number of votes') } } })
  expect(json.results).toMatchObject([
    { rank: 1, title: '=Tides, "high"', score: 17, votes: 3 },
    { rank: 3, title: 'Wine' },
  ])
  expect(json.votes).toHaveLength(5)
})

test('no voter can be told: the files are the same to the byte, no matter who has cast which votes and when', async () => {
  const [one, other] = [await counted([0, 1, 2]), await counted([2, 0, 1])]
  for (const file of ['results.csv', 'votes.csv', 'review.json']) {
    const [here, there] = [(await one.get(file)).text, (await other.get(file)).text]
    expect(there).toBe(here)
    for (const voter of voters) expect(here).not.toContain(voter)
  }
})

test('a tenth that only one voter’s scaling makes is in no file', async () => {
  const { get, store } = await counted([0, 1, 2])
  const id = candidateId(tides, year)
  const row = await store.read((read) => read.get(reviewResults, id))
  if (row === undefined) throw new Error('a result was expected')
  await store.write(({ tx }) => tx.put(reviewResults, { ...row, score: 16.7, values: [8.6, 4.2, 3.9] }))
  for (const file of ['results.csv', 'votes.csv', 'review.json']) expect((await get(file)).text).not.toMatch(/\d\.\d/u)
})

test('there are no files before the results are public, of other years, or of other names', async () => {
  const { get, clock } = await counted([0, 1, 2])
  const statuses = async () => Promise.all(['results.csv', 'votes.csv', 'review.json'].map(async (file) => (await get(file)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  clock.now = phaseStart(year, 'results')
  expect(await statuses()).toEqual([404, 404, 404])
  clock.now = over
  expect((await get('voters.csv')).status).toBe(404)
  expect((await get('results.csv', 2024)).status).toBe(404)
  expect((await get('results.csv', '20250')).status).toBe(404)
})

test('one address gets so many files an hour', async () => {
  const { get } = await counted([0, 1, 2])
  for (let n = 0; n < reviewExportsAnHour; n += 1) expect((await get('votes.csv', 2024)).status).toBe(404)
  expect((await get('votes.csv')).status).toBe(429)
})
