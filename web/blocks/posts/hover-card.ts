import { links } from '#shared/links.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { shortDate } from '../../ui/time-words.ts'
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import { counted, points, signed } from '../counts.ts'

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
