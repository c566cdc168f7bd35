import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts, writings } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { placeWords, wordsOf } from '../../../blocks/comments/place-words.ts'
import { bridgedTexts, dropBridged } from '../../../data/typed-words/bridge.ts'
import { setLeftTitles } from '../../../data/typed-words/left-titles.ts'
import { asMember, openTestDevice } from '../../../testing/device.ts'
import { nextId, show } from '../../../testing/dom.tsx'
import { TitleField } from './title-field.tsx'

const title = page.getByLabelText('Title')
/** Files that run at the same time share the browser's storage: theirs are other places. */
const isTitle = ({ place }: { readonly place: string }) => place.startsWith('title:')
const bridgedTitles = () => bridgedTexts().filter(isTitle)
beforeEach(() => {
  for (const { place } of bridgedTitles()) dropBridged(place)
  asMember()
})

/** The field of a draft whose row says "Ebb"; `answer`: what comes of each save. */
async function aTitle(answer: () => Promise<void> = () => Promise.resolve(), postId = nextId()) {
  const saved: (readonly [title: string, base: string])[] = []
  const onTitle = (...given: readonly [string, string]) => {
    saved.push(given)
    return answer()
  }
  await show(<TitleField key={Math.random()} postId={postId} title="Ebb" lang="en" isNew={false} onTitle={onTitle} />)
  return { saved, postId }
}
/** With its rows, as the server has them. */
function aDraft(account: string) {
  const id = nextId()
  const post = aPost({ id, authorId: account, status: 'draft', publishedAt: null, title: 'Ebb' })
  const { kind, linkUrl, lang, tags, writtenOn, submitToFrontpage } = post
  return { id, post, writing: { id, title: 'Ebb', kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, changedAt: 1 } }
}

/** As when the page goes before its database has answered. */
const never = () => new Promise<void>(() => {})

test('a title that is typed without a pause is kept while it is being typed', async () => {
  const { saved } = await aTitle()
  const field = title.element()
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  let text = 'Ebb'
  const typing = setInterval(() => {
    setValue?.call(field, (text += 'x'))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, 60)
  await expect.poll(() => saved.length).toBeGreaterThan(0)
  clearInterval(typing)
})

test('typed a moment before its page goes away, a title is set by the next one, over what it replaced', async () => {
  const { device, server } = await openTestDevice({ isOnDisk: true })
  const { id, post, writing } = aDraft(device.account ?? '')
  await device.follow(`draft:${id}`, 'own')
  await server.sends(`draft:${id}`, [
    [posts.name, post],
    [writings.name, writing],
  ])
  await aTitle(never, id)
  await title.fill('Ebb and flow')
  dispatchEvent(new Event('pagehide'))
  expect(bridgedTitles()).toMatchObject([{ place: `title:${id}`, words: { values: { title: 'Ebb and flow', before: 'Ebb' } } }])

  await setLeftTitles(device)
  expect((await device.read.get(writings, id))?.title).toBe('Ebb and flow')
  expect((await device.drafts.list()).filter(isTitle)).toEqual([])
  expect(bridgedTitles()).toEqual([])
})

test('a title whose draft was never begun waits under Drafts', async () => {
  const { device } = await openTestDevice({ isOnDisk: true })
  await aTitle(never)
  await title.fill('Ebb and flow')
  dispatchEvent(new Event('pagehide'))
  await setLeftTitles(device)
  const [draft, ...others] = (await device.drafts.list()).filter(isTitle)
  expect(others).toEqual([])
  expect(draft && placeWords(draft.place).what).toBe('A title')
  expect(draft && wordsOf(draft)).toBe('Ebb and flow')
})

test('a page that stays after all has nothing left to be saved by the next one', async () => {
  const { saved } = await aTitle()
  await title.fill('Ebb and flow')
  dispatchEvent(new Event('pagehide'))
  await expect.poll(() => saved).toEqual([['Ebb and flow', 'Ebb']])
  await expect.poll(bridgedTitles).toEqual([])
})

test('what is typed while a save is on its way is saved after it', async () => {
  const answers: PromiseWithResolvers<void>[] = []
  const { saved } = await aTitle(() => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    return answer.promise
  })
  await title.fill('Ebb and')
  await expect.poll(() => saved).toEqual([['Ebb and', 'Ebb']])
  await title.fill('Ebb and flow')
  dispatchEvent(new Event('pagehide'))
  expect(saved.length).toBe(1)
  expect(bridgedTitles()).toMatchObject([{ words: { values: { title: 'Ebb and flow', before: 'Ebb and' } } }])
  answers[0]?.resolve()
  await expect
    .poll(() => saved)
    .toEqual([
      ['Ebb and', 'Ebb'],
      ['Ebb and flow', 'Ebb and'],
    ])
  answers[1]?.resolve()
  await expect.poll(bridgedTitles).toEqual([])
})
