import { withoutLayoutTags } from './layout-tags.ts'
import { importedText, nameWithoutEnding, type ImportedText } from './imported-text.ts'
import { Losses, type Loss } from './losses.ts'
import { PictureCollector, pictureInAddress, type PictureBytes } from './picture-collector.ts'
import { FileRefused } from './refused.ts'
import { markdownToDoc, parseMarkdownFile } from '../text/markdown-in.ts'
import { isMarkedPicture, withPictures } from './doc-pictures.ts'

const wordsOfDrop: Readonly<Record<string, string>> = {
  html: 'HTML, kept as text',
  link: 'broken link',
  picture: 'picture',
  nesting: 'nesting deeper than 50',
}
const knownKeys = new Set(['title', 'date', 'tags', 'lang', 'author', 'kind', 'link', 'published', 'draft', 'slug', 'layout', 'source'])

/**
 * A Markdown file with front matter. `fileAt` finds a picture by the address in the text, where the
 * file came with pictures.
 * @throws FileRefused `too-long`
 */
export function markdownText(text: string, from: string, fileAt: (src: string) => PictureBytes | null): ImportedText {
  const { front, body, problems } = parseMarkdownFile(text)
  const { markdown, lost } = withoutLayoutTags(body)
  const collector = new PictureCollector()
  const losses = new Losses()
  for (const problem of problems) if (problem !== 'no title') losses.add(problem)
  for (const key of Object.keys(front)) if (!knownKeys.has(key)) losses.add(`"${key.slice(0, 40)}" of the front matter`)
  if (typeof front['author'] === 'string') losses.add('author (drafts are yours)', front['author'])
  const resolveLink = (href: string): string | null =>
    collector.put(href, () => (/^data:/iu.test(href) ? pictureInAddress(href) : fileAt(href)))
  const read = readMarkdown(markdown, resolveLink)
  const dropped: Loss[] = [...losses.list(), ...lost.map((what) => ({ what, count: 1, example: '' }))]
  for (const [what, drops] of Map.groupBy(read.dropped, (drop) => drop.what))
    dropped.push({ what: wordsOfDrop[what] ?? what, count: drops.length, example: drops[0]?.where ?? '' })
  // An address of the file's own may also have stood in a link: there it leads nowhere.
  const doc = withPictures(read.doc, (src) => src, { dropsLink: isMarkedPicture })
  return importedText(
    {
      from,
      title: front.title ?? nameWithoutEnding(from),
      kind: front['kind'],
      linkUrl: front['link'],
      lang: front.lang,
      date: front.date ?? null,
      tags: front.tags,
    },
    { doc, dropped, pictures: collector.all() },
  )
}

function readMarkdown(markdown: string, resolveLink: (href: string) => string | null): ReturnType<typeof markdownToDoc> {
  try {
    return markdownToDoc(markdown, 'essay', { resolveLink })
  } catch (error) {
    if (error instanceof RangeError) throw new FileRefused('too-long', error.message)
    throw error
  }
}
