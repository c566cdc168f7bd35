import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyFragment, postRoom } from '#shared/documents/rooms.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { listings } from '#shared/feed/schema.ts'
import { revisionsOf } from '#shared/posts/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { hourlyAfterMs } from '#shared/posts/version-mutations.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { plainText } from '#shared/text/measure.ts'
import { keepSettled } from '#server/document-rooms.ts'
import { NotSettled } from '#server/documents/not-settled.ts'
import { DocumentScene } from '#server/documents/testing/document-scene.ts'
import type { SceneTab } from '#server/documents/testing/document-scene.ts'
import type { DocumentWorkerPool } from '#server/documents/workers/pool.ts'
import { startDocumentWorkers } from '#server/documents/workers/pool.ts'
import { aCore } from '#server/testing/core.ts'
import { publishDue, thinDue } from './jobs.ts'
import { hourMs } from '#shared/kernel/durations.ts'

let workers: DocumentWorkerPool
beforeAll(() => void (workers = startDocumentWorkers({ threads: 1 })))
afterAll(() => workers.close())

const id = idOf(1)
const room = postRoom(id)

async function aScheduledDraft() {
  const core = await aCore()
  const userId = await core.join(7)
  const args = { id, revisionId: idOf(5), body: paragraph('Water goes.'), title: 'On tides', kind: 'post', linkUrl: null, lang: 'en' }
  await core.must({ name: 'posts.saveDraft', args: { ...args, tags: [], writtenOn: null, submitToFrontpage: true }, userId })
  const scene = new DocumentScene(core, { workers, settled: keepSettled(core.writer, workers) })
  const schedule = (changes: Readonly<Record<string, unknown>> = {}) =>
    core.apply({
      name: 'publishing.schedule',
      args: { id, at: T0 + hourMs, timeZone: 'Europe/Berlin', publicationId: idOf(7), ...changes },
      userId,
    })
  return {
    core,
    userId,
    scene,
    schedule,
    due: (now: number, { rooms } = scene) => publishDue({ store: core.store, apply: core.apply, rooms }, now),
    /** Changes one thing said about the post. */
    says: (field: string, value: unknown) => core.must({ name: 'posts.setDetail', args: { id, detail: { field, value } }, userId }),
    async readersGet() {
      const post = await core.store.read((read) => read.get(posts, id))
      const revision = await core.store.read((read) => read.get(revisions, post?.revisionId ?? ''))
      return revision === undefined ? null : `${revision.title}: ${plainText(revision.body).trim().replaceAll(/\s+/gu, ' ')}`
    },
    thin: (now: number) => thinDue({ store: core.store, apply: (request) => core.writer.apply({ ...request, now }) }, now),
    post: () => core.store.read((read) => read.get(posts, id)),
    waiting: () => core.store.read((read) => read.get(schedules, id)),
    versions: () => core.store.read((read) => revisionsOf(read, id)),
  }
}

type Scheduled = Awaited<ReturnType<typeof aScheduledDraft>>

/** Seeding the document is work in another thread, which no turn of this loop sees through. */
async function tabHas(scene: DocumentScene, tab: SceneTab, text: string): Promise<void> {
  while (tab.text.trim() !== text) await scene.quiet()
}

async function empty(scene: DocumentScene, tab: SceneTab): Promise<void> {
  await tabHas(scene, tab, 'Water goes.')
  const body = tab.doc.getXmlFragment(bodyFragment)
  body.delete(0, body.length)
  await scene.quiet()
}

test('a draft is published when its time has come, once, with all that follows from a publication', async () => {
  const { core, schedule, due, post, waiting, versions } = await aScheduledDraft()
  expect(await schedule()).toMatchObject({ kind: 'applied' })
  await due(T0 + hourMs - 1)
  expect((await post())?.status).toBe('draft')
  await due(T0 + hourMs)
  await due(T0 + hourMs)
  expect(await post()).toMatchObject({ status: 'published', version: '1.0.0', slug: 'on-tides', revisionId: idOf(7), title: 'On tides' })
  expect(await waiting()).toBeUndefined()
  expect((await versions()).filter(({ isDraft }) => !isDraft)).toHaveLength(1)
  const query = defineQuery({ table: listings, index: ['feed', 'at'], equals: ['all'], order: 'descending', limit: 5 })
  expect((await core.store.read((read) => read.list(query))).map(({ postId }) => postId)).toEqual([id])
})

