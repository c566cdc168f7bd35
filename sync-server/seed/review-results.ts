/** What came of the example community's finished review: count, winners, their pictures. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Config } from '#server/config.ts'
import { countFinished } from '#server/features/annual-review/count-votes.ts'
import { createPictures } from '#server/features/pictures/pictures.ts'
import type { Drawer } from '#server/seed/random.ts'
import { drawer } from '#server/seed/random.ts'
import { reviewedYear } from '#server/seed/annual-review.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { resultsOf } from '#shared/annual-review/queries.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'

interface Around {
  readonly config: Pick<Config, 'bucket' | 'dataDir'>
  readonly store: Store
  readonly writer: Writer
  readonly now: number
  /** An administrator. */
  readonly admin: string
}

/** Posts in the gallery of the year, and those of them with a picture of their own. */
const figures = { winners: 6, pictures: 4 } as const

/** @throws Error at the first mutation that is refused, as the rest of the example community. */
export async function finishExampleReview({ config, store, writer, now, admin }: Around): Promise<void> {
  const year = reviewedYear(now) - 1
  await countFinished({ store, apply: (request) => writer.apply(request) }, now)
  const results = await store.read((read) => read.list(resultsOf(year, figures.winners)))
  const must = async (name: string, args: object): Promise<void> => {
    const outcome = await writer.apply({ name, args, userId: admin, source: 'server', isOperator: true, now })
    if (outcome.kind !== 'applied') throw new Error(`the example community was refused ${name}: ${JSON.stringify(outcome)}`)
  }
  const draw = drawer('lyceum')
  const pictures = createPictures({ config, store, writer, now: () => now, onError: () => undefined })
  try {
    for (const [place, { postId }] of results.entries()) {
      const category = reviewConfig.categories[place % reviewConfig.categories.length]?.slug
      await must('reviewWinners.set', { year, postId, category })
      if (place >= figures.pictures) continue
      const id = makeId(now, draw.bytes(`review/picture/${place}`))
      const png = await sharp(Buffer.from(drawing(draw, place)))
        .png()
        .toBuffer()
      await pictures.take({ id, ownerId: admin, isPrivate: false }, Readable.from([png]))
      await must('reviewWinners.setPicture', { year, postId, src: links.picture(id), x: 5, y: 10, width: 80 })
    }
  } finally {
    await pictures.close()
  }
  if (results.length > 0) await must('reviewPlans.setGallery', { year, isOn: true })
}

const [width, height] = [1_200, 800]

/** Water under a sky, a few lights above it: drawn anew for each place, the same each time. */
function drawing(draw: Drawer, place: number): string {
  const share = (name: string): number => draw.fraction(`review/picture/${place}/${name}`)
  const hue = Math.floor(share('hue') * 360)
  const lights = Array.from({ length: 5 }, (_, n) => {
    const [x, y, size] = [share(`${n}/x`) * width, 80 + share(`${n}/y`) * 300, 12 + share(`${n}/size`) * 46]
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${size.toFixed(0)}" fill="hsl(${(hue + 40) % 360} 70% 82%)" opacity="0.85"/>`
  })
  const waves = Array.from({ length: 5 }, (_, n) => {
    const [top, swell] = [430 + n * 75, 20 + share(`${n}/swell`) * 50]
    const line = `M0 ${top} C 300 ${(top - swell).toFixed(0)} 500 ${(top + swell).toFixed(0)} 700 ${top} S 1050 ${(top - swell).toFixed(0)} 1200 ${top}`
    return `<path d="${line} V 800 H 0 Z" fill="hsl(${(hue + 200 + n * 6) % 360} 42% ${46 - n * 7}%)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 38% 62%)"/>${lights.join('')}${waves.join('')}</svg>`
}
