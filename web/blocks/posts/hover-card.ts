import { links } from '#shared/links.ts'
import { shortDate } from '../../ui/time-words.ts'
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import { counted, points, signed } from '../counts.ts'

/** What `/api/preview` answers; see the server's `previews.ts`. */
type PreviewCard =
  | {
      readonly kind: 'post'
      readonly title: string
      readonly authors: readonly { readonly name: string }[]
      readonly publishedAt: number | null
      readonly minutes: number
      readonly commentCount: number
      readonly karma: number
      readonly tags: readonly string[]
      readonly text: string
      readonly lang: string
    }
  | {
      readonly kind: 'comment'
      readonly postTitle: string
      readonly author: { readonly name: string }
      readonly postedAt: number
      readonly karma: number
      readonly text: string
    }
  | {
      readonly kind: 'member'
      readonly name: string
      readonly joinedAt: number
      readonly karma: number
      readonly postCount: number
      readonly commentCount: number
      readonly text: string
    }

const asked = new Map<string, Promise<PreviewCard | null>>()

/** Opens the card of what a link points at; `null` when there is nothing to show, or no network: then the link is just a link. */
export async function previewOf(link: HTMLAnchorElement): Promise<Float | null> {
  const { pathname, search, hash } = new URL(link.href)
  const url = `${pathname}${search}${hash}`
  const known = asked.get(url) ?? fetchCard(url)
  asked.set(url, known)
  const card = await known
  if (card === null) asked.delete(url)
  return card === null || !link.isConnected ? null : openFloat(link, drawn(card), { className: 'card' })
}

async function fetchCard(url: string): Promise<PreviewCard | null> {
  try {
    const response = await fetch(links.preview(url), { headers: { accept: 'application/json' } })
    if (!response.ok) return null
    return (await response.json()) as PreviewCard // the server's own answer, of this build's type
  } catch {
    return null
  }
}

function drawn(card: PreviewCard): DocumentFragment {
  const parts = document.createDocumentFragment()
  const { title, facts, lang } = factsOf(card)
  if (title !== '') parts.append(element('p', 'card-title', title, lang))
  parts.append(element('p', 'meta soft', facts.join(' · ')))
  if (card.text !== '') parts.append(element('p', 'card-text', card.text, lang))
  return parts
}

function factsOf(card: PreviewCard): { readonly title: string; readonly facts: readonly string[]; readonly lang?: string } {
  switch (card.kind) {
    case 'post':
      return {
        title: card.title,
        lang: card.lang,
        facts: [
          card.authors.map((author) => author.name).join(', '),
          ...(card.publishedAt === null ? [] : [shortDate(card.publishedAt)]),
          `${card.minutes} min`,
          points(card.karma),
          counted(card.commentCount, 'comment'),
          ...(card.tags.length === 0 ? [] : [card.tags.slice(0, 4).join(', ')]),
        ],
      }
    case 'comment':
      return { title: '', facts: [card.author.name, `on ${card.postTitle}`, shortDate(card.postedAt), points(card.karma)] }
    case 'member':
      return {
        title: card.name,
        facts: [
          `since ${shortDate(card.joinedAt)}`,
          `${signed(card.karma)} karma`,
          counted(card.postCount, 'post'),
          counted(card.commentCount, 'comment'),
        ],
      }
  }
}

function element(tag: string, className: string, text: string, lang?: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  made.dir = 'auto'
  if (lang !== undefined) made.lang = lang
  return made
}