test('readers get the newest text, and what is said about it by then', async () => {
  const { core, userId, schedule, due, says, post, readersGet } = await aScheduledDraft()
  await core.earn(userId)
  await schedule()
  await says('title', 'Another title')
  await says('tags', ['Water'])
  const args = { id, revisionId: idOf(8), authorId: userId, body: paragraph('Written since.') }
  await core.must({ name: 'posts.keepText', args, userId: null, source: 'server' })
  await due(T0 + hourMs)
  expect(await readersGet()).toBe('Another title: Written since.')
  expect(await post()).toMatchObject({ title: 'Another title', tags: ['Water'] })
})

test('readers get what a co-author wrote after the time was chosen, though no revision holds it yet', async () => {
  const { core, scene, schedule, due, readersGet } = await aScheduledDraft()
  const coauthor = await core.join(8)
  await scene.change({ coauthorIds: [coauthor] })
  await schedule()
  const tab = await scene.tab(coauthor, { name: room })
  await tabHas(scene, tab, 'Water goes.')
  tab.write('And comes.')
  await due(T0 + hourMs)
  expect(await readersGet()).toBe('On tides: Water goes. And comes.')
})

test('where the disk is slow, the publication waits for what was written before', async () => {
  const { scene, userId, schedule, due, readersGet } = await aScheduledDraft()
  await schedule()
  const tab = await scene.tab(userId, { name: room })
  await tabHas(scene, tab, 'Water goes.')
  const disk = Promise.withResolvers<void>()
  scene.disk = disk.promise
  tab.write('And comes.')
  const publishing = due(T0 + hourMs)
  await scene.quiet()
  expect(await readersGet()).toBeNull()
  disk.resolve()
  await publishing
  expect(await readersGet()).toBe('On tides: Water goes. And comes.')
})

test('a server that was down when a post was due publishes the newest text once it is up', async () => {
  const { core, scene, userId, schedule, due, readersGet } = await aScheduledDraft()
  await schedule()
  // It ends before the text has settled.
  const before = new DocumentScene(core, { workers })
  const tab = await before.tab(userId, { name: room })
  await tabHas(before, tab, 'Water goes.')
  tab.write('And comes.')
  await before.quiet()
  await before.rooms.stop()
  await due(T0 + 9 * hourMs, scene)
  expect(await readersGet()).toBe('On tides: Water goes. And comes.')
})

test.each([
  ['no text', 'body', async ({ scene, userId }: Scheduled) => empty(scene, await scene.tab(userId, { name: room }))],
  ['no title', 'title', async ({ says }: Scheduled) => says('title', '')],
  ['no address', 'linkUrl', async ({ says }: Scheduled) => says('kind', 'linkpost')],
])(
  'a post that has %s by then stays a draft, its authors see why, and an earlier text stays in its versions',
  async (_what, field, change) => {
    const scheduled = await aScheduledDraft()
    await scheduled.schedule()
    await change(scheduled)
    await scheduled.due(T0 + hourMs)
    expect((await scheduled.post())?.status).toBe('draft')
    expect(await scheduled.waiting()).toMatchObject({ dueAt: null, problem: { code: 'invalid', field } })
    expect((await scheduled.versions()).map(({ body }) => plainText(body).trim())).toContain('Water goes.')
  },
)

test('a document that cannot be read holds up its own post alone, and is tried again', async () => {
  const { core, scene, userId, schedule, due, post, waiting, readersGet } = await aScheduledDraft()
  await schedule()
  const tab = await scene.tab(userId, { name: room })
  await tabHas(scene, tab, 'Water goes.')
  const other = idOf(40)
  const said = { title: 'On ebb', kind: 'post', linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: true }
  await core.must({ name: 'posts.saveDraft', args: { ...said, id: other, revisionId: idOf(41), body: paragraph('Ebb.') }, userId })
  await schedule({ id: other, publicationId: idOf(43), at: T0 + hourMs + 1 })
  const broken = new DocumentScene(core, {
    workers,
    async settled() {
      throw new NotSettled('failed', 'no memory')
    },
  })
  await expect(due(T0 + 2 * hourMs, broken)).rejects.toThrow('no memory')
  expect((await core.store.read((read) => read.get(posts, other)))?.status).toBe('published')
  expect([(await post())?.status, (await waiting())?.problem]).toEqual(['draft', null])
  await due(T0 + 2 * hourMs)
  expect(await readersGet()).toBe('On tides: Water goes.')
})

