import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { attrFlag, attrText, childrenOf, textOf } from '#shared/text/nodes.ts'

/** Something to look at before publishing. None of it forbids anything. */
export interface Check {
  readonly id: string
  readonly words: string
  /** Worth stopping for once; the rest is only said. */
  readonly isGrave: boolean
  /** The top-level block it is in, from 0; or the id of a field; `null`: nowhere in particular. */
  readonly at: number | string | null
}

interface Said {
  readonly tags: readonly string[]
}

const maxOfOneKind = 10

/**
 * What the text and what is said about it tell by themselves. `raw`: as it stands in the document,
 * unmended.
 */
export function checksOf(raw: unknown, said: Said): readonly Check[] {
  // Of the document's own shape; anything else in it is passed over.
  const doc = raw as Doc
  return [...metadataChecks(said), ...pictureChecks(doc), ...noteChecks(doc)]
}

function metadataChecks({ tags }: Said): readonly Check[] {
  return tags.length > 0 ? [] : [{ id: 'tags', words: 'Add tags so readers can find it.', isGrave: false, at: 'publish-tags' }]
}

function pictureChecks(doc: Doc): readonly Check[] {
  return blocksWith(doc, (node) => node.type === 'image' && attrText(node, 'alt').trim() === '' && !attrFlag(node, 'decorative')).map(
    ({ at }, index) => ({
      id: `picture-${index}`,
      words: 'A picture has no description for readers who can’t see it. Add one, or mark it as decoration.',
      isGrave: true,
      at,
    }),
  )
}

function noteChecks(doc: Doc): readonly Check[] {
  const notes = new Map<string, { readonly isEmpty: boolean; readonly at: number }>()
  for (const { node, at } of blocksWith(doc, ({ type }) => type === 'footnote', 1_000))
    notes.set(attrText(node, 'note'), { isEmpty: textOf(node).trim() === '', at })
  const calls = blocksWith(doc, ({ type }) => type === 'footnoteRef', 1_000)
  const called = new Set(calls.map(({ node }) => attrText(node, 'note')))
  const checks: Check[] = []
  for (const { node, at } of calls) {
    const name = attrText(node, 'note')
    if (!notes.has(name)) checks.push({ id: `call-${name}`, words: 'A footnote reference has no footnote.', isGrave: true, at })
  }
  for (const [name, { isEmpty, at }] of notes) {
    if (isEmpty) checks.push({ id: `empty-${name}`, words: 'A footnote is empty.', isGrave: true, at })
    else if (!called.has(name))
      checks.push({ id: `uncalled-${name}`, words: 'A footnote has no reference in the text.', isGrave: false, at })
  }
  return checks.slice(0, maxOfOneKind)
}

export interface SiteLink {
  /** Path and query on this site. */
  readonly path: string
  readonly at: number
}

/** Where the text leads to on this site, each address once. */
export function siteLinks(doc: Doc, origin: string): readonly SiteLink[] {
  const found = new Map<string, number>()
  doc.content.forEach((block, at) => {
    const visit = (node: DocNode): void => {
      for (const { type, attrs } of node.marks ?? []) {
        const href = type === 'link' ? attrs?.['href'] : undefined
        const path = typeof href === 'string' ? pathOnSite(href, origin) : null
        if (path !== null && !found.has(path)) found.set(path, at)
      }
      for (const child of childrenOf(node)) visit(child)
    }
    visit(block)
  })
  return Array.from(found, ([path, at]) => ({ path, at })).slice(0, maxOfOneKind * 3)
}

function pathOnSite(href: string, origin: string): string | null {
  if (href.startsWith('#')) return null
  const url = URL.parse(href, origin)
  return url === null || url.origin !== origin ? null : url.pathname + url.search
}

export const brokenLink = ({ path, at }: SiteLink): Check => ({
  id: `link-${path}`,
  words: `A link leads to ${path}, which doesn’t exist.`,
  isGrave: true,
  at,
})

interface Found {
  readonly node: DocNode
  readonly at: number
}

function blocksWith(doc: Doc, isWanted: (node: DocNode) => boolean, most = maxOfOneKind): readonly Found[] {
  const found: Found[] = []
  doc.content.forEach((block, at) => {
    const visit = (node: DocNode): void => {
      if (found.length >= most) return
      if (isWanted(node)) found.push({ node, at })
      for (const child of childrenOf(node)) visit(child)
    }
    visit(block)
  })
  return found
}
