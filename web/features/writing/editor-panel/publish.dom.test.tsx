import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { writingOfPost } from '#shared/posts/queries.ts'
import { aPost, paragraph } from '#shared/testing/factories.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { outbox } from '../../../data/outbox.ts'
import { createStore } from '../../../data/store.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import { usePublish } from './publish.tsx'

function opened(room: string): OpenDocument {
  const doc = new Y.Doc()
  writeText(doc, paragraph('Water comes back.'), null)
  return {
    ...{ room, doc, awareness: new Awareness(doc), whenLoaded: Promise.resolve(), isFromServer: () => false },
    ...{ settle: async () => undefined, close: async () => undefined, isReadOnly: createStore(false), isHere: createStore(true) },
    status: createStore<ReturnType<OpenDocument['status']['get']>>('saved'),
    link: createStore<ReturnType<OpenDocument['link']['get']>>('on'),
    level: createStore<ReturnType<OpenDocument['level']['get']>>('own'),
    ended: createStore<ReturnType<OpenDocument['ended']['get']>>(null),
  }
}

test('the sheet is open where the draft’s page leads to publish it', async () => {
  const { device } = await openTestDevice()
  const id = nextId()
  const writing = writingOfPost(aPost({ id, authorId: device.account ?? '', title: 'Tides', status: 'draft' }))
  const open = opened(`post:${id}`)
  function Panel() {
    const given = { postId: id, open, writing, isPublished: false, whenSaved: async () => undefined, onDetail: async () => undefined }
    return usePublish(given).sheet
  }
  await show(<Panel />, { at: `/editPost?postId=${id}#publish` })
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => document.querySelector('.side-sheet[open]')).toBe(null)
})

test('a title that its author has just used is asked about, and published when they say so again', async () => {
  const { device, server } = await openTestDevice()
  const authorId = device.account ?? ''
  const id = nextId()
  const facts = { status: 'draft', publishedAt: null, revisionId: null, slug: null } as const
  const draft = aPost({ id, authorId, title: 'Tides', ...facts })
  const earlier = aPost({ id: nextId(), authorId, title: 'Tides', slug: 'tides', publishedAt: Date.now() - 60_000 })
  await device.follow(`draft:${id}`, 'own')
  const writing = writingOfPost(draft)
  await server.sends(`draft:${id}`, [
    [posts.name, draft],
    [writings.name, writing],
  ])
  await device.follow(`thread:${earlier.id}`, 'visited')
  await server.sends(`thread:${earlier.id}`, [[posts.name, earlier]])
  const open = opened(`post:${id}`)
  function Panel() {
    const { button, sheet } = usePublish({
      ...{ postId: id, open, writing, isPublished: false },
      ...{ whenSaved: async () => undefined, onDetail: async () => undefined },
    })
    return (
      <>
        {button}
        {sheet}
      </>
    )
  }
  const queued = () => outbox.get().waiting.filter(({ name }) => name === 'posts.publish')
  await show(<Panel />)
  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/within the last hour/u)
  expect(queued()).toEqual([])
  await expectAccessible()
  await sheet.getByRole('button', { name: 'Publish anyway' }).click()
  await expect.poll(queued).toHaveLength(1)
})
