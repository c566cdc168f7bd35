import type { ReactionView } from '#shared/reactions/shown.ts'
import { isFields, unpackLists } from '#shared/pages/packed-lists.ts'

/** What the light parts need to know of a page that its HTML does not say. */
export interface LightPage {
  /** The post that is read here; absent on lists. */
  readonly postId: string | null
  readonly words: number
  readonly minutes: number
  readonly hasContents: boolean
  readonly reactions: Readonly<Record<string, readonly ReactionView[]>>
  readonly comments: readonly { readonly id: string; readonly score: number; readonly at: number }[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the page's hand-over (web/app/document.ts), which the server of this build has written;
 * what is not there is empty.
 */
export function lightPage(handOver: string): LightPage {
  const page = at(JSON.parse(handOver, unpackLists), 'answer', 'page')
  // A page of the wiki has all of it one step further.
  const text = 'words' in page ? page : at(page, 'view')
  const comments = [at(page, 'discussion')['comments'], at(page, 'answers', 'view')['comments']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const postId = page['thread'] ?? at(text, 'post')['id']
  return {
    postId: typeof postId === 'string' ? postId : null,
    words: Number(text['words'] ?? 0),
    minutes: Number(text['minutes'] ?? 0),
    hasContents: Array.isArray(text['contents']) && text['contents'].length > 0,
    reactions: at(text, 'reactions') as LightPage['reactions'],
    comments: comments as LightPage['comments'],
  }
}

function at(value: unknown, ...names: readonly string[]): Fields {
  const found: unknown = names.reduce<unknown>((of, name) => (isFields(of) ? of[name] : undefined), value)
  return isFields(found) ? found : {}
}
