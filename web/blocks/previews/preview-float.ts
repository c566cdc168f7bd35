import { links } from '#shared/links.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { connection } from '../../data/connection.ts'
import { muted } from '../../data/muted.ts'
import { readingTime, shortDate } from '../../ui/time-words.ts'
import type { FollowedMember } from './follow-in-card.tsx'
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import { counted, points, signed } from '../counts.ts'
import '../reading/comfort-styles.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const asked = new Map<string, Promise<PreviewCard | null>>()
/** Cards of a long stay on a page; then they are asked for anew. */
const maxCached = 200
/**
 * How long a mark tells others to be kind: for a week, and for up to a year while somebody has
 * little karma.
 */
const newFor = { always: 7 * dayMs, withLittleKarma: 365 * dayMs, karma: 20 } as const

/**
 * Opens the card of what a link points at; `null` when there is nothing to show: then the link is
 * just a link.
 */
export async function previewOf(link: HTMLAnchorElement): Promise<Float | null> {
  const { pathname, search, hash } = new URL(link.href)
  const card = await cardOf(`${pathname}${search}${hash}`)
  if (!link.isConnected) return null
  const rel = relOf(link)
  if (card === null && rel === null) return null
  const content = card === null ? new DocumentFragment() : drawn(card)
  if (card === null) content.append(element('p', 'card-title', link.textContent))
  const className = card === null ? 'card' : `card card-${card.kind}`
  const place = document.createElement('div')
  place.className = 'card-follow'
  const mount =
    card?.kind === 'member'
      ? () => mountFollow(place, { ...card, slug: slugIn(card.url) })
      : rel === null
        ? null
        : () => mountTagVotes(place, rel)
  if (mount === null) return openFloat(link, content, { className })
  content.append(place)
  // Without it the card says all it says.
  const mounted = mount().catch(() => () => {})
  return openFloat(link, content, { className, onClose: () => void mounted.then((unmount) => unmount()) })
}

async function mountFollow(place: HTMLElement, card: FollowedMember): Promise<() => void> {
  return (await import('./follow-in-card.tsx')).mountFollow(place, card)
}

async function mountTagVotes(place: HTMLElement, rel: { readonly postId: string; readonly tagId: string }): Promise<() => void> {
  return (await import('../tag-votes/mount-tag-votes.tsx')).mountTagVotes(place, rel)
}

const slugIn = (url: string): string => decodeURIComponent(url.split('/')[2] ?? '')

/** Of a chip: the tag, and the post whose chip it is. */
function relOf(link: HTMLAnchorElement): { readonly postId: string; readonly tagId: string } | null {
  const tagId = link.dataset['tag']
  const postId = link.closest<HTMLElement>('[data-post]')?.dataset['post']
  return tagId === undefined || postId === undefined ? null : { postId, tagId }
}

/** What a link points at; `null` when that is not known here. Asked for once. */
export async function cardOf(url: string): Promise<PreviewCard | null> {
  if (asked.size > maxCached) asked.clear()
  const known = asked.get(url) ?? askForCard(url)
  asked.set(url, known)
  const card = await known
  if (card === null) asked.delete(url)
  return card
}

/** Of the server, which knows the newest; without it, of this device. */
async function askForCard(url: string): Promise<PreviewCard | null> {
  if (connection.get()) {
    try {
      const response = await fetch(links.preview(url), { headers: { accept: 'application/json' } })
      const isOurs = response.headers.get('content-type')?.startsWith('application/json') === true
      if (isOurs) return response.ok ? ((await response.json()) as PreviewCard) : null // the server's own answer, of this build's type
    } catch {
      // The network: the device may have it.
    }
  }
  const part = await import('./card-from-device.ts').catch(() => null)
  return (await part?.cardFromDevice(url)) ?? null
}

function drawn(card: PreviewCard): DocumentFragment {
  const parts = document.createDocumentFragment()
  const { title, facts, lang } = factsOf(card)
  if (title !== '') parts.append(element('p', 'card-title', title, lang))
  parts.append(element('p', 'meta soft', facts.join(' · ')))
  if (card.kind === 'tag') for (const line of card.titles) parts.append(element('p', 'card-line', line))
  if (card.text !== '' && !isMuted(card)) parts.append(element('p', 'card-text', card.text, lang))
  return parts
}

/** What it says is not shown: it is folded where it stands, too. */
const isMuted = (card: PreviewCard): boolean => card.kind === 'comment' && muted.get().slugs.has(card.author.slug)

function factsOf(card: PreviewCard): { readonly title: string; readonly facts: readonly string[]; readonly lang?: string } {
  switch (card.kind) {
    case 'post':
      return {
        title: card.title,
        lang: card.lang,
        facts: [
          ...(card.authors.length === 0 ? [] : [card.authors.map((author) => author.name).join(', ')]),
          ...(card.publishedAt === null ? [] : [shortDate(card.publishedAt, 'own')]),
          readingTime(card.minutes),
          points(card.karma),
          counted(card.commentCount, 'comment'),
          ...(card.tags.length === 0 ? [] : [card.tags.slice(0, 4).join(', ')]),
        ],
      }
    case 'comment':
      if (isMuted(card)) return { title: '', facts: ['Comment by a muted member', `on ${card.postTitle}`] }
      return {
        title: '',
        facts: [
          card.author.name,
          `on ${card.postTitle}`,
          shortDate(card.postedAt, 'own'),
          ...(card.karma === null ? [] : [points(card.karma)]),
        ],
      }
    case 'member':
      return {
        title: card.name,
        facts: [
          `since ${shortDate(card.joinedAt, 'own')}`,
          ...(isNewHere(card, Date.now()) ? ['new here'] : []),
          ...(card.karma === null ? [] : [`${signed(card.karma)} karma`]),
          ...(card.postCount === null ? [] : [counted(card.postCount, 'post')]),
          ...(card.commentCount === null ? [] : [counted(card.commentCount, 'comment')]),
        ],
      }
    case 'tag':
      return { title: card.name, facts: [counted(card.postCount, 'post')] }
  }
}

function isNewHere({ joinedAt, karma }: { readonly joinedAt: number; readonly karma: number | null }, now: number): boolean {
  const isLittle = karma !== null && karma < newFor.karma
  return now - joinedAt < (isLittle ? newFor.withLittleKarma : newFor.always)
}

function element(tag: string, className: string, text: string, lang?: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  made.dir = 'auto'
  if (lang !== undefined) made.lang = lang
  return made
}
