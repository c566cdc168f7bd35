import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkCard } from '#shared/pages/link-card.ts'
import type { RenderCard } from './render-card.ts'
import sharp from 'sharp'
import { cardPen } from './render-card.ts'

let draw: RenderCard
let folder = ''
beforeAll(async () => {
  draw = cardPen()
  folder = await mkdtemp(join(tmpdir(), 'lyceum-cards-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const card: LinkCard = { siteName: 'Lyceum', title: 'On tides', authors: ['Ada'], publishedAt: Date.UTC(2026, 0, 2) }

async function drawn(changes: Partial<LinkCard> = {}, width = 1_200): Promise<Buffer> {
  const answer = await draw({ card: { ...card, ...changes }, folder })
  expect(answer).toEqual({ widths: [1_200, 600] })
  return readFile(join(folder, `${width}.png`))
}

/** Rows between the site's name and the line above the authors that hold ink. */
async function titleRows(png: Buffer): Promise<{ readonly first: number; readonly last: number }> {
  const { data, info } = await sharp(png).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true })
  const isInked = (row: number): boolean => data.subarray(row * info.width, (row + 1) * info.width).some((grey) => grey < 90)
  const rows = Array.from({ length: 505 - 125 }, (_, at) => 125 + at).filter(isInked)
  return { first: rows[0] ?? 0, last: rows.at(-1) ?? 0 }
}

test('a card and its small form have the sizes that pages announce', async () => {
  const sizes = await Promise.all(
    [await drawn(), await drawn({}, 600)].map(async (png) => {
      const { width, height, format } = await sharp(png).metadata()
      return [width, height, format]
    }),
  )
  expect(sizes).toEqual([
    [1_200, 630, 'png'],
    [600, 315, 'png'],
  ])
})

test('the longest title there may be stands between the name of the site and the authors', async () => {
  const { first, last } = await titleRows(await drawn({ title: 'A careful reader may be misled by tables. '.repeat(12).slice(0, 500) }))
  expect([first > 125, last < 504, last - first > 250]).toEqual([true, true, true])
})

test('a short title is larger than a long one', async () => {
  const heightOf = async (title: string) => {
    const { first, last } = await titleRows(await drawn({ title }))
    return last - first
  }
  expect(await heightOf('Noon')).toBeGreaterThan(50)
  // One line of it is lower than that.
  expect(await heightOf('x'.repeat(60))).toBeGreaterThan(50)
})

test('a title that the face has no letters for gives way to the author, and nothing is an empty box', async () => {
  const instead = await drawn({ title: '' })
  expect((await drawn({ title: '時計はなぜ遅れるのか' })).equals(instead)).toBe(true)
  expect((await drawn({ title: 'لماذا تتأخر الساعات' })).equals(instead)).toBe(true)
  expect((await drawn({ title: '漢字', authors: ['漢字'] })).equals(await drawn({ title: '', authors: [] }))).toBe(true)
})

test('a sign that the face has not is left out, and the words stay', async () => {
  expect((await drawn({ title: 'Why I left 🚀 rockets 👩‍🚀' })).equals(await drawn({ title: 'Why I left rockets' }))).toBe(true)
})

test('letters of Europe and Vietnam, quotes and signs of arithmetic are drawn as they stand', async () => {
  const instead = await drawn({ title: '' })
  const titles = ['Почему мы ошибаемся', 'Ελληνικά', 'Tiếng Việt: những điều', 'Žluťoučký kůň', '“Quoted” – it’s 3 × 4 ≈ 12 …']
  for (const title of titles) expect([title, (await drawn({ title })).equals(instead)]).toEqual([title, false])
})
