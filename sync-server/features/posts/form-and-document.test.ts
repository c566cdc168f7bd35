/**
 * The plain form of a post beside its document: what it says comes into the text that others have
 * open in an editor.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormRequest } from '#server/http/ports.ts'
import type { DocumentWorkerPool } from '#server/documents/workers/pool.ts'
import { keepSettled } from '#server/document-rooms.ts'
import { ada, aDocumentScene, ben, DocumentScene, eve, postId } from '#server/documents/testing/document-scene.ts'
import type { SceneTab } from '#server/documents/testing/document-scene.ts'
import { startDocumentWorkers } from '#server/documents/workers/pool.ts'
import { RecentMutations } from '#server/http/recent-mutations.ts'
import { members } from '#shared/accounts/schema.ts'
import { editablePost, revisionsOf } from '#shared/posts/queries.ts'
import { writings } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import { postForms } from './forms.ts'

let workers: DocumentWorkerPool
beforeAll(() => void (workers = startDocumentWorkers({ threads: 1 })))
afterAll(() => workers.close())

/** Ada's post, public, with her in the editor; Eve is a moderator, and nobody there. */
async function anOpenEditor(): Promise<{ readonly scene: DocumentScene; readonly editor: SceneTab }> {
  const { core } = await aDocumentScene()
  const scene = new DocumentScene(core, { workers, settled: keepSettled(core.writer, workers) })
  await core.store.write(async ({ tx }) => {
    const found = await tx.get(members, eve)
    if (found !== undefined) await tx.put(members, { ...found, groups: ['moderators'] })
  })
  await scene.change({ status: 'published', publishedAt: T0, revisionId: idOf(2), slug: 'on-tides' })
  const editor = await scene.tab(ada)
  await until(scene, () => editor.text !== '')
  return { scene, editor }
}

/** Waits for work in another thread, which no turn of this loop sees through. */
async function until(scene: DocumentScene, isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await scene.quiet()
}

interface Sent {
  readonly recent?: RecentMutations
  readonly basedOn?: string
  readonly replaceNewer?: string
  readonly title?: string
  readonly titleBase?: string
  readonly replaceTitle?: string
}

async function sends(
  scene: DocumentScene,
  userId: string,
  name: string,
  markdown: string,
  { recent = new RecentMutations(scene.core.writer), ...more }: Sent = {},
): Promise<unknown> {
  const { store, writer } = scene.core
  const forms = new Map(postForms({ store, apply: (mutation) => writer.apply(mutation), recent, rooms: scene.rooms }))
  const fields = { postId, title: 'On tides', markdown, lang: 'en', kind: 'post', submitToFrontpage: 'on', ...more }
  const form = { name, fields, file: null, viewer: member(userId), session: { sessionId: 's', userId }, now: T0 }
  // A form of a post looks at nothing else of the request.
  return forms.get(name)?.(form as unknown as FormRequest)
}

const newest = (scene: DocumentScene) => scene.core.store.read(async (read) => (await editablePost(read, postId))?.revision)

const texts = (scene: DocumentScene) =>
  scene.core.store.read(async (read) => (await revisionsOf(read, postId)).map(({ body }) => plainText(body)))

test('what a moderator publishes by the form comes into the document that its authors have open, and what was typed there stays a version', async () => {
  const { scene, editor } = await anOpenEditor()
  editor.write('Typed in the editor')
  await scene.quiet()
  expect(await sends(scene, eve, 'posts.publish', 'Mended by the staff.')).toMatchObject({ kind: 'done' })
  await until(scene, () => editor.text === 'Mended by the staff.')
  expect(scene.logged).toEqual([])
  expect((await texts(scene)).some((text) => text.includes('Typed in the editor'))).toBe(true)
  editor.write('And on')
  await until(scene, async () => (await scene.text()).endsWith('And on'))
})

