/**
 * Where things stand on the picture for a link: the site's mark and name, the title, who wrote it
 * and when.
 */
import type { LinkCard } from '#shared/pages/link-card.ts'
import { linkCardSize } from '#shared/pages/link-card.ts'

export interface CardElement {
  readonly type: string
  readonly key?: string
  readonly props: Readonly<Record<string, unknown>>
}

/** What of a card can be drawn. */
export interface CardWords extends LinkCard {
  /** Authors beside those named. */
  readonly unnamed: number
}

interface Look {
  /** In the order in which a letter is looked for. */
  readonly families: readonly string[]
  readonly titleSize: number
}

/**
 * Largest first: the largest at which a title has room is taken. A title has at most 500
 * characters.
 */
export const titleSizes = [84, 76, 68, 60, 53, 47, 42, 38, 34] as const
export const roomForTitle = 348
export const titleKey = 'title'

const paper = '#fdfcf9'
const ink = '#23211d'
const soft = '#5f5c54'
const edge = '#e4e1d9'
const accent = '#1f6f54'
const sides = 80

/**
 * A card without a title that can be drawn says whose text it is, large; without any words, there
 * is the site's name.
 */
export function cardLayout(card: CardWords, { families, titleSize }: Look): CardElement {
  const byline = authorsLine(card)
  const isOfSite = card.publishedAt === null
  const [large, line] = card.title !== '' ? [card.title, byline] : byline !== '' ? [byline, ''] : [card.siteName, '']
  const date = card.publishedAt === null ? '' : dateWords.format(card.publishedAt)
  const foot = [line, date].filter((words) => words !== '')
  return box(
    {
      ...{ width: linkCardSize.width, height: linkCardSize.height, boxSizing: 'border-box', flexDirection: 'column' },
      ...{
        justifyContent: 'space-between',
        padding: `60px ${sides}px 56px`,
        backgroundColor: paper,
        color: ink,
        fontFamily: families.join(', '),
        fontSize: 32,
      },
    },
    box({ alignItems: 'center', gap: 18, height: 52 }, mark(52), words({ fontSize: 34, fontWeight: 600 }, card.siteName, 1)),
    words(
      {
        ...{ fontSize: titleSize, fontWeight: 600, lineHeight: 1.16, letterSpacing: -titleSize / 100, maxHeight: roomForTitle + 200 },
        ...{ width: linkCardSize.width - 2 * sides, textWrap: titleSize > 60 ? 'balance' : 'wrap', wordBreak: 'break-word' },
      },
      large,
      titleSize === titleSizes.at(-1) ? Math.floor(roomForTitle / (titleSize * 1.16)) : undefined,
      titleKey,
    ),
    isOfSite
      ? box({ height: 8, width: 120, backgroundColor: accent })
      : box(
          { alignItems: 'center', borderTop: `2px solid ${edge}`, paddingTop: 26, gap: 20, fontSize: 32 },
          ...foot.map((part, at) =>
            words({ color: part === date ? soft : ink, ...(at === 0 ? { flexShrink: 1 } : { flexShrink: 0 }) }, part, 1),
          ),
        ),
  )
}

const maxNamed = 3
const dateWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function authorsLine({ authors, unnamed }: CardWords): string {
  if (authors.length === 0) return ''
  const named = authors.length + unnamed > maxNamed ? authors.slice(0, maxNamed - 1) : authors
  const more = authors.length - named.length + unnamed
  const parts = more === 0 ? named : [...named, `${more} more`]
  return parts.length === 1 ? named.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

type Style = Readonly<Record<string, string | number>>

function box(style: Style, ...children: readonly CardElement[]): CardElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** `lines`: cut after so many, with an ellipsis. */
function words(style: Style, text: string, lines?: number, key?: string): CardElement {
  const clamp = lines === undefined ? {} : { lineClamp: lines }
  return { type: 'div', ...(key === undefined ? {} : { key }), props: { style: { display: 'block', ...clamp, ...style }, children: text } }
}

/** The site's sign, as in public/icons/icon.svg. */
function mark(size: number): CardElement {
  const sign = 'M262 96h166v36h-34v284h-40V132h-32v284h-40V282h-20a93 93 0 0 1 0-186z'
  return {
    type: 'svg',
    props: {
      ...{ width: size, height: size, viewBox: '0 0 512 512' },
      children: [
        { type: 'rect', props: { width: 512, height: 512, rx: 112, fill: accent } },
        { type: 'path', props: { transform: 'translate(-46 0)', fill: paper, d: sign } },
      ],
    },
  }
}
