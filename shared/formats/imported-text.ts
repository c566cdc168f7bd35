import { Language, PlainDate, postLimits, Tags, WebAddress } from '../posts/fields.ts'
import { kindFacts, postKinds } from '../posts/kinds.ts'
import { textOf, type Doc } from '../text/nodes.ts'
import type { Loss } from './losses.ts'
import type { FoundPicture } from './picture-collector.ts'
import type { RefusedWhy } from './refused.ts'
import { shortened } from '../text/shorten.ts'

/** One text of a file, as it can become a draft. */
export interface ImportedText {
  /** The file, or the part of it that the text came from. */
  readonly from: string
  /** At most 500 characters; may be empty. */
  readonly title: string
  readonly kind: (typeof postKinds)[number]
  readonly linkUrl: string | null
  readonly lang: string
  readonly writtenOn: string | null
  readonly tags: readonly string[]
  readonly doc: Doc
  readonly dropped: readonly Loss[]
  readonly pictures: readonly FoundPicture[]
}

/** A part of a file that cannot be taken, while the others can. */
export interface RefusedPart {
  readonly from: string
  readonly refused: RefusedWhy
}

export type ImportedPart = ImportedText | RefusedPart

/** What formats say about a text; nothing of it is believed yet. */
export interface ImportDetails {
  readonly from: string
  readonly title?: string | null | undefined
  readonly kind?: unknown
  readonly linkUrl?: unknown
  readonly lang?: unknown
  /** A day, or the beginning of a time stamp. */
  readonly date?: unknown
  readonly tags?: readonly unknown[] | undefined
}

/**
 * Puts together what was said and what was read; what is said and cannot be used is named, never
 * guessed.
 */
export function importedText(
  said: ImportDetails,
  read: { readonly doc: Doc; readonly dropped: readonly Loss[]; readonly pictures: readonly FoundPicture[] },
): ImportedText {
  const lost: Loss[] = []
  const lose = (what: string, value: unknown): void => {
    lost.push({ what, count: 1, example: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 80).toWellFormed() })
  }
  const kind = postKinds.find((one) => one === said.kind) ?? 'post'
  const link = said.linkUrl === undefined || said.linkUrl === null || said.linkUrl === '' ? null : WebAddress.safeParse(said.linkUrl)
  if (link?.success === false) lose('URL of the link post', said.linkUrl)
  const linkUrl = link?.success === true ? link.data : null
  const words = (said.title ?? nameWithoutEnding(said.from)).replace(/\s+/gu, ' ').trim().toWellFormed()
  const title = shortened(words, postLimits.title).toWellFormed()
  if (title !== words) lose('end of a long title', words)
  return {
    from: said.from,
    title,
    kind: kindFacts({ kind }).needsLink && linkUrl === null ? 'post' : kind,
    linkUrl,
    lang: languageOf(said.lang, lose),
    writtenOn: dateOf(said.date, lose),
    tags: tagsOf(said.tags ?? [], lose),
    doc: withoutRepeatedTitle(read.doc, title),
    dropped: [...lost, ...read.dropped],
    pictures: read.pictures,
  }
}

function languageOf(given: unknown, lose: (what: string, value: unknown) => void): string {
  if (typeof given !== 'string' || given === '') return 'en'
  // `en_GB`, `de-de`: as people and pages write it.
  const [language = '', region] = given.replace('_', '-').split('-')
  const tidy = region?.length === 2 ? `${language.toLowerCase()}-${region.toUpperCase()}` : given
  for (const tag of [given, tidy, language.toLowerCase()]) if (Language.safeParse(tag).success) return tag
  lose('language', given)
  return 'en'
}

function dateOf(given: unknown, lose: (what: string, value: unknown) => void): string | null {
  if (given === undefined || given === null || given === '') return null
  const day = typeof given === 'string' ? (/^\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|[T ])/u.exec(given.trim())?.[0] ?? '') : ''
  const isReal = PlainDate.safeParse(day).success && !day.startsWith('0000')
  if (!isReal) lose('date', given)
  return isReal ? day : null
}

function tagsOf(given: readonly unknown[], lose: (what: string, value: unknown) => void): readonly string[] {
  const names = [
    ...new Set(
      given
        .filter((tag) => typeof tag === 'string')
        .map((tag) => tag.replace(/\s+/gu, ' ').trim())
        .filter((tag) => tag !== ''),
    ),
  ]
  const kept = names.filter((tag) => tag.length <= postLimits.tag).slice(0, postLimits.tags)
  if (kept.length < names.length) lose('tags over the limit', names.filter((tag) => !kept.includes(tag)).join(', '))
  const parsed = Tags.safeParse(kept)
  return parsed.success ? parsed.data : []
}

/** Files often say their title once in what is said about them and once more above the text. */
export function withoutRepeatedTitle(doc: Doc, title: string): Doc {
  const [first, ...rest] = doc.content
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (first?.type !== 'heading' || rest.length === 0 || rest[0]?.type === 'footnotes' || letters(title) === '') return doc
  return letters(textOf(first)) === letters(title) ? { ...doc, content: rest } : doc
}

/** The last part of a name, without what follows its last dot. */
export function nameWithoutEnding(name: string): string {
  const last = name.split('/').at(-1) ?? name
  return last
    .replace(/\.[^.]{1,10}$/u, '')
    .replaceAll(/[-_]+/gu, ' ')
    .trim()
}
