import { withPictures, isMarkedPicture } from '#shared/formats/doc-pictures.ts'
import { htmlToDoc } from '#shared/formats/html-in.ts'
import type { Loss } from '#shared/formats/losses.ts'
import { FileRefused } from '#shared/formats/refused.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { addPicture } from '../../../data/pictures-own.ts'
import { mendClipboard } from './mend-clipboard.ts'

interface PastedHtml {
  readonly doc: Doc
  /** What was left out, in sentences; `null`: nothing. */
  readonly words: string | null
}

const maxPictures = 30

/**
 * Foreign HTML as a text of ours, by the rules of every import. Pictures that are part of it are
 * taken on this device first, so that the text has the addresses under which they will be on the
 * site. `null`: it is too much to be read. @param isPrivate the text is a message
 */
export async function readHtml(html: string, siteOrigin: string, isPrivate = false): Promise<PastedHtml | null> {
  try {
    const { doc, dropped, pictures } = htmlToDoc(html, { siteOrigin, prepare: mendClipboard })
    const said = dropped.map(lossWords)
    const added = new Map<string, { readonly src: string; readonly width: number; readonly height: number }>()
    const refused: string[] = []
    for (const { src, bytes, type } of pictures.slice(0, maxPictures)) {
      try {
        added.set(src, await addPicture(new Blob([bytes], { type }), isPrivate))
      } catch (error) {
        // It says why in a sentence for people.
        refused.push(error instanceof Error ? error.message : 'It couldn’t be added.')
      }
    }
    const lost = pictures.length - added.size
    if (lost > 0)
      said.push(
        `${lost === 1 ? 'A picture was' : `${lost} pictures were`} not added. ${refused[0] ?? `At most ${maxPictures} can be added at once.`}`,
      )
    const placed = withPictures(doc, (src) => (isMarkedPicture(src) ? (added.get(src) ?? null) : src))
    return { doc: placed, words: said.length === 0 ? null : said.slice(0, 4).join(' ') }
  } catch (error) {
    if (error instanceof FileRefused) return null
    throw error
  }
}

function lossWords({ what, count, example }: Loss): string {
  const thing = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return `Left out: ${thing}${count > 1 ? ` (${count} times)` : ''}${example === '' ? '' : `, “${example}”`}.`
}
