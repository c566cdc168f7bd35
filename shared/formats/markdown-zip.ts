import { stringify } from 'yaml'
import { docToMarkdown } from '../text/markdown-out.ts'
import { picturesIn, withPictures } from './doc-pictures.ts'
import { dayOf, fileNames, type ExportedText, type PictureOf } from './exported-text.ts'
import { endingOf } from './picture-collector.ts'
import type { ZipOut } from './zip-out.ts'

/**
 * Texts as Markdown with front matter, and their pictures in a folder beside them: an archive that
 * is read back as it was written.
 */
export async function markdownZip(
  texts: readonly ExportedText[],
  pictureOf: PictureOf,
  zip: Pick<ZipOut, 'text' | 'stored'>,
  onText: (count: number) => void,
): Promise<void> {
  const placeOf = new Map<string, string>()
  const names = fileNames(texts)
  for (const [index, text] of texts.entries()) {
    for (const src of picturesIn(text.doc)) {
      const picture = placeOf.has(src) ? null : await pictureOf(src)
      if (picture === null) continue
      const place = `pictures/${nameIn(src)}-${placeOf.size + 1}.${endingOf(picture.type)}`
      placeOf.set(src, place)
      zip.stored(place, picture.bytes)
    }
    zip.text(
      `${names[index] ?? text.id}.md`,
      markdownFile(text, (src) => placeOf.get(src) ?? src),
    )
    onText(index + 1)
  }
}

/** The last part of an address, as far as it can be a file's name. */
function nameIn(src: string): string {
  const last = src.split('/').at(-1) ?? ''
  return last.replace(/[^\w-]/gu, '').slice(0, 60) || 'picture'
}

export function markdownFile(text: ExportedText, placeOf: (src: string) => string = (src) => src): string {
  const { title, kind, linkUrl, lang, writtenOn, publishedAt, tags } = text
  const front = {
    title,
    ...(writtenOn !== null && { date: writtenOn }),
    ...(publishedAt !== null && { published: dayOf(publishedAt) }),
    ...(tags.length > 0 && { tags }),
    lang,
    ...(kind !== 'post' && { kind }),
    ...(linkUrl !== null && { link: linkUrl }),
  }
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${docToMarkdown(withPictures(text.doc, placeOf))}`
}
