import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import type { Answer } from '#server/http/testing/test-site.ts'
import { idIn, publishEssay } from '#server/features/testing/essays.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { links } from '#shared/links.ts'
import { chaptersOf } from '#shared/sequences/queries.ts'
import { idOf } from '#shared/testing/factories.ts'
import { bookLimits } from './sequence-book-routes.ts'

let site: FeatureSite
/** Runs the place. */
let ada: Browser
let ben: Browser
let reader: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  reader = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
})

const published = (title: string, markdown?: string) => publishEssay(ben, title, markdown)
const change = (sequenceId: string, fields: Readonly<Record<string, string>>) =>
  ben.form('sequences.setDetails', { sequenceId, from: links.editSequence(sequenceId), ...fields })
const open = (sequenceId: string) => change(sequenceId, { 'was-isDraft': 'on' })
async function sequence(...postIds: readonly string[]): Promise<string> {
  const id = idIn((await ben.form('sequences.create', { title: 'On water', from: '/sequencesNew' })).headers['location'])
  const [chapter] = await site.store.read((read) => read.list(chaptersOf(id)))
  for (const postId of postIds)
    await ben.form('sequences.putPost', { sequenceId: id, postId, to: `${chapter?.id}:`, from: links.editSequence(id) })
  return id
}
const book = (id: string, by = reader, headers: Record<string, string> = {}) => by.send('GET', links.sequenceBook(id), headers)
const filesOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(answer.body))).map(([name, bytes]) => [name, strFromU8(bytes)]))
const kept = (id: string) => readdir(join(site.config.dataDir, 'sequence-books', id))

test('whoever reads a sequence takes it along: what it is about, each post in order, with formulas and pictures, and links that stay in the book', async () => {
  const pictureId = idOf(7)
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#7a6' } })
    .png()
    .toBuffer()
  await ben.send('PUT', links.picture(pictureId), { accept: 'application/json', 'content-type': 'image/png' }, picture)
  const one = await published('Springs & wells', `Of $x^2$.\n\n![A well](${links.picture(pictureId)})`)
  const two = await published('Rivers', `After [the springs](/posts/${one}/springs), see [a comment](/posts/${one}?commentId=${idOf(9)}).`)
  const id = await sequence(one, two)
  await open(id)
  await change(id, { markdown: '*In* order.', 'was-markdown': '' })

  const answer = await book(id)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/epub+zip',
    'content-disposition': 'attachment; filename="on-water.epub"',
    'content-length': String(answer.body.length),
  })
  const files = filesOf(answer)
  expect(files['EPUB/nav.xhtml']).toContain(
    `<ol><li><a href="text-${id}.xhtml">On water</a></li><li><a href="text-${one}.xhtml">Springs &amp; wells</a></li><li><a href="text-${two}.xhtml">Rivers</a></li></ol>`,
  )
  expect(files[`EPUB/text-${id}.xhtml`]).toContain('<em>In</em> order.')
  expect(files[`EPUB/text-${one}.xhtml`]).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"')
  expect(files[`EPUB/text-${one}.xhtml`]).toContain('<img src="p1.webp"')
  expect(await sharp(unzipSync(new Uint8Array(answer.body))['EPUB/p1.webp']).metadata()).toMatchObject({ format: 'webp', width: 960 })
  expect(files[`EPUB/text-${two}.xhtml`]).toContain(`<a href="text-${one}.xhtml">the springs</a>`)
  expect(files[`EPUB/text-${two}.xhtml`]).toContain(`<a href="${site.origin}/posts/${one}?commentId=${idOf(9)}">a comment</a>`)
  expect(files['EPUB/package.opf']).toContain('<dc:creator>Ben</dc:creator>')
})

test('parts stand in the contents by their names, with what is said of them', async () => {
  const [one, two] = [await published('Springs'), await published('Rivers')]
  const id = await sequence(one)
  await open(id)
  await ben.form('sequences.addChapter', { sequenceId: id, title: 'Downstream', from: links.editSequence(id) })
  const [, second] = await site.store.read((read) => read.list(chaptersOf(id)))
  await ben.form('sequences.putPost', { sequenceId: id, postId: two, to: `${second?.id}:`, from: links.editSequence(id) })
  expect(filesOf(await book(id))['EPUB/nav.xhtml']).toContain(
    `<li><a href="text-${one}.xhtml">Springs</a></li><li><span>Downstream</span><ol><li><a href="text-${two}.xhtml">Rivers</a></li></ol></li>`,
  )
})

test('it is made once, and again when something in it is other; then the one before is gone', async () => {
  const one = await published('Springs')
  const id = await sequence(one)
  await open(id)
  const all = await Promise.all([book(id), book(id), book(id, ben)])
  expect(new Set(all.map(({ body }) => body.toString('base64'))).size).toBe(1)
  const [first] = all
  const etag = String(first.headers['etag'])
  expect((await book(id, reader, { 'if-none-match': etag })).status).toBe(304)
  const [before] = await kept(id)
  await change(id, { title: 'On tides', 'was-title': 'On water' })
  const again = await book(id, reader, { 'if-none-match': etag })
  expect([again.status, again.headers['content-disposition']]).toEqual([200, 'attachment; filename="on-tides.epub"'])
  expect((await kept(id)).length).toBe(1)
  expect(await kept(id)).not.toContain(before)
})

test('what is withdrawn is not in it any more, and of what nobody may read there is none', async () => {
  const [one, two] = [await published('Springs'), await published('Rivers')]
  const id = await sequence(one, two)
  // A draft is nobody’s book, not its author’s either.
  expect([(await book(id)).status, (await book(id, ben)).status]).toEqual([404, 404])
  await open(id)
  expect(Object.keys(filesOf(await book(id)))).toContain(`EPUB/text-${two}.xhtml`)
  await ben.form('posts.unpublish', { postId: two, from: '/drafts' })
  const answer = await book(id, ben)
  expect(answer.body.toString('latin1')).not.toContain(two)
  expect(Object.keys(filesOf(answer))).not.toContain(`EPUB/text-${two}.xhtml`)
  await ben.form('posts.unpublish', { postId: one, from: '/drafts' })
  expect((await book(id)).status).toBe(404)
  expect([(await book(idOf(99))).status, (await book('x')).status]).toEqual([404, 404])
})

test('one network cannot have books made without end, nor ask for one without end', async () => {
  const one = await published('Springs')
  const id = await sequence(one)
  await open(id)
  const statuses: number[] = []
  for (let n = 0; n <= bookLimits.madeAnHour; n++) {
    await change(id, { title: `On water ${n + 1}`, 'was-title': n === 0 ? 'On water' : `On water ${n}` })
    statuses.push((await book(id)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: bookLimits.madeAnHour }, () => 200), 429])
  site.clock.now += 3_600_001
  expect((await book(id)).status).toBe(200)
  const asked = await Promise.all(Array.from({ length: bookLimits.askedAMinute }, () => book(id)))
  expect(asked.map(({ status }) => status).filter((status) => status !== 200)).toEqual([429])
})
