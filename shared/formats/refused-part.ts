import type { ImportedPart, ImportedText } from './imported-text.ts'
import { FileRefused } from './refused.ts'

/** One text of several: if it is refused, the others are not. */
export function refusedPart(from: string, read: () => ImportedText): ImportedPart {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileRefused) return { from, refused: error.why }
    throw error
  }
}

/** Of one file that holds many. */
export const maxTexts = 5_000

/** What is said of the texts of a file beyond those. */
export function* tooManyTexts(cut: number): Generator<ImportedPart> {
  if (cut > 0) yield { from: `${cut} more of the file`, refused: 'too-many-texts' }
}
