import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ExportedText } from '#shared/formats/exported-text.ts'
import { ZipOut } from '#shared/formats/zip-out.ts'
import { everythingZip } from './everything-zip.ts'

const text: ExportedText = {
  ...{ id: 'p1', title: 'Of rain', kind: 'post', linkUrl: null, lang: 'en', tags: [], writtenOn: null },
  ...{ dir: 'ltr', authors: ['Ada'], publishedAt: null, address: null },
  doc: { type: 'doc', content: [{ type: 'image', attrs: { src: '/pictures/one', alt: '', width: 1, height: 1 } }] } as never,
}

test('texts with their pictures, data as it is, and the other pictures once', async () => {
  const pieces: Uint8Array[] = []
  const zip = new ZipOut((bytes) => pieces.push(bytes))
  const asked: string[] = []
  await everythingZip(
    {
      ...{ kind: 'write', format: 'everything', texts: [text], siteName: 'Lyceum', siteOrigin: 'https://lyceum.example', now: 0 },
      data: { files: [{ name: 'data/votes.json', text: '[1]\n' }], pictures: ['/pictures/one', '/pictures/two', '/pictures/lost'] },
    },
    async (src) => {
      asked.push(src)
      return src === '/pictures/lost' ? null : { bytes: Uint8Array.of(1, 2), type: 'image/webp' }
    },
    zip,
    () => {},
  )
  zip.end()
  const files = unzipSync(new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer()))
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'texts/pictures/one-1.webp',
    'texts/of-rain.md',
    'data/votes.json',
    'pictures/two.webp',
  ])
  expect(new TextDecoder().decode(files['data/votes.json'])).toBe('[1]\n')
  expect(asked).toEqual(['/pictures/one', '/pictures/two', '/pictures/lost'])
})