test('who may not publish by then does not, and sees why; it is not tried again', async () => {
  const { core, userId, schedule, due, post, waiting } = await aScheduledDraft()
  await schedule()
  await core.store.write(async ({ tx }) => {
    const { members } = await import('#shared/accounts/schema.ts')
    const member = await tx.get(members, userId)
    if (member !== undefined) await tx.put(members, { ...member, postingDisabled: true })
  })
  await due(T0 + hourMs)
  expect((await post())?.status).toBe('draft')
  expect(await waiting()).toMatchObject({ dueAt: null, problem: { code: 'not-allowed', reason: 'posting-disabled' } })
})

test('publishing by hand, or putting the draft away, ends the waiting', async () => {
  const { core, userId, schedule, due, post, waiting } = await aScheduledDraft()
  await schedule()
  await core.must({ name: 'posts.archive', args: { id }, userId })
  expect(await waiting()).toBeUndefined()
  await due(T0 + hourMs)
  expect((await post())?.status).toBe('removed')
})

test('a time is taken only once the server holds the text that was seen', async () => {
  const { schedule, waiting } = await aScheduledDraft()
  expect(await schedule({ stateVector: 'AQEB' })).toMatchObject({ kind: 'later' })
  expect(await waiting()).toBeUndefined()
})

test('versions say how much they added and took out: a draft against the one before, a publication against what readers had', async () => {
  const { core, userId, versions } = await aScheduledDraft()
  const keep = (n: number, text: string) =>
    core.must({ name: 'posts.saveVersion', args: { id, revisionId: idOf(n), body: paragraph(text), note: '' }, userId })
  const publish = (n: number, text: string) =>
    core.must({
      name: 'posts.publish',
      args: {
        ...{ id, revisionId: idOf(n), title: 'Tides', body: paragraph(text), kind: 'post', linkUrl: null, lang: 'en', tags: [] },
        ...{ writtenOn: null, submitToFrontpage: true },
      },
      userId,
    })
  await keep(10, 'The water goes.')
  await publish(11, 'The water goes.')
  await keep(12, 'The water goes out.')
  await publish(13, 'The sea goes out.')
  expect((await versions()).map(({ version, added, removed }) => [version, added, removed])).toEqual([
    ['1.1.0', ' out'.length + 'sea'.length, 'water'.length],
    ['0.3.0', ' out'.length, 0],
    ['1.0.0', 'The water goes.'.length, 0],
    ['0.2.0', 'The water '.length, 'Water '.length],
    ['0.1.0', 'Water goes.'.length, 0],
  ])
})

test('what the server kept by itself thins out', async () => {
  const { core, userId, thin, versions } = await aScheduledDraft()
  for (let n = 0; n < 4; n++) {
    await core.must({
      name: 'posts.keepText',
      args: { id, revisionId: idOf(20 + n), authorId: userId, body: paragraph(`Text ${n}.`) },
      userId: null,
      source: 'server',
      now: Math.ceil(T0 / hourMs) * hourMs + n * 6 * 60_000,
    })
  }
  expect(await versions()).toHaveLength(5)
  await thin(T0 + hourlyAfterMs + 2 * hourMs)
  expect((await versions()).map(({ id: versionId }) => versionId)).toEqual([idOf(23), idOf(5)])
})

test.each(['called off', 'moved'])('what was %s while others were being published is not published', async (how) => {
  const { core, scene, userId, schedule } = await aScheduledDraft()
  await schedule()
  const other = idOf(40)
  const said = { title: 'On ebb', kind: 'post', linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: true }
  await core.must({ name: 'posts.saveDraft', args: { ...said, id: other, revisionId: idOf(41), body: paragraph('Ebb.') }, userId })
  const scheduled = (at: number, publication: number) => ({
    name: 'publishing.schedule',
    args: { id: other, at, timeZone: 'Europe/Berlin', publicationId: idOf(publication) },
    userId,
  })
  await core.must(scheduled(T0 + 2 * hourMs, 42))
  const change = how === 'moved' ? scheduled(T0 + 3 * hourMs, 44) : { name: 'publishing.callOff', args: { id: other }, userId }
  const apply: typeof core.apply = async (request) => {
    const outcome = await core.apply(request)
    if (request.name === 'posts.publish') await core.must(change)
    return outcome
  }
  await publishDue({ store: core.store, apply, rooms: scene.rooms }, T0 + 2 * hourMs)
  expect((await core.store.read((read) => read.get(posts, id)))?.status).toBe('published')
  expect((await core.store.read((read) => read.get(posts, other)))?.status).toBe('draft')
})
