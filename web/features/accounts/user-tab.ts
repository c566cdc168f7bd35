import type { Work, WorkKind } from '#shared/feed/by-member.ts'
import { workFigures, workKinds, worksOf } from '#shared/feed/by-member.ts'
import { takeFigures, takesOfMember } from '#shared/feed/takes.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { profileSequences } from '#shared/sequences/queries.ts'
import type { EditInPlace } from '#shared/wiki/edits-of-member.ts'
import { countOfEdits, editsInPlace } from '#shared/wiki/edits-of-member.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import type { PostRowView } from '../../blocks/posts/post-row-view.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import type { CommentLineView } from '../../blocks/posts/comment-line-view.ts'
import { commentLineView } from '../../blocks/posts/comment-line-view.ts'
import type { EditView } from '../../blocks/wiki/edit-view.ts'
import { editView } from '../../blocks/wiki/edit-view.ts'
import type { SequenceCardView } from '../../blocks/sequences/series-view.ts'
import { sequenceCards } from '../../blocks/sequences/series-view.ts'

const tabNames = ['posts', 'sequences', 'takes', 'all'] as const

/** content.md 7.1 */
const sequenceFigures = { first: 8, step: 16, most: 500 } as const

/** The beginning of what was said, in characters. */
const beginning = 500

export type WorkView =
  | { readonly kind: 'post'; readonly row: PostRowView }
  | { readonly kind: 'said'; readonly said: CommentLineView }
  | { readonly kind: 'edit'; readonly edit: MembersEdit }

/** An edit of the wiki on the page of who made it. */
export interface MembersEdit extends EditView {
  readonly id: string
  readonly at: number
  readonly score: number
  readonly page: { readonly name: string; readonly href: string }
}

/** What a tab beside "Posts" shows. */
export type UserTab =
  | { readonly name: 'posts' }
  | { readonly name: 'sequences'; readonly cards: readonly SequenceCardView[]; readonly more: string | null }
  | { readonly name: 'takes'; readonly takes: readonly CommentLineView[]; readonly more: string | null }
  | {
      readonly name: 'all'
      readonly works: readonly WorkView[]
      readonly kind: WorkKind
      readonly order: 'recent' | 'top'
      /** How many edits of the wiki there are; `isAtLeast`: or more. */
      readonly edits: { readonly count: number; readonly isAtLeast: boolean }
      readonly more: string | null
    }

/** The tab that the address names; without one "Posts", or "All" for who has none. */
export async function userTab({ read }: PageData, userId: string, url: URL, hasPosts: boolean): Promise<UserTab> {
  const asked = url.searchParams.get('tab')
  const name = tabNames.find((known) => known === asked) ?? (hasPosts ? 'posts' : 'all')
  if (name === 'posts') return { name }
  const longer = (limit: number) => {
    const more = new URL(url)
    more.searchParams.set('limit', String(limit))
    return `${more.pathname}${more.search}`
  }
  if (name === 'sequences') {
    const limit = limitOf(url.searchParams, sequenceFigures.first, sequenceFigures.most)
    const found = await profileSequences(read, userId)
    const more = found.length > limit ? longer(limit + sequenceFigures.step) : null
    return { name, cards: await sequenceCards(read, found.slice(0, limit)), more }
  }
  if (name === 'takes') {
    const limit = limitOf(url.searchParams, takeFigures.ofMember, workFigures.most)
    const { rows, hasMore } = await takesOfMember(read, userId, limit)
    return {
      name,
      takes: rows.map((row) => commentLineView(row, beginning)),
      more: hasMore && limit < workFigures.most ? longer(limit + takeFigures.ofMember) : null,
    }
  }
  const limit = limitOf(url.searchParams, workFigures.first, workFigures.most)
  const kind = workKinds.find((known) => known === url.searchParams.get('view')) ?? 'all'
  const order = url.searchParams.get('sort') === 'top' ? 'top' : 'recent'
  const { works, hasMore } = await worksOf(read, userId, { kind, sort: order, limit })
  return {
    name,
    kind,
    order,
    edits: await countOfEdits(read, userId),
    works: await workViews(read, works),
    more: hasMore && limit < workFigures.most ? longer(limit + workFigures.step) : null,
  }
}

async function workViews(read: Read, works: readonly Work[]): Promise<readonly WorkView[]> {
  const edits = await editsInPlace(read, works.flatMap((work) => (work.kind === 'edit' ? [work.revisionId] : []))) // oxfmt-ignore
  return works.flatMap((work): readonly WorkView[] => {
    if (work.kind === 'post') return [{ kind: 'post', row: postRowView(work.row) }]
    if (work.kind !== 'edit') return [{ kind: 'said', said: commentLineView(work.said, beginning) }]
    const edit = edits.get(work.revisionId)
    return edit === undefined ? [] : [{ kind: 'edit', edit: membersEdit(edit, work) }]
  })
}

function membersEdit(edit: EditInPlace, { at, karma }: Pick<Work, 'at' | 'karma'>): MembersEdit {
  const { tag, place, revision } = edit
  return {
    ...editView(edit),
    ...{ id: revision.id, at, score: karma },
    page: { name: tag.tabTitle || tag.name, href: links.wiki(place.slug, place.lens === null ? {} : { lens: place.lens }) },
  }
}
