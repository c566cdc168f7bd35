/**
 * `GET /api/sequence/ID/book.epub`: a sequence in one file, for any reader of books. Made when it
 * is asked for, and kept while nothing in it has changed.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '#server/http/site-context.ts'
import type { PictureOf } from '#shared/formats/exported-text.ts'
import { madeFiles } from '#server/files/made-files.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { links } from '#shared/links.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { bookFacts, bookPlan, bookTexts, publishedText, type BookPlan } from './sequence-book.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface SequenceBookOptions {
  readonly dataDir: string
  /** As features/pictures has it: in one of the widths that are kept. */
  readonly openPicture: (id: string, width: number) => Promise<{ readonly stream: Readable } | 'gone' | null>
}

export const bookLimits = {
  /** For one address block: of books that are there already, and of those that have to be made. */
  askedAMinute: 60,
  madeAnHour: 30,
  /** One is made at a time; so many may wait for it. */
  waiting: 8,
  /** Of all pictures in one; what comes after stays on the site, as a link. */
  pictureBytes: 150_000_000,
  /** On disk, of all. */
  keptBytes: 500_000_000,
} as const
const busyMs = 5_000
/**
 * Of the widths that pictures are kept in: the sharpest that the screens of readers of books show.
 */
const pictureWidth = 960

export function sequenceBookRoutes(app: FastifyInstance, context: SiteContext, { dataDir, openPicture }: SequenceBookOptions): void {
  const { store, policies, site, limits, now } = context
  const files = madeFiles({ folder: join(dataDir, 'sequence-books'), maxBytes: bookLimits.keptBytes, now })
  const asked = limits('books asked for', bookLimits.askedAMinute, 60_000)
  const made = limits('books made', bookLimits.madeAnHour, hourMs)
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  app.get<{ Params: { id: string } }>(links.sequenceBook(':id'), async (request, reply) => {
    const { id } = request.params
    asked.spend(addressBlock(request.ip), now())
    const plan = await store.read((read) => bookPlan(read, policies, id, site(), now()))
    if (plan === null) throw new AppError('not-found')
    const tag = `"${plan.tag}"`
    reply.header('cache-control', 'public, no-cache').header('etag', tag).header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const name = `${plan.tag}.epub`
    const found = await files.open(
      id,
      (folder) => open(join(folder, name)).catch(() => null),
      async (folder) => {
        if (waiting >= bookLimits.waiting) throw busy(busyMs)
        made.spend(addressBlock(request.ip), now())
        await inTurn(() => write(plan, join(folder, name)))
        return true
      },
    )
    // Another form of it took its place at the very moment.
    if (found === null) throw busy(busyMs)
    const { size } = await found.stat()
    return reply
      .type('application/epub+zip')
      .header('content-disposition', `attachment; filename="${slugify(plan.title) || 'sequence'}.epub"`)
      .header('content-length', size)
      .send(found.createReadStream())
  })

  async function inTurn(work: () => Promise<void>): Promise<void> {
    waiting += 1
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    await turn.finally(() => (waiting -= 1))
  }

  async function write(plan: BookPlan, path: string): Promise<void> {
    // Late: an idle server needs none of it.
    const [{ epubOf }, { ZipOut }, { mathSetter }] = await Promise.all([
      import('#shared/formats/epub.ts'),
      import('#shared/formats/zip-out.ts'),
      import('#shared/text/set-math.ts'),
    ])
    const { origin } = site()
    const out = createWriteStream(path)
    const written = finished(out)
    written.catch(() => undefined)
    try {
      const zip = new ZipOut((bytes) => out.write(bytes))
      const texts = bookTexts(plan, {
        origin,
        async textOf(post) {
          // Others are answered between two texts, and no more than one is held.
          if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), written])
          await setImmediate()
          return store.read((read) => publishedText(read, policies, post))
        },
      })
      const typeset = { math: mathSetter(), highlight: escapeHtml }
      await epubOf(texts, bookFacts(plan, origin, now()), { pictureOf: picturesWithin(), typeset, zip, onText: () => undefined })
      zip.end()
      out.end()
      await written
    } finally {
      out.destroy()
    }
  }

  function picturesWithin(): PictureOf {
    let bytes = 0
    return async (src) => {
      const id = pictureIdOf(src)
      const found = id === null || bytes >= bookLimits.pictureBytes ? null : await openPicture(id, pictureWidth)
      if (found === null || found === 'gone') return null
      const read = new Uint8Array(await buffer(found.stream))
      bytes += read.length
      return { bytes: read, type: 'image/webp' }
    }
  }
}

const busy = (retryAfterMs: number): AppError => new AppError('rate-limited', { retryAfterMs })
