import type { textKinds } from '../posts/kinds.ts'
import type { Doc } from '../text/nodes.ts'
import { slugify } from '../kernel/slug.ts'
import type { PictureBytes } from './picture-collector.ts'

/** A text on its way out, with what is said about it. */
export interface ExportedText {
  readonly id: string
  readonly title: string
  readonly authors: readonly string[]
  readonly kind: (typeof textKinds)[number]
  readonly linkUrl: string | null
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly writtenOn: string | null
  /** ms since 1970 UTC; `null`: a draft. */
  readonly publishedAt: number | null
  readonly tags: readonly string[]
  /** Where it stands, `https://…`; `null`: nowhere yet. */
  readonly address: string | null
  readonly doc: Doc
}

/** A picture that stands in a text, by its address there. `null`: it is not at hand. */
export type PictureAt = (src: string) => PictureBytes | null

/** The same where pictures come one by one, so that never more than one is held. */
export type PictureOf = (src: string) => Promise<PictureBytes | null>

/** `2026-11-21` */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * A name for each text, from its title; no two the same, also where letters of either case are one.
 */
export function fileNames(texts: readonly Pick<ExportedText, 'title'>[]): readonly string[] {
  const taken = new Set<string>()
  return texts.map(({ title }) => {
    const name = slugify(title) || 'untitled'
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name}-${n}`
    taken.add(free.toLowerCase())
    return free
  })
}
