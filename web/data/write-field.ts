/** The event at a field whose words were not typed in it. */
export const wordsWritten = 'words-written'

/**
 * Puts into a field what was not typed there: what is kept, what another tab wrote, nothing once it
 * is sent.
 */
export function writeField(field: HTMLInputElement | HTMLTextAreaElement, words: string): void {
  field.value = words
  field.dispatchEvent(new Event(wordsWritten))
}
