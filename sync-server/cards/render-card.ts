/**
 * Draws the picture that other sites show beside a link: satori sets the words as outlines, sharp
 * makes the PNG. No font of the machine is asked. The face has Latin, Greek, Cyrillic and
 * Vietnamese letters: a title in another script would be a row of empty boxes, so its card says
 * whose text it is, and where. Runs in a process of its own (card-process.ts).
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import satori from 'satori'
import type { Font } from 'satori'
import sharp from 'sharp'
import type { LinkCard } from '#shared/pages/link-card.ts'
import { linkCardSize } from '#shared/pages/link-card.ts'
import type { CardElement, CardWords } from './card-layout.ts'
import { cardLayout, roomForTitle, titleKey, titleSizes } from './card-layout.ts'

export interface CardAsked {
  readonly card: LinkCard
  /** Where the made files go: `WIDTH.png` each. */
  readonly folder: string
}

export type CardAnswered = { readonly widths: readonly number[] } | { readonly fault: string }

const { width, height, thumbnail } = linkCardSize
const letters = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const
const weights = [400, 600] as const

export type RenderCard = (asked: CardAsked) => Promise<CardAnswered>

/** Reads the faces once. */
export function cardPen(): RenderCard {
  const families = letters.map((name) => `serif-${name}`)
  const fonts: readonly Font[] = letters.flatMap((name) => weights.map((weight) => face(name, weight)))
  const set = (element: CardElement, onNode: SatoriOptions['onNodeDetected'], onMissing: (words: string) => void): Promise<string> =>
    // An element as React makes them, without React (satori's README, "Use without JSX").
    satori(element as Parameters<typeof satori>[0], {
      ...{ width, height, fonts: [...fonts] },
      ...(onNode === undefined ? {} : { onNodeDetected: onNode }),
      loadAdditionalAsset: async (_language, segment) => {
        onMissing(segment)
        return []
      },
    })

  /** The largest size at which the title has room; the smallest is cut to it. */
  async function fitted(card: CardWords): Promise<{ readonly svg: string; readonly missing: string }> {
    let missing = ''
    for (const [at, size] of titleSizes.entries()) {
      let titleHeight = 0
      missing = ''
      const onNode: SatoriOptions['onNodeDetected'] = (node) => {
        if (node.key === titleKey) titleHeight = node.height
      }
      const svg = await set(cardLayout(card, { families, titleSize: size }), onNode, (words) => (missing += words))
      if (titleHeight <= roomForTitle || at === titleSizes.length - 1) return { svg, missing }
    }
    throw new Error('there is no size for titles')
  }

  async function drawn(card: LinkCard): Promise<string> {
    const first = await fitted({ ...card, unnamed: 0 })
    if (first.missing === '') return first.svg
    const lost = new Set(first.missing)
    const authors = card.authors.flatMap((name) => without(name, lost) ?? [])
    const unnamed = card.authors.length - authors.length
    return (await fitted({ ...card, title: without(card.title, lost) ?? '', authors, unnamed })).svg
  }

  return async ({ card, folder }) => {
    const svg = Buffer.from(await drawn(card))
    const full = await sharp(svg).png({ palette: true, colours: 64, effort: 7 }).toBuffer()
    const small = await sharp(svg).resize({ width: thumbnail }).png({ palette: true, colours: 64, effort: 7 }).toBuffer()
    await writeFile(join(folder, `${width}.png`), full)
    await writeFile(join(folder, `${thumbnail}.png`), small)
    return { widths: [width, thumbnail] }
  }
}

type SatoriOptions = Parameters<typeof satori>[1]

/**
 * Signs that the face has not are left out (an emoji, an arrow); `null` once a letter or digit is
 * among them: half a word is worse than none.
 */
function without(text: string, lost: ReadonlySet<string>): string | null {
  const gone = [...text].filter((sign) => lost.has(sign))
  if (gone.some((sign) => /[\p{L}\p{N}]/u.test(sign))) return null
  return gone.length === 0
    ? text
    : [...text]
        .filter((sign) => !lost.has(sign) && !/[\u{FE0F}\u{200D}]/u.test(sign))
        .join('')
        .replace(/\s+/gu, ' ')
        .trim()
}

function face(name: (typeof letters)[number], weight: (typeof weights)[number]): Font {
  const file = new URL(`files/source-serif-4-${name}-${weight}-normal.woff`, import.meta.resolve('@fontsource/source-serif-4/package.json'))
  return { name: `serif-${name}`, data: readFileSync(file), weight, style: 'normal' }
}
