import type { ExportedText } from '#shared/formats/exported-text.ts'
import type { ImportedText, RefusedPart } from '#shared/formats/imported-text.ts'
import type { Loss } from '#shared/formats/losses.ts'
import type { PictureBytes } from '#shared/formats/picture-collector.ts'
import type { RefusedWhy } from '#shared/formats/refused.ts'
import type { ImportPlan } from '#shared/formats/archive-plan.ts'
import type { GatheredData } from '../gather-data.ts'

/** What is asked of the worker: one thing, then it is done with. */
export type WorkAsked = ReadAsked | WriteAsked

/** The answer to a picture that it asked for while it writes. */
export interface PictureAnswer {
  readonly kind: 'picture'
  readonly src: string
  /** `null`: it is not at hand. */
  readonly picture: PictureBytes | null
}

export interface ReadAsked {
  readonly kind: 'read'
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly siteOrigin: string
  /** Into whose account an archive would come back. */
  readonly userId: string | null
}

export type ExportFormat = 'markdown' | 'html' | 'docx' | 'epub' | 'everything'

export interface WriteAsked {
  readonly kind: 'write'
  readonly format: ExportFormat
  readonly texts: readonly ExportedText[]
  readonly siteName: string
  readonly siteOrigin: string
  readonly now: number
  /** Of `everything`: what there is beside the texts. */
  readonly data?: GatheredData
}

/** A text that was read, with what a list shows of it. */
export interface ReadText extends ImportedText {
  readonly words: number
  readonly begins: string
  /** Of an archive of everything, which comes back as a whole. */
  readonly isOfArchive: boolean
}

export interface WrittenFile {
  readonly name: string
  readonly blob: Blob
  readonly dropped: readonly Loss[]
}

export type WorkerMessage =
  /** It has come, and can be asked. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'text'; readonly text: ReadText }
  /** The file is an archive of an account. */
  | { readonly kind: 'archive'; readonly plan: ImportPlan }
  | { readonly kind: 'part-refused'; readonly part: RefusedPart }
  | { readonly kind: 'written'; readonly count: number }
  /** It needs a picture, which the page alone can reach. */
  | { readonly kind: 'wants-picture'; readonly src: string }
  | { readonly kind: 'file'; readonly file: WrittenFile }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: RefusedWhy }
