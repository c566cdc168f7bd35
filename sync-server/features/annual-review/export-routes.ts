/**
 * `GET /api/reviews/YEAR/FILE`: the public results of a year as files. For everybody alike; who
 * voted is in none of them.
 */
import type { FastifyInstance } from 'fastify'
import type { ExportFile, ExportTable } from '#shared/annual-review/export.ts'
import type { SiteContext } from '#server/http/site-context.ts'
import { exportColumns, exportedRows, exportFiles } from '#shared/annual-review/export.ts'
import { resultsOf } from '#shared/annual-review/queries.ts'
import { reviewCounts, reviewPlans } from '#shared/annual-review/schema.ts'
import { areResultsPublic } from '#shared/annual-review/years.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { csvOf } from '#shared/formats/write-csv.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'

/** For one address block. */
export const reviewExportsAnHour = 60
/** As many as the page of results shows at most. */
const maxPosts = 2_000
const postsAtOnce = 100

export function reviewExportRoutes(app: FastifyInstance, { store, policies, site, limits, now }: SiteContext): void {
  const limit = limits('review exports', reviewExportsAnHour, hourMs)

  app.get<{ Params: { year: string; file: string } }>(links.reviewExport(':year', ':file'), async ({ params, ip }, reply) => {
    const file = exportFiles.find((one) => one === params.file)
    const year = /^\d{4}$/u.test(params.year) ? Number(params.year) : 0
    limit.spend(addressBlock(ip), now())
    const count = file === undefined ? null : await publicCount(year)
    if (file === undefined || count === null) throw new AppError('not-found')
    return reply
      .type(file.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `attachment; filename="review-${year}-${file}"`)
      .send(await textOf(file, year, count.voterCount))
  })

  /** `null`: there is none, or it is not public. */
  const publicCount = (year: number) =>
    store.read(async (read) => {
      const plan = await read.get(reviewPlans, String(year))
      return areResultsPublic(year, now(), plan) ? ((await read.get(reviewCounts, String(year))) ?? null) : null
    })

  async function textOf(file: ExportFile, year: number, voters: number): Promise<string> {
    const rows = { results: [] as string[], votes: [] as string[] }
    const isJson = file === 'review.json'
    for await (const piece of pieces(year))
      for (const table of tables) {
        const named = Object.keys(exportColumns[table])
        for (const cells of piece[table])
          rows[table].push(isJson ? JSON.stringify(Object.fromEntries(named.map((name, at) => [name, cells[at]]))) : csvOf([cells]))
      }
    if (!isJson) {
      const table = file === 'votes.csv' ? 'votes' : 'results'
      return csvOf([Object.keys(exportColumns[table])]) + rows[table].join('')
    }
    const head = JSON.stringify({ year, voters, columns: exportColumns })
    return `${head.slice(0, -1)},"results":[${rows.results.join(',\n')}],"votes":[${rows.votes.join(',\n')}]}\n`
  }

  /** Of some posts at a time, in their order, with turns for other requests. */
  async function* pieces(year: number) {
    for (let offset = 0; offset < maxPosts; offset += postsAtOnce) {
      await yieldToEventLoop()
      const { results, here } = await store.read(async (read) => {
        const found = await read.list({ ...resultsOf(year, postsAtOnce), offset })
        const ids = found.map(({ postId }) => postId)
        const readable = await permittedRead(read, visitor, policies).getMany(posts, ids)
        return { results: found, here: new Map(readable.map((post) => [post.id, post])) }
      })
      const rows = results.flatMap((result) => {
        const post = here.get(result.postId)
        return post === undefined ? [] : [exportedRows(result, post.title, `${site().origin}${links.post(post)}`)]
      })
      yield { results: rows.flatMap((one) => one.results), votes: rows.flatMap((one) => one.votes) }
      if (results.length < postsAtOnce) return
    }
  }
}

const tables: readonly ExportTable[] = ['results', 'votes']
