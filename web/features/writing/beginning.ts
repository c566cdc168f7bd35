/**
 * What the address of `/newPost` asks for (content.md 4.1). What its entity does not exist for yet
 * is kept apart: the page says what will be.
 */
import { isId } from '#shared/kernel/ids.ts'
import { Tags } from '#shared/posts/fields.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { isKind } from './kinds.ts'

export type Coming = 'event-copy' | 'group' | 'other-site'

interface Beginning {
  readonly kind: Writing['kind'] | 'quickTake'
  /** Names; what is none is left out. */
  readonly tags: readonly string[]
  /** Asked for, and not here yet. */
  readonly coming: readonly Coming[]
  /** An event, which is begun on a page of its own. */
  readonly isEvent: boolean
  /** The question that this one is asked under; `''`: none. */
  readonly parentQuestionId: string
}

/** `tagId`, `subforumTagId` and `meta` are tags that the post begins with. */
export function askedBeginning(query: URLSearchParams): Beginning {
  const category = isSet(query, 'question') ? 'question' : (query.get('category') ?? '')
  const parentId = query.get('parentId') ?? ''
  const tags = [query.get('tagId') ?? query.get('subforumTagId') ?? '', isSet(query, 'meta') ? 'Meta' : '']
  const isEvent = isSet(query, 'eventForm') && !isSet(query, 'templateId')
  const coming: readonly (readonly [Coming, boolean])[] = [
    ['event-copy', isSet(query, 'templateId')],
    ['group', isSet(query, 'groupId') && !isEvent],
    ['other-site', isSet(query, 'af')],
  ]
  return {
    kind: category === 'quickTake' || isKind(category) ? category : 'post',
    tags: tags.flatMap((tag) => Tags.safeParse([tag.replaceAll(',', ' ')]).data?.slice(0, 1) ?? []),
    coming: coming.flatMap(([what, isAsked]) => (isAsked ? [what] : [])),
    isEvent,
    parentQuestionId: category === 'question' && isId(parentId) ? parentId : '',
  }
}

const isSet = (query: URLSearchParams, name: string): boolean => !['', 'false', '0'].includes(query.get(name) ?? '')
