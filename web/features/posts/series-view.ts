import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Neighbour } from '#shared/sequences/series.ts'
import { seriesOf } from '#shared/sequences/series.ts'

/** What comes before and after a post in a sequence. */
export interface SeriesView {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly place: { readonly at: number; readonly of: number }
  /** `false` on a device that lacks posts of it, and takes them for published. */
  readonly isWhole: boolean
  readonly previous: NeighbourView | null
  readonly next: NeighbourView | null
}

export interface NeighbourView {
  /** `null`: not on this device. */
  readonly title: string | null
  readonly href: string
  readonly lang: string | undefined
  readonly dir: 'ltr' | 'rtl' | undefined
  /** Of another sequence than this one, by its title. */
  readonly sequence: string | null
}

/** @param sequenceId as the address names it; absent: the post's own. */
export async function seriesView(data: PageData, post: Post, sequenceId?: string): Promise<SeriesView | null> {
  const series = await seriesOf(data.read, post, sequenceId, data.isOfDevice === true)
  if (series === null) return null
  const view = (neighbour: Neighbour | null): NeighbourView | null =>
    neighbour && {
      title: neighbour.post === undefined ? null : neighbour.post.title === '' ? 'Untitled' : neighbour.post.title,
      href: links.postInSequence(neighbour.sequence.id, neighbour.postId),
      lang: neighbour.post?.lang,
      dir: neighbour.post?.direction,
      sequence: neighbour.sequence.id === series.sequence.id ? null : neighbour.sequence.title,
    }
  return {
    id: series.sequence.id,
    title: series.sequence.title,
    href: links.sequence(series.sequence.id),
    place: series.place,
    isWhole: series.isWhole,
    previous: view(series.previous),
    next: view(series.next),
  }
}
