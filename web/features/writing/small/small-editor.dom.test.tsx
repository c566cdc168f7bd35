import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pictureLimits } from '#shared/pictures/limits.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { CommentForm } from '../../../blocks/comments/comment-form.tsx'
import { MarkdownField } from '../../../blocks/comments/markdown-field.tsx'
import { bringSmallEditor, setFormatted } from '../../../blocks/comments/small-editor.ts'
import { quoteInto } from '../../../blocks/selection/quote-into.ts'
import { startKeeping } from '../../../data/saved-text.ts'
import { outbox } from '../../../data/outbox.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { currentPictureStore } from '../../../data/own-pictures/picture-store.ts'
import { asVisitor, mia, openTestDevice } from '../../../testing/device.ts'
import { firstOwnId } from '../../../testing/own-ids.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import { openOnDrag } from './open-on-drag.ts'
import { SmallEditor } from './small-editor.tsx'

startKeeping()

const text = page.getByRole('textbox', { name: 'Write a comment' })
const kept = (): string | undefined => document.querySelector('textarea')?.value

/** The comment box of a post that is on a member's device, who writes with formatting. */
async function showBox(bring = async () => SmallEditor, me: Partial<MemberViewer> = {}) {
  bringSmallEditor(bring)
  setFormatted(true)
  const { device } = await openTestDevice({ isOnDisk: true, ...(Object.keys(me).length > 0 && { me: aMember(me) }) })
  const postId = nextId()
  device.hint(posts, aPost({ id: postId }))
  const done: string[] = []
  await show(<CommentForm postId={postId} parentId={null} onDone={(to) => done.push(to)} />)
  return { device, place: `comment:${postId}:`, done }
}

let joined = firstOwnId + 71_000
const aMember = (changes: Partial<MemberViewer>): MeAnswer => ({
  ...mia,
  viewer: { ...mia.viewer, userId: idOf((joined += 1)), ...changes },
})

async function aPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(30, 20)
  canvas.getContext('2d')?.fillRect(0, 0, 20, 10)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'river.png', { type: 'image/png' })
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.readAsDataURL(file)
  })

/** As a browser pastes or drops them into the open editor. */
function bring(kind: 'paste' | 'drop', ...files: readonly File[]): void {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  const place = document.querySelector('.small-text')
  const { left = 0, bottom = 0 } = place?.lastElementChild?.getBoundingClientRect() ?? {}
  const facts = { bubbles: true, cancelable: true, clientX: left + 5, clientY: bottom - 3 }
  place?.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...facts, clipboardData: data })
      : new DragEvent('drop', { ...facts, dataTransfer: data }),
  )
}

const shownHere = () => document.querySelector<HTMLImageElement>('.small-text .own-picture img')
const dialog = page.getByRole('dialog', { name: /picture/iu })
const sentBody = (): string =>
  JSON.stringify(
    outbox
      .get()
      .waiting.filter(({ name }) => name === 'comments.post')
      .at(-1)?.args,
  )

async function write(words: string): Promise<void> {
  await text.click()
  await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
  await userEvent.keyboard(words)
}

test('what is typed looks as it will stand there, and is kept as Markdown', async () => {
  const { device, place } = await showBox()
  await write('Some **bold** words{Enter}- one{Enter}two')
  await expect.element(page.getByText('bold', { exact: true })).toBeVisible()
  expect(document.querySelector('.small-text strong')?.textContent).toBe('bold')
  expect(document.querySelectorAll('.small-text li')).toHaveLength(2)
  expect(kept()).toBe('Some **bold** words\n\n- one\n- two')
  await expect.poll(() => device.drafts.get(place)).toMatchObject({ values: { markdown: kept() } })
  await expectAccessible()
})

test('it grows to 60 % of what a phone’s keyboard leaves to be seen of the page', async () => {
  await showBox()
  await write('One{Enter}two')
  const seen = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')
  onTestFinished(() => void (seen !== undefined && Object.defineProperty(VisualViewport.prototype, 'height', seen)))
  Object.defineProperty(VisualViewport.prototype, 'height', { configurable: true, get: () => 300 })
  visualViewport?.dispatchEvent(new Event('resize'))
  const box = document.querySelector('.small-text') ?? document.body
  await expect.poll(() => getComputedStyle(box).maxBlockSize).toBe('180px')
})

