import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setPostDetail } from '#shared/posts/mutations.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { outbox } from '../../../data/outbox.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../../testing/dom.tsx'
import { DetailConflicts } from './detail-conflicts.tsx'
import { Details, LinkField } from './details.tsx'
import { TitleField } from './title-field.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('alert')
const title = page.getByLabelText('Title')

/** The fields of an editor, as the editor puts them together. */
function Fields({ first }: { readonly first: Writing }) {
  const device = useDevice()
  const writing = useRow(writings, first.id) ?? first
  const set = async (detail: Parameters<typeof setPostDetail.run>[1]['detail']) =>
    void (await device?.commit(setPostDetail, { id: first.id, detail }))
  return (
    <>
      <TitleField
        postId={first.id}
        title={writing.title}
        lang="en"
        isNew={false}
        onTitle={(value, base) => set({ field: 'title', value, base })}
      />
      <DetailConflicts writing={writing} />
      <LinkField writing={writing} onDetail={set} />
      <Details writing={writing} onDetail={set} />
    </>
  )
}

/** A draft called Ebb in the editor, whose row the server may change. */
async function anOpenEditor(changes: Partial<Writing> = {}) {
  const { device, server } = await openTestDevice()
  const id = nextId()
  const account = device.account ?? ''
  const post = aPost({ id, authorId: account, status: 'draft', publishedAt: null })
  const { kind, linkUrl, lang, tags, writtenOn, submitToFrontpage } = post
  const first = { id, title: 'Ebb', kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, changedAt: 1, ...changes }
  const elsewhere = (change: Partial<Writing>) =>
    server.sends(`draft:${id}`, [
      [posts.name, post],
      [writings.name, { ...first, ...change }],
    ])
  await device.follow(`draft:${id}`, 'own')
  await elsewhere({})
  await show(<Fields first={first} />)
  return { device, server, id, elsewhere, said: async () => (await device.read.get(writings, id))?.title }
}

/** The title is typed here, and set elsewhere before the server has heard of it. */
async function inConflict(theirs = 'Flow', mine = 'Tide') {
  const editorPanel = await anOpenEditor()
  await title.fill(mine)
  await expect.poll(() => outbox.get().waiting).toHaveLength(1)
  await editorPanel.elsewhere({ title: theirs })
  const [item] = outbox.get().waiting
  await editorPanel.server.refuses(item?.n ?? 0, { code: 'conflict', reason: null, field: 'title', retryAfterMs: null })
  await expect.element(question).toBeVisible()
  return editorPanel
}

test('a title that was set elsewhere meanwhile is asked about, with both', async () => {
  const { device } = await inConflict()
  await expect.element(question).toMatchTextContent('The title was changed elsewhere to “Flow”. Yours: “Tide”.')
  expect(await device.unsentCount()).toMatchObject({ refused: 1 })
  await expectAccessible()
})

test('mine is kept, over what stands by then', async () => {
  const { device, elsewhere, said } = await inConflict()
  await elsewhere({ title: 'Flow again' })
  await expect.element(question).toMatchTextContent('“Flow again”')
  await button('Keep mine').click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(said).toBe('Tide')
  expect(await device.unsentCount()).toMatchObject({ queued: 1, refused: 0 })
  expect(outbox.get().waiting.at(-1)?.args).toMatchObject({ detail: { value: 'Tide', base: 'Flow again' } })
})

test('theirs is taken, by keys alone, and the field shows it', async () => {
  const { device } = await inConflict()
  while (focused() !== 'Take theirs') await press('{Tab}')
  await press('{Enter}')
  await expect.element(title).toHaveValue('Flow')
  await expect.element(page.getByText('Kept the other version.')).toBeVisible()
  expect(await device.unsentCount()).toMatchObject({ queued: 0, refused: 0 })
})

test('a title that was removed elsewhere, or here, is asked about in words', async () => {
  await inConflict('')
  await expect.element(question).toMatchTextContent('The title was removed elsewhere. Yours: “Tide”.')
})

test('what is typed on after it was set elsewhere is not overwritten, and asked about once', async () => {
  const { device, elsewhere, said } = await anOpenEditor()
  await title.fill('Tide')
  await expect.poll(() => outbox.get().waiting).toHaveLength(1)
  await elsewhere({ title: 'Flow' })
  for (const text of ['Tides', 'Tides and time']) {
    await title.fill(text)
    await expect.element(question).toMatchTextContent(`Yours: “${text}”.`)
  }
  expect(await said()).toBe('Flow')
  expect(await device.unsentCount()).toMatchObject({ refused: 1 })
  await expect.element(title).toHaveValue('Tides and time')
})

test('typing, leaving the field and typing on is no conflict with oneself', async () => {
  const { device, said } = await anOpenEditor()
  await title.fill('Tide')
  await press('{Tab}')
  await expect.poll(said).toBe('Tide')
  await title.fill('Tides')
  await press('{Tab}')
  await expect.poll(said).toBe('Tides')
  expect(await device.unsentCount()).toMatchObject({ queued: 1, refused: 0 })
  expect(outbox.get().waiting[0]?.args).toMatchObject({ detail: { value: 'Tides', base: 'Ebb' } })
})

test.each([
  ['Tags', { tags: ['Moon'] }, 'Sea', 'The tags were changed elsewhere to “Moon”. Yours: “Sea”.'],
  [
    'Original publication date',
    { writtenOn: '1863' },
    '1862',
    'The date when it was written was changed elsewhere to “1863”. Yours: “1862”.',
  ],
  [
    'Link URL',
    { linkUrl: 'https://b.example/' },
    'https://a.example/',
    'The link was changed elsewhere to “https://b.example/”. Yours: “https://a.example/”.',
  ],
])('%s that were set elsewhere while they were typed are asked about', async (label, theirs, mine, words) => {
  const { elsewhere } = await anOpenEditor({ kind: 'linkpost', tags: ['Tides'] })
  const field = page.getByLabelText(label)
  await field.fill(mine)
  await elsewhere({ kind: 'linkpost', tags: ['Tides'], ...theirs })
  await press('{Tab}')
  await expect.element(question).toMatchTextContent(words)
  await button('Keep mine').click()
  await expect.element(field).toHaveValue(mine)
})
