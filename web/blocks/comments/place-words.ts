import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { SavedDraft } from '../../data/device/device-api.ts'
import { placeInTrash } from '../../data/typed-words/typed-row.ts'

export interface PlaceWords {
  readonly what: string
  /** Where one can go on writing; `null`: there is no address for it. */
  readonly href: string | null
}

/** Places are named `comment:POST:PARENT`, `edit:COMMENT` and the like: see `placeOfMutation`. */
export function placeWords(place: string): PlaceWords {
  const [kind, first = '', second = ''] = placeInTrash(place).split(':')
  if (kind === 'comment' && isId(first)) {
    const post = { id: first, slug: null }
    if (isId(second)) return { what: 'A reply', href: links.reply(post, second) }
    return { what: 'A comment', href: `${links.post(post)}#new-comment` }
  }
  if (kind === 'review' && isId(first)) return { what: 'A review', href: links.reviewPost(first) }
  if (kind === 'comment') return { what: 'A quick take', href: links.newPost('quickTake') }
  if (kind === 'message') return { what: 'A message', href: isId(first) ? links.inbox({ conversation: first }) : links.newConversation() }
  if (kind === 'edit' && isId(first)) return { what: 'Comment edit', href: links.editComment(first) }
  if (kind === 'post') return { what: 'A post', href: isId(first) ? links.editPost(first) : links.newPost() }
  if (kind === 'inlineComment' && isId(first)) return { what: 'A comment on a draft', href: links.editPost(first) }
  if (kind === 'markdown' && isId(first)) return { what: 'Markdown edit', href: links.editPost(first) }
  if (kind === 'suggest' && isId(first)) return { what: 'Suggested changes', href: links.editPost(first) }
  if (kind === 'title') return { what: 'A title', href: null }
  if (kind === 'profile') return { what: 'Profile edit', href: links.account('profile') }
  if (kind === 'feedback') return { what: 'Feedback', href: null }
  return { what: 'A text', href: null }
}

/** What was typed, without what only tells where. */
export function wordsOf({ place, values }: Pick<SavedDraft, 'place' | 'values'>): string {
  if (placeInTrash(place).startsWith('suggest:')) return textIn(values['text'] ?? '')
  return Object.entries(values)
    .filter(([field, text]) => text.trim() !== '' && !unseen.has(field))
    .map(([, text]) => text)
    .join('\n\n')
}

/** Of a document as JSON. */
const textIn = (json: string): string =>
  [...json.matchAll(/"text":("(?:[^"\\]|\\.)*")/gu)].map(([, text]) => String(JSON.parse(text ?? '""'))).join(' ')

/** Of a comment on a passage its place and quote, of a sheet of Markdown what it was made of. */
const unseen: ReadonlySet<string> = new Set(['start', 'end', 'quote', 'before', 'ids'])
