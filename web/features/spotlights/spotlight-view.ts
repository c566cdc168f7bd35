import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import type { Common } from '#shared/kernel/common.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { shownSpotlights, targetOf } from '#shared/spotlights/queries.ts'
import { hasTurn } from '#shared/spotlights/rules.ts'
import type { Spotlight } from '#shared/spotlights/schema.ts'
import { wikiAddress } from '#shared/wiki/page-queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { PersonView } from '../../blocks/people.ts'
import { personView } from '../../blocks/people.ts'
import type { ReadingView } from '../../blocks/sequences/series-view.ts'
import { sequenceCards } from '../../blocks/sequences/series-view.ts'

export interface SpotlightView {
  readonly id: string
  readonly href: string
  readonly header: string
  readonly title: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl' | 'auto'
  readonly subtitle: string
  readonly subtitleHref: string | null
  readonly paragraphs: readonly string[]
  readonly picture: string | null
  readonly author: PersonView | null
  /** Of a sequence: what there is to read in it. */
  readonly reading: ReadingView | null
}

/** @returns `null` for what points at nothing that the reader may see. */
export async function spotlightView(read: Read, spotlight: Spotlight): Promise<SpotlightView | null> {
  const target = await targetOf(read, spotlight)
  if (target === null) return null
  const { id, header, title, subtitle, subtitleUrl, words, imageUrl, showsAuthor } = spotlight
  const said = { id, header, subtitle, subtitleHref: subtitleUrl, paragraphs: words.split(/\n{2,}/u).filter((one) => one !== '') }
  if (target.kind === 'sequence') {
    const sequence = await read.get(sequences, spotlight.targetId)
    const [card] = sequence === undefined ? [] : await sequenceCards(read, [sequence])
    if (card === undefined) return null
    const own = { title: title || card.title, lang: 'en', dir: 'auto', picture: imageUrl ?? card.picture } as const
    return { ...said, ...own, href: card.href, author: showsAuthor ? card.author : null, reading: card.reading }
  }
  const { post } = target
  const cards = showsAuthor ? await memberCards(read, [post.authorId]) : new Map()
  return {
    ...said,
    href: (kindFacts(post).isInWiki ? await wikiAddress(read, post.id, '') : null) ?? links.post(post),
    title: title || post.title || 'Untitled',
    lang: post.lang,
    dir: post.direction,
    picture: imageUrl ?? (post.imageUrl?.startsWith('/pictures/') === true ? post.imageUrl : null),
    author: showsAuthor ? personView(cards.get(post.authorId) ?? unknownMember) : null,
    reading: null,
  }
}

/** So many of those shown last may be none any more; further back nobody looks. */
const maxPassedOver = 5

/** Those that have had a turn and may still be shown, the one that has it now first. */
export async function spotlightsShown(read: Read, most: number): Promise<readonly SpotlightView[]> {
  const views: SpotlightView[] = []
  for (const one of await read.list(shownSpotlights(most + maxPassedOver))) {
    if (views.length === most) break
    const view = hasTurn(one, await targetOf(read, one)) ? await spotlightView(read, one) : null
    if (view !== null) views.push(view)
  }
  return views
}

/** Whose turn it is. */
export const currentSpotlight: Common<null, SpotlightView | null> = {
  name: 'spotlight',
  keyOf: () => '',
  async make(read) {
    return (await spotlightsShown(read, 1))[0] ?? null
  },
  bytesOf: (view) => 200 + JSON.stringify(view).length * 2,
}
