import { links } from '#shared/links.ts'
import type { EditInPlace } from '#shared/wiki/edits-of-member.ts'

/** A published version of a page or lens as it stands in a list. */
export interface EditView {
  /** What happened, in words: after the name of who did it. */
  readonly words: string
  readonly note: string
  /** Characters; `null`: not known. */
  readonly metrics: { readonly added: number; readonly removed: number } | null
  /** Where it is compared with the version before, and where this version is read. */
  readonly compare: string | null
  readonly href: string
  /** Its words count for nobody. */
  readonly isUncredited: boolean
}

export function editView({ tag, place, revision, before }: EditInPlace): EditView {
  const which = place.lens === null ? {} : { lens: place.lens }
  const isFirst = revision.followsId === undefined
  return {
    words: isFirst ? (tag.lensOf === null ? 'created the page' : 'created the lens') : 'edited',
    note: revision.note ?? '',
    metrics: revision.added === undefined ? null : { added: revision.added, removed: revision.removed ?? 0 },
    compare: before === null ? null : links.compareWiki(place.slug, { ...which, before, after: revision.version }),
    href: links.wiki(place.slug, { ...which, version: revision.version }),
    isUncredited: revision.isUncredited === true,
  }
}
