import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { setPostDetail } from '#shared/posts/mutations.ts'
import { aPost } from '#shared/testing/factories.ts'
import { writingOfPost } from '#shared/posts/queries.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import type { DocumentEnd, DocumentLink, DocumentStatus, OpenDocument } from '../../../data/documents/documents-api.ts'
import { createStore } from '../../../data/store.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { drawn, expectAccessible, focused, nextId, press, show } from '../../../testing/dom.tsx'
import { SaveState } from './save-state.tsx'

/** The line in the editor's bar, and what the document says to it. */
async function theLine({ postId = nextId(), isUnwritten = false, status = 'saved' as DocumentStatus } = {}) {
  const doc = new Y.Doc()
  const open = {
    ...{ room: `post:${postId}`, doc, awareness: new Awareness(doc), whenLoaded: Promise.resolve(), isFromServer: () => false },
    ...{ settle: async () => undefined, close: async () => undefined, isHere: createStore(true) },
    status: createStore(status),
    link: createStore<DocumentLink>('on'),
    level: createStore<ReturnType<OpenDocument['level']['get']>>('own'),
    ended: createStore<DocumentEnd | null>(null),
    isReadOnly: createStore(false),
  } satisfies OpenDocument
  await show(<SaveState open={open} postId={postId} isUnwritten={isUnwritten} />, { at: `/editPost?postId=${postId}` })
  return open
}
const line = () => document.querySelector('.savestate')?.textContent
const tone = () => document.querySelector('.savestate')?.classList.item(2)
const aloud = page.getByRole('status')
const becomes = async (words: string, how: string) => {
  await expect.poll(line).toBe(words)
  expect(tone()).toBe(how)
}

const away = 'On this device. Will sync when you’re online.'
const noRoom = 'Not on this device. Your browser is out of space. Keep the page open until it says Saved.'

test.each<[string, DocumentStatus, DocumentLink, words: string, tone: string]>([
  ['is still being read', 'loading', 'on', 'Opening…', 'calm'],
  ['is in memory only', 'saving', 'on', 'Saving…', 'calm'],
  ['is on disk and on its way', 'on-device', 'on', 'On this device', 'calm'],
  ['is on its way by requests, where websockets are blocked', 'on-device', 'post', 'On this device', 'calm'],
  ['is on disk while the site is looked for', 'on-device', 'connecting', 'On this device', 'waiting'],
  ['is on disk without a network', 'on-device', 'off', away, 'waiting'],
  ['is of a post that the site has not got yet', 'on-device', 'waiting', away, 'waiting'],
  ['is on disk while nobody is signed in', 'on-device', 'ended', 'On this device. Sign in again to send it.', 'waiting'],
  ['has no room on the device', 'memory', 'on', noRoom, 'trouble'],
  ['is on the site', 'saved', 'on', 'Saved', 'calm'],
  ['is newer than the app', 'saved', 'outdated', 'Read only. This text needs a newer version of the app. Reload to edit.', 'trouble'],
  ['is too long', { notSent: 'too-large' }, 'on', 'Not sent: the text is too long. It’s saved here; shorten it.', 'trouble'],
  ['may not be edited', { notSent: 'not-allowed' }, 'on', 'Not sent: you can no longer edit this text. Your version is kept.', 'trouble'],
])('of a text that %s the line says so', async (_what, status, link, words, how) => {
  const open = await theLine({ status })
  open.link.set(link)
  await becomes(words, how)
  await expectAccessible()
})

test('of a new draft nothing is said to be saved; of a text that is open to read, that it is', async () => {
  const open = await theLine({ isUnwritten: true })
  await becomes('Empty draft', 'calm')
  open.isReadOnly.set(true)
  await becomes('Read only', 'calm')
})

test('while a title waits in the outbox, what is written is not called saved', async () => {
  const { device, server } = await openTestDevice()
  const id = nextId()
  const draft = aPost({ id, authorId: device.account ?? '', status: 'draft', publishedAt: null })
  await device.follow(`draft:${id}`, 'own')
  await server.sends(`draft:${id}`, [
    [posts.name, draft],
    [writings.name, writingOfPost(draft)],
  ])
  await theLine({ postId: id })
  await becomes('Saved', 'calm')
  await device.commit(setPostDetail, { id, detail: { field: 'title', value: 'Ebb' } })
  await becomes('On this device', 'calm')
})

test('of a copy that is void the line says why, and its unsent words are a link away, by key too', async () => {
  const [open, fork] = [await theLine(), nextId()]
  open.ended.set({ why: 'no-access', fork: `post:${fork}` })
  await becomes('Closed. You can no longer edit this text. Your text is in a new draft.', 'trouble')
  await press('{Tab}')
  expect(focused()).toBe('a new draft')
  await expect.element(page.getByRole('link', { name: 'a new draft' })).toHaveAttribute('href', `/editPost?postId=${fork}`)
  await expectAccessible()
})

test('a pause in typing says nothing aloud; a trouble is said once, and so is its end', async () => {
  const open = await theLine()
  const heard: (string | null)[] = []
  const region = aloud.element()
  new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })
  for (const status of ['saving', 'on-device', 'saved'] as const) {
    open.status.set(status)
    await becomes({ saving: 'Saving…', 'on-device': 'On this device', saved: 'Saved' }[status], 'calm')
  }
  open.link.set('off')
  for (const _again of [1, 2]) {
    open.status.set('saving')
    await becomes('Saving…', 'calm')
    open.status.set('on-device')
    await becomes(away, 'waiting')
  }
  open.link.set('on')
  open.status.set('saved')
  await becomes('Saved', 'calm')
  await drawn()
  expect(heard).toEqual([away, 'Saved'])
})
