import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFolder } from '#server/import/import-folder.ts'
import { withoutLayoutTags } from '#shared/formats/layout-tags.ts'
import { aCore } from '#server/testing/core.ts'
import { postList } from '#shared/feed/queries.ts'
import { revisions } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function anImport() {
  const core = await aCore()
  const userId = await core.join(100)
  const run = () => importFolder(folder, { read: (work) => core.store.read(work), apply: (request) => core.writer.apply(request), userId })
  const posts = () => core.store.read(async (read) => (await postList(read, 'all', 'new', 50)).rows.map((row) => row.post))
  return { core, run, posts }
}

test('front matter, sub-folders and text are taken over; what is not understood is named', async () => {
  const { core, run, posts } = await anImport()
  await mkdir(join(folder, 'old'))
  await writeFile(
    join(folder, 'old', 'walking.md'),
    '---\ntitle: Walking\ndate: 1862-06-01\ntags: [Nature]\nlang: en\nsource: a shelf\n---\n## WALKING.\n\n<div class="x">I wish to speak<br/>a word.</div>\n',
  )
  const [file] = await run()
  expect(file).toMatchObject({ path: 'old/walking.md', outcome: 'published' })
  expect(file?.dropped).toEqual([
    'front matter "source" has no place here',
    'a first heading that repeats the title is left out',
    'layout tag <div> (line 3)',
  ])
  const [post] = await posts()
  expect(post).toMatchObject({ title: 'Walking', writtenOn: '1862-06-01', tags: ['Nature'], slug: 'walking' })
  const revision = await core.store.read((read) => read.get(revisions, post?.revisionId ?? ''))
  expect(revision && plainText(revision.body)).toMatch(/^I wish to speak\sa word\.$/u)
})

test('a second run changes nothing; a changed file is a new revision of the same post', async () => {
  const { run, posts } = await anImport()
  await writeFile(join(folder, 'a.md'), '# A\n\nOne.\n')
  await writeFile(join(folder, 'b.md'), '# B\n\nTwo.\n')
  expect((await run()).map((file) => file.outcome)).toEqual(['published', 'published'])
  await writeFile(join(folder, 'b.md'), '# B\n\nTwo, and a half.\n')
  expect((await run()).map((file) => file.outcome)).toEqual(['unchanged', 'updated'])
  expect((await posts()).map((post) => post.version).sort()).toEqual(['1.0.0', '1.1.0'])
})

test('a file that cannot be published is refused with its reason, and the rest goes on', async () => {
  const { run, posts } = await anImport()
  await writeFile(join(folder, 'a-empty.md'), '---\ntitle: Nothing\n---\n')
  await writeFile(join(folder, 'b-bytes.md'), Buffer.from([0xff, 0xfe, 0x00]))
  await writeFile(join(folder, 'c-large.md'), 'x'.repeat(1_500_001))
  await writeFile(join(folder, 'd-good.md'), 'No heading, a good text.\n')
  expect((await run()).map((file) => [file.outcome, file.reason])).toEqual([
    ['refused', 'invalid, body'],
    ['refused', 'not UTF-8'],
    ['refused', 'larger than 1500000 bytes'],
    ['published', ''],
  ])
  expect((await posts()).map((post) => post.title)).toEqual(['d-good'])
})

test('layout tags in code stay', () => {
  const kept = 'Use `<div>` so:\n\n```html\n<div>x</div>\n```\n\n    <p>indented</p>\n'
  expect(withoutLayoutTags(kept)).toEqual({ markdown: kept, lost: [] })
})
