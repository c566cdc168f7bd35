import type { Piece } from '#shared/search/highlight.ts'
import type { SearchKind } from '#shared/search/params.ts'
import type { Hit } from '#shared/search/results.ts'
import { counted } from '../counts.ts'

export function titleOfKind(kind: SearchKind): string {
  return { posts: 'Posts', comments: 'Comments', tags: 'Tags', sequences: 'Sequences', users: 'People' }[kind]
}

/** A line of the list: a link, so that it opens in another tab as any other. */
export function optionOf(id: string, href: string, of: Hit | readonly string[]): HTMLElement {
  const option = Object.assign(document.createElement('a'), { id, href, tabIndex: -1 })
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.append(...('kind' in of ? partsOf(of) : of))
  return option
}

function partsOf(hit: Hit): readonly Node[] {
  switch (hit.kind) {
    case 'posts':
      return [
        line('find-title', pieces(hit.title), hit.lang),
        line('find-about', [[hit.isDraft === true ? 'Draft' : '', ...hit.authors.map(({ name }) => name)].filter(Boolean).join(', ')]),
      ]
    case 'comments':
      return [line('find-words', pieces(hit.snippet)), line('find-about', [`${hit.author.name} on ${hit.postTitle}`])]
    case 'tags':
      return [line('find-title', pieces(hit.name)), line('find-about', [counted(hit.postCount, 'post')])]
    case 'sequences':
      return [line('find-title', pieces(hit.title)), line('find-about', [hit.author.name])]
    case 'users':
      return [
        line('find-title', pieces(hit.name)),
        ...(hit.earned === null ? [] : [line('find-about', [counted(hit.earned.karma, 'point')])]),
      ]
  }
}

function line(className: string, parts: readonly (string | Node)[], lang?: string): HTMLElement {
  const element = Object.assign(document.createElement('span'), { className })
  if (lang !== undefined) element.lang = lang
  element.append(...parts)
  return element
}

function pieces(of: readonly Piece[]): readonly (string | Node)[] {
  return of.map(({ text, isHit }) => (isHit ? Object.assign(document.createElement('mark'), { textContent: text }) : text))
}
