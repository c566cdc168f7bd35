import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { createStore } from '../../../data/store.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, nextId, show } from '../../../testing/dom.tsx'
import { PanelEditor } from './panel-editor.tsx'

const notice = page.getByRole('alert')
const text = page.getByRole('textbox', { name: 'Text' })
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** A text that no editor can show. */
function unreadable(): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    let parent: Y.XmlFragment = doc.getXmlFragment(bodyFragment)
    for (let level = 0; level < 2_500; level += 1) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
    }
  })
  return doc
}

function opened(doc: Y.Doc, room: string, isReadOnly: boolean): OpenDocument {
  return {
    room,
    doc,
    awareness: new Awareness(doc),
    status: createStore<ReturnType<OpenDocument['status']['get']>>('saved'),
    link: createStore<ReturnType<OpenDocument['link']['get']>>('on'),
    level: createStore<ReturnType<OpenDocument['level']['get']>>(isReadOnly ? 'read' : 'own'),
    isReadOnly: createStore(isReadOnly),
    isHere: createStore(true),
    ended: createStore<ReturnType<OpenDocument['ended']['get']>>(null),
    whenLoaded: Promise.resolve(),
    isFromServer: () => false,
    settle: async () => undefined,
    close: async () => undefined,
  }
}

interface Situation {
  readonly versions?: number
  readonly isReadOnly?: boolean
}

async function theEditorPanel({ versions = 2, isReadOnly = false }: Situation = {}) {
  // The boundary reports what it has caught, as the page does with any fault.
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue(undefined)
  const { device, server } = await openTestDevice()
  const id = nextId()
  const post = aPost({ id, authorId: device.account ?? '', slug: 'ebb' })
  const rows = Array.from({ length: versions }, (_none, at): Revision => ({
    id: nextId(),
    subjectKind: 'post',
    subjectId: id,
    postId: id,
    n: at + 1,
    version: `0.${at + 1}.0`,
    isDraft: true,
    title: 'Ebb',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Version ${at + 1} of the tide` }] }] },
    wordCount: 5,
    authorId: post.authorId,
    at: Date.UTC(2026, 10, at + 1),
  }))
  await device.follow(`draft:${id}`, 'own')
  await server.sends(`draft:${id}`, [[posts.name, post] as const, ...rows.map((row) => [revisions.name, row] as const)])
  const open = opened(unreadable(), `post:${id}`, isReadOnly)
  await show(
    <PanelEditor
      open={open}
      me={{ name: 'Mia', slug: 'mia', userId: device.account ?? '' }}
      lang="en"
      dir="ltr"
      onWords={() => undefined}
      place={`markdown:${id}`}
      onEditor={() => undefined}
      post={post}
      mayLoad
    />,
  )
  return { open, post, reported }
}

test('where the editor cannot show a text, the page stays and the last good version is a press away', async () => {
  const { reported, open } = await theEditorPanel()
  await expect
    .element(page.getByText('The editor can’t open this text. It’s saved; you can go on from the last version that could be opened.'))
    .toBeVisible()
  expect(reported).toHaveBeenCalled()
  await expect
    .element(page.getByRole('link', { name: 'All versions' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/revisions\/post\/.+\/ebb$/u))
  await expectAccessible()
  await button(/Load version 0\.2\.0/u).click()
  await expect.element(text).toHaveTextContent('Version 2 of the tide')
  expect(open.doc.getXmlFragment(bodyFragment).toJSON()).toContain('Version 2 of the tide')
  expect(notice.elements()).toEqual([])
  // Not on the page's beginning, where the button has left it.
  expect(document.activeElement?.id).toBe('writing-text')
})

test('what others have mended meanwhile opens by “Try again”', async () => {
  const { open } = await theEditorPanel({ versions: 0 })
  await expect.element(notice).toBeVisible()
  expect(button(/^Load/u).elements()).toEqual([])
  await button('Try again').click()
  await expect.element(notice).toBeVisible()
  const body = open.doc.getXmlFragment(bodyFragment)
  body.delete(0, body.length)
  await button('Try again').click()
  await expect.element(text).toBeVisible()
  expect(notice.elements()).toEqual([])
})

test('who may not write is shown the way to the versions, and no button that would be refused', async () => {
  await theEditorPanel({ isReadOnly: true })
  await expect.element(page.getByRole('link', { name: 'All versions' })).toBeVisible()
  expect(button(/^Load/u).elements()).toEqual([])
  expect(focused()).toBe('')
})