test('a draft of its author’s, saved by the form, comes into it too', async () => {
  const { scene, editor } = await anOpenEditor()
  await scene.change({ status: 'draft', publishedAt: null, revisionId: null })
  await sends(scene, ada, 'posts.saveDraft', 'By the form.')
  await until(scene, () => editor.text === 'By the form.')
})

test('the same form sent again changes nothing of what somebody has written since', async () => {
  const { scene, editor } = await anOpenEditor()
  const recent = new RecentMutations(scene.core.writer)
  await sends(scene, eve, 'posts.publish', 'Mended.', { recent })
  await until(scene, () => editor.text === 'Mended.')
  await scene.tick(1_000)
  editor.write('Written since')
  await scene.quiet()
  await sends(scene, eve, 'posts.publish', 'Mended.', { recent })
  await scene.quiet()
  expect(editor.text).toBe('Mended.\nWritten since')
})

test('a form that was opened before somebody wrote on is refused, and takes nothing out of the text unless it says so', async () => {
  const { scene, editor } = await anOpenEditor()
  const basedOn = (await newest(scene))?.id ?? ''
  editor.write('Written since')
  await scene.quiet()
  const before = editor.text
  const refused = { kind: 'refused', status: 409, error: { code: 'conflict', field: 'markdown' } }
  for (const opened of [basedOn, 'older', idOf(77)])
    expect(await sends(scene, ada, 'posts.saveDraft', 'By the form.', { basedOn: opened })).toMatchObject(refused)
  await scene.quiet()
  expect(editor.text).toBe(before)
  await sends(scene, ada, 'posts.saveDraft', 'By the form.', { basedOn, replaceNewer: 'on' })
  await until(scene, () => editor.text === 'By the form.')
  expect((await texts(scene)).some((text) => text.includes('Written since'))).toBe(true)
})

test('a form that was filled from the newest text is taken, and sent again too', async () => {
  const { scene, editor } = await anOpenEditor()
  const basedOn = (await newest(scene))?.id ?? ''
  const recent = new RecentMutations(scene.core.writer)
  await sends(scene, ada, 'posts.saveDraft', 'By the form.', { basedOn, recent })
  await until(scene, () => editor.text === 'By the form.')
  expect(await sends(scene, ada, 'posts.saveDraft', 'By the form.', { basedOn, recent })).toMatchObject({ kind: 'done' })
})

test('a title that was set elsewhere since the form was opened is overwritten only where the form says so', async () => {
  const { scene, editor } = await anOpenEditor()
  const basedOn = (await newest(scene))?.id ?? ''
  const title = () => scene.core.store.read(async (read) => (await read.get(writings, postId))?.title)
  const set = { id: postId, detail: { field: 'title', value: 'Flow' } }
  await scene.core.writer.apply({ name: 'posts.setDetail', args: set, userId: ada, source: 'member' })
  const form = { basedOn, titleBase: 'On tides' }
  const refused = { kind: 'refused', status: 409, error: { code: 'conflict', field: 'title' } }
  for (const name of ['posts.saveDraft', 'posts.publish'])
    expect(await sends(scene, ada, name, editor.text, { ...form, title: 'Ebb' })).toMatchObject(refused)
  expect(await title()).toBe('Flow')
  await sends(scene, ada, 'posts.saveDraft', editor.text, form)
  expect(await title()).toBe('Flow')
  await sends(scene, ada, 'posts.publish', editor.text, { ...form, title: 'Ebb', replaceTitle: 'on' })
  expect(await title()).toBe('Ebb')
})

test('whoever may not change the post changes nothing by the form, and has nothing of it settled', async () => {
  const { scene, editor } = await anOpenEditor()
  editor.write('Half a thought')
  await scene.quiet()
  const before = [editor.text, await texts(scene)]
  await scene.change({ coauthorIds: [] })
  expect(await sends(scene, ben, 'posts.publish', 'Mine now.')).toMatchObject({ kind: 'refused', status: 403 })
  await scene.quiet()
  expect([editor.text, await texts(scene)]).toEqual(before)
})
