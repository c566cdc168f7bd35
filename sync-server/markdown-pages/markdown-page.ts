import type { PageData } from '#shared/pages/page-data.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { Rendered } from '../pages/page-cache.ts'
import { links } from '#shared/links.ts'
import { address, parts } from './markdown.ts'

/**
 * What Markdown representations are made from: as pages are, for the same viewer and through the
 * same read policies.
 */
export interface MarkdownData extends Pick<PageData, 'read' | 'viewer' | 'now' | 'site' | 'isGone'> {
  readonly search: NonNullable<PageData['search']> | null
  readonly markdown: (doc: Doc) => string
}

/** A page in Markdown, or where it is now. */
export type MarkdownPage = RenderedMarkdown | { readonly status: 302 | 308; readonly location: string }

export interface RenderedMarkdown {
  readonly status: 200 | 401 | 403 | 404 | 406 | 410 | 503
  readonly body: string
  /** Path of the page that it stands for; `null` where there is none. */
  readonly canonical: string | null
  readonly isIndexed: boolean
  readonly modifiedAt?: number
}

const markdownType = 'text/markdown; charset=utf-8'

export function page(
  canonical: string,
  body: string,
  facts: Partial<Pick<RenderedMarkdown, 'isIndexed' | 'modifiedAt'>> = {},
): RenderedMarkdown {
  return { status: 200, body, canonical, isIndexed: true, ...facts }
}

export function refusal(status: Exclude<RenderedMarkdown['status'], 200>, title: string, sentence: string): RenderedMarkdown {
  return { status, body: parts(`# ${title}`, sentence), canonical: null, isIndexed: false }
}

/** Hidden and absent are one answer. */
export const notFound = (): RenderedMarkdown => refusal(404, 'Not found', 'Page not found, or you don’t have access to it.')

export const moved = (location: string): MarkdownPage => ({ status: 308, location })

/** Said where Markdown was asked for and the page has none. */
export function notAvailable(origin: string): RenderedMarkdown {
  return refusal(
    406,
    'Not available in Markdown',
    `This page is HTML only. Pages available in Markdown are listed in <${address(`${origin}${links.llms()}`)}>.`,
  )
}

/** As it is sent. */
export function renderedMarkdown(markdown: MarkdownPage, origin: string): Rendered & { readonly body: string } {
  if ('location' in markdown) return { status: markdown.status, location: markdown.location, contentType: markdownType, body: '' }
  const { canonical, isIndexed, modifiedAt } = markdown
  const more: [string, string][] = []
  if (canonical !== null) more.push(['link', `<${origin}${canonical}>; rel="canonical"`])
  if (!isIndexed) more.push(['x-robots-tag', 'noindex'])
  return {
    status: markdown.status,
    location: null,
    contentType: markdownType,
    body: markdown.body,
    more,
    ...(modifiedAt !== undefined && { modifiedAt }),
  }
}
