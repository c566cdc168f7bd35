/**
 * Why a file cannot be taken; the words for people stand in web/features/import-export/words.ts.
 */
export type RefusedWhy =
  | 'too-large'
  | 'too-long'
  | 'too-deep'
  | 'too-many-entries'
  | 'bomb'
  | 'broken'
  | 'encrypted'
  | 'empty'
  | 'not-text'
  | 'unknown-format'
  | 'too-many-texts'
  | 'too-slow'

/** A file that is refused; nothing of it is used. */
export class FileRefused extends Error {
  readonly why: RefusedWhy
  constructor(why: RefusedWhy, detail = '') {
    super(detail === '' ? why : `${why}: ${detail}`)
    this.name = 'FileRefused'
    this.why = why
  }
}
