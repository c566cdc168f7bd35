/**
 * The picture that other sites show beside a link to ours: what is drawn on it, and its version,
 * which stands in its address and changes with it.
 */
import { links } from '../links.ts'
import { isPublic } from '../posts/rules.ts'
import type { Post } from '../posts/schema.ts'
import { Digest } from '../sync/digest.ts'
import { dayMs } from '../kernel/durations.ts'

export interface LinkCard {
  readonly siteName: string
  /** Of the post; the site's own words on the card of the site. */
  readonly title: string
  /** Nobody on the card of the site. */
  readonly authors: readonly string[]
  /** ms since 1970; only its day is drawn. */
  readonly publishedAt: number | null
}

/** Counts up when the same facts are drawn in another way: all addresses change then. */
const design = 1

export const linkCardSize = { width: 1_200, height: 630, thumbnail: 600 } as const

/**
 * 16 hexadecimal digits. Not against enemies: whoever asks with another version is sent to this
 * one.
 */
export function linkCardVersion({ siteName, title, authors, publishedAt }: LinkCard): string {
  const digest = new Digest()
  digest.add('card', JSON.stringify([siteName, title, authors, publishedAt === null ? null : Math.floor(publishedAt / dayMs)]), design)
  return digest.hash
}

/**
 * `null` for what is not public, or not recommended to anybody. `authors`: their names, in order.
 */
export function cardOfPost(post: Post, authors: readonly string[], siteName: string): LinkCard | null {
  if (!isPublic(post) || post.rejectedReason !== null) return null
  return { siteName, title: post.cardTitle || post.title, authors, publishedAt: post.publishedAt }
}

export function cardOfSite({ name, tagline }: { readonly name: string; readonly tagline: string }): LinkCard {
  return { siteName: name, title: tagline, authors: [], publishedAt: null }
}

/** Where it is, `postId` being `null` for that of the site. */
export function linkCardPath(postId: string | null, card: LinkCard, width?: typeof linkCardSize.thumbnail): string {
  const version = linkCardVersion(card)
  return postId === null ? links.siteCard(version, width) : links.postCard(postId, version, width)
}
