import { picturesIn } from '#shared/formats/doc-pictures.ts'
import type { PictureOf } from '#shared/formats/exported-text.ts'
import { markdownZip } from '#shared/formats/markdown-zip.ts'
import { endingOf } from '#shared/formats/picture-collector.ts'
import type { ZipOut } from '#shared/formats/zip-out.ts'
import type { WriteAsked } from './messages.ts'

const about = (siteName: string, siteOrigin: string, now: number): string =>
  [
    `All that is yours on ${siteName} (${siteOrigin}), as it was on ${new Date(now).toISOString()}.`,
    '',
    'texts/     what you’ve written, as Markdown, with its pictures; it can be imported again',
    'data/      your account, posts, comments, messages, votes and settings as JSON; beside each',
    '           file the JSON Schema of its rows; times are milliseconds since 1970, UTC;',
    '           “Import” brings most of it back into an account',
    'pictures/  what else you uploaded, by the ID that its address ends with',
    '',
  ].join('\n')

/** Texts, rows and pictures of a member in one archive. */
export async function everythingZip(
  { texts, data, siteName, siteOrigin, now }: WriteAsked,
  pictureOf: PictureOf,
  zip: Pick<ZipOut, 'text' | 'stored'>,
  onText: (count: number) => void,
): Promise<void> {
  zip.text('README.txt', about(siteName, siteOrigin, now))
  await markdownZip(
    texts,
    pictureOf,
    { text: (name, text) => zip.text(`texts/${name}`, text), stored: (name, bytes) => zip.stored(`texts/${name}`, bytes) },
    onText,
  )
  for (const { name, text } of data?.files ?? []) zip.text(name, text)
  const inTexts = new Set(texts.flatMap(({ doc }) => picturesIn(doc)))
  for (const src of data?.pictures ?? []) {
    const picture = inTexts.has(src) ? null : await pictureOf(src)
    if (picture !== null) zip.stored(`pictures/${src.split('/').at(-1)}.${endingOf(picture.type)}`, picture.bytes)
  }
}