test('Ctrl and Enter send it, and the next words are begun in an empty field', async () => {
  const { done } = await showBox()
  await write('First.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => done).toHaveLength(1)
  await expect.poll(kept).toBe('')
  await expect.element(text).toMatchTextContent(/^$/u)
  await userEvent.keyboard('Second.')
  expect(kept()).toBe('Second.')
  expect(outbox.get().waiting.filter(({ name }) => name === 'comments.post')).toHaveLength(1)
})

test('comments that begin like the one before them are sent whole, one after the other', async () => {
  const { done } = await showBox()
  const sent = ['Again.', 'Again. Twice.', 'Again. Thrice.']
  await text.click()
  for (const [at, words] of sent.entries()) {
    await userEvent.keyboard(`${words}{Control>}{Enter}{/Control}`)
    await expect.poll(() => done).toHaveLength(at + 1)
  }
  const bodies = outbox
    .get()
    .waiting.filter(({ name }) => name === 'comments.post')
    .map(({ args }) => JSON.stringify(args))
  expect(bodies.map((body) => body.match(/"text":"([^"]*)"/u)?.[1])).toEqual(sent)
})

test('what another tab writes at its place comes in beside what stands there', async () => {
  const { device, place } = await showBox()
  await write('Mine.')
  await expect.poll(() => device.drafts.get(place)).toMatchObject({ values: { markdown: 'Mine.' } })
  await device.drafts.save(place, { markdown: 'Mine. Theirs.' }, Date.now())
  await expect.element(text).toHaveTextContent('Mine. Theirs.')
})

test('one goes over to Markdown and back with all that stands there', async () => {
  await showBox()
  await write('A *slanted* word')
  await page.getByRole('button', { name: 'Write in Markdown' }).click()
  await expect.element(text).toHaveValue('A *slanted* word')
  await page.getByRole('button', { name: 'Write with formatting' }).click()
  await expect.poll(() => document.querySelector('.small-text em')?.textContent).toBe('slanted')
})

test('the toolbar has its tools, and a link is asked for in a dialog that sends nothing', async () => {
  await showBox()
  await write('See here')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}b{/Control}')
  await expect.element(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Link' }).click()
  await page.getByLabelText('Address').or(page.getByLabelText('URL')).fill('/about')
  await userEvent.keyboard('{Enter}')
  await expect.poll(kept).toContain('(/about)')
  expect(outbox.get().waiting.filter(({ name }) => name === 'comments.post')).toEqual([])
})

test('a quote comes into the open editor, and stays when one types on', async () => {
  await showBox()
  await write('Mine.')
  document.querySelector('form')?.setAttribute('id', 'new-comment')
  quoteInto(null, 'Their words')
  await expect.poll(kept).toContain('> Their words')
  await expect.element(page.getByText('Their words')).toBeVisible()
  await userEvent.keyboard('And mine.')
  await expect.poll(kept).toBe('Mine.\n\n> Their words\n\nAnd mine.')
})

test('what is typed after a quote that opened the editor stands below it', async () => {
  await showBox()
  document.querySelector('form')?.setAttribute('id', 'new-comment')
  quoteInto(null, 'Their words')
  await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
  await userEvent.keyboard('And mine.')
  await expect.poll(kept).toBe('> Their words\n\nAnd mine.')
})

test('a long text that comes from elsewhere is not replaced by the shorter one in the editor', async () => {
  const { device, place } = await showBox()
  await write('Mine.')
  await expect.poll(() => device.drafts.get(place)).toMatchObject({ values: { markdown: 'Mine.' } })
  await device.drafts.save(place, { markdown: `Mine. ${'word '.repeat(12_000)}` }, Date.now())
  await expect.poll(() => kept()?.length).toBeGreaterThan(50_000)
  await expect.poll(() => document.querySelector('.small-text')).toBeNull()
  expect(kept()?.length).toBeGreaterThan(50_000)
})

test('a text that is longer than a comment may be is written on in the plain field', async () => {
  const { device, place } = await showBox()
  const long = 'word '.repeat(12_000)
  await device.drafts.save(place, { markdown: long }, Date.now())
  await expect.poll(() => kept()?.length).toBeGreaterThan(50_000)
  await text.click()
  await userEvent.keyboard('more')
  await expect.poll(kept).toContain('more')
})

test('what is typed until the editor has come goes on in it, and no two words run together', async () => {
  const editor = Promise.withResolvers<typeof SmallEditor>()
  await showBox(() => editor.promise)
  await text.click()
  await userEvent.keyboard('One ')
  editor.resolve(SmallEditor)
  await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
  await userEvent.keyboard('two')
  expect(kept()).toBe('One two')
})

test.each([
  ['in the middle of the words', 'One two **three** four', [4, 4], 'and ', 'One and two **three** four'],
  ['behind bold words', 'One **two** three', [12, 12], 'and ', 'One **two** and three'],
  ['with all of it selected', 'One\n\ntwo', [0, 8], 'and', 'and'],
  ['in the middle of a sign, at the end', 'One **two**', [5, 5], ' and', 'One **two and**'],
] as const)('the editor comes to who is %s, and words go on there', async (_where, before, [from, to], typed, after) => {
  const editor = Promise.withResolvers<typeof SmallEditor>()
  await showBox(() => editor.promise)
  await text.fill(before)
  document.querySelector('textarea')?.setSelectionRange(from, to)
  editor.resolve(SmallEditor)
  await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
  await userEvent.keyboard(typed)
  await expect.poll(kept).toBe(after)
})

test('words that are selected in the plain field and then get the focus are selected in the editor', async () => {
  await showBox()
  await write('Half a thought')
  const field = document.querySelector('textarea')
  field?.select()
  field?.focus()
  await userEvent.keyboard('Another')
  await expect.poll(kept).toBe('Another')
})

test('the focus goes into the editor at once, and words that a keyboard ends in the plain field after that are not replaced', async () => {
  await showBox()
  await write('One')
  const field = document.querySelector('textarea')
  field?.focus()
  expect(document.activeElement?.getAttribute('contenteditable')).toBe('true')
  if (field !== null) field.value = 'One two'
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  await userEvent.keyboard(' three')
  expect(kept()?.split(' ').toSorted()).toEqual(['One', 'three', 'two'])
})

test('a visitor has the plain field', async () => {
  bringSmallEditor(async () => SmallEditor)
  setFormatted(true)
  asVisitor()
  await show(<CommentForm postId={nextId()} parentId={null} />)
  await text.click()
  await userEvent.keyboard('Mine.')
  await expect.element(text).toHaveValue('Mine.')
  expect(page.getByRole('button', { name: /^Write (?:with formatting|in Markdown)$/u }).elements()).toEqual([])
})

test('a pasted picture is shown from the device, described, and sent with what is still to be uploaded', async () => {
  const { done } = await showBox()
  await write('Look.')
  bring('paste', await aPicture())
  await dialog.getByLabelText('Description').fill('A river')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.poll(() => shownHere()?.src).toMatch(/^blob:/u)
  await expect.element(page.getByText('Not uploaded yet. It’s saved on this device.')).toBeVisible()
  await expect.poll(kept).toMatch(/^Look\.\n\n!\[A river\]\(\/pictures\/[0-9a-z]{26}\)\{width=30 height=20\}$/u)
  const [, id] = kept()?.match(/pictures\/([0-9a-z]{26})/u) ?? []
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect.poll(() => done).toHaveLength(1)
  expect(JSON.parse(sentBody())).toMatchObject({ uploading: [id] })
  await expect.poll(kept).toBe('')
})

test('a picture that is pasted into a message, as a file or in a page, is for that message alone', async () => {
  bringSmallEditor(async () => SmallEditor)
  setFormatted(true)
  await openTestDevice({ isOnDisk: true })
  await show(
    <form data-keep={`message:${nextId()}`}>
      <MarkdownField id="m" name="markdown" label="Write a comment" rows={3} />
    </form>,
  )
  await write('Look.')
  bring('paste', await aPicture())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const data = new DataTransfer()
  data.setData('text/html', `<p>Here</p><img src="${await dataUrlOf(await aPicture())}" alt="A river">`)
  const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
  document.querySelector('.small-text')?.dispatchEvent(pasted)
  const facts = async () => (await currentPictureStore()?.files.facts())?.map(({ isPrivate }) => isPrivate)
  await expect.poll(facts).toEqual([true, true])
})

test('a picture in a comment is sent as everybody’s', async () => {
  await showBox()
  await write('Look.')
  bring('drop', await aPicture())
  await expect.poll(async () => (await currentPictureStore()?.files.facts())?.map(({ isPrivate }) => isPrivate)).toEqual([undefined])
})

test('a picture that is let go of over the box, and one from the button, come into the text', async () => {
  await showBox()
  await write('Look.')
  bring('drop', await aPicture())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog
    .getByLabelText('Choose another')
    .or(dialog.getByLabelText('Choose a picture'))
    .upload(await aPicture())
  await dialog.getByRole('checkbox', { name: 'Decorative image' }).click()
  await dialog.getByRole('button', { name: /^(?:Insert|Change)$/u }).click()
  await expect.poll(() => kept()?.match(/\/pictures\//gu)?.length).toBeGreaterThan(0)
  expect(kept()).toContain('decorative')
  expect(kept()).toContain('Look.')
})

test('a file that is no picture is refused with a sentence, and the words stay', async () => {
  await showBox()
  await write('Look.')
  bring('paste', new File(['no picture'], 'river.png', { type: 'image/png' }))
  await expect.element(page.getByText(/^This picture format isn’t supported\./u)).toBeVisible()
  expect(kept()).toBe('Look.')
})

test('a comment that has ten pictures takes no other, and says so', async () => {
  const { device, place } = await showBox()
  const ten = Array.from({ length: pictureLimits.inComment }, (_none, at) => `![A river](/pictures/${idOf(600 + at)})`).join('\n\n')
  await device.drafts.save(place, { markdown: ten }, Date.now())
  await text.click()
  await expect.poll(() => document.querySelectorAll('.small-text .own-picture')).toHaveLength(pictureLimits.inComment)
  bring('paste', await aPicture())
  await expect.element(page.getByText(/^You can add up to 10 pictures\./u)).toBeVisible()
  expect(kept()).toBe(ten)
})

test('who is not let in yet has no button for pictures, and hears why a pasted one is not taken', async () => {
  await showBox(undefined, { isApproved: false })
  await write('Look.')
  expect(page.getByRole('button', { name: 'Picture', exact: true }).elements()).toEqual([])
  bring('paste', await aPicture())
  await expect.element(page.getByText(/once a moderator has approved your account/u)).toBeVisible()
  expect(kept()).toBe('Look.')
})

test('a comment with a picture that the server has refused stays in the box with its words', async () => {
  const { done } = await showBox()
  await write('Look.')
  bring('paste', await aPicture())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const [, id = ''] = kept()?.match(/pictures\/([0-9a-z]{26})/u) ?? []
  await currentPictureStore()?.files.change(id, (fact) => ({ ...fact, state: 'refused', fault: 'broken' }))
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect.element(page.getByText('A picture in the text was refused or removed. Remove it or choose another.')).toBeVisible()
  expect(done).toEqual([])
  expect(kept()).toContain('Look.')
})

test('what is typed behind a picture that ends a kept text stands below it, and is no caption', async () => {
  const { device, place } = await showBox()
  const picture = `![A river](/pictures/${idOf(600)})`
  await device.drafts.save(place, { markdown: picture }, Date.now())
  await expect.poll(kept).toBe(picture)
  await write('Below.')
  await expect.poll(kept).toBe(`${picture}\n\nBelow.`)
})

test('a picture that is dragged over the closed box opens the editor for it', async () => {
  openOnDrag()
  await showBox()
  const data = new DataTransfer()
  data.items.add(await aPicture())
  const facts = { bubbles: true, cancelable: true, dataTransfer: data }
  const field = document.querySelector('textarea')
  field?.dispatchEvent(new DragEvent('dragenter', facts))
  // Let go of before the editor has come, it does not replace the page.
  expect(field?.dispatchEvent(new DragEvent('drop', facts))).toBe(false)
  await expect.poll(() => document.querySelector('.small-text')).not.toBeNull()
})
