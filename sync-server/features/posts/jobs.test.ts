import { expect, test } from 'vitest'
import { defineQuery } from '#shared/kernel/query.ts'
import { listings } from '#shared/feed/schema.ts'
import { revisionsOf } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { hourlyAfterMs } from '#shared/posts/version-mutations.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { aCore } from '#server/testing/core.ts'
import { publishDue, thinDue } from './jobs.ts'

const id = idOf(1)
const hour = 3_600_000

async function aScheduledDraft() {
  const core = await aCore()
  const userId = await core.join(7)
  await core.must({ name: 'posts.create', args: { id, revisionId: idOf(5), kind: 'post', lang: 'en' }, userId })
  const schedule = (changes: Readonly<Record<string, unknown>> = {}) =>
    core.apply({
      name: 'publishing.schedule',
      args: {
        ...{ id, at: T0 + hour, timeZone: 'Europe/Berlin', title: 'On tides', body: paragraph('Water goes.') },
        ...{ revisionId: idOf(6), publicationId: idOf(7), ...changes },
      },
      userId,
    })
  const ports = { store: core.store, apply: core.apply }
  return {
    core,
    userId,
    schedule,
    due: (now: number) => publishDue(ports, now),
    thin: (now: number) => thinDue({ store: core.store, apply: (request) => core.writer.apply({ ...request, now }) }, now),
    post: () => core.store.read((read) => read.get(posts, id)),
    waiting: () => core.store.read((read) => read.get(schedules, id)),
    versions: () => core.store.read((read) => revisionsOf(read, id)),
  }
}

test('a draft is published when its time has come, once, with all that follows from a publication', async () => {
  const { core, schedule, due, post, waiting, versions } = await aScheduledDraft()
  expect(await schedule()).toMatchObject({ kind: 'applied' })
  await due(T0 + hour - 1)
  expect((await post())?.status).toBe('draft')
  await due(T0 + hour)
  await due(T0 + hour)
  expect(await post()).toMatchObject({ status: 'published', version: '1.0.0', slug: 'on-tides', revisionId: idOf(7), title: 'On tides' })
  expect(await waiting()).toBeUndefined()
  expect((await versions()).filter(({ isDraft }) => !isDraft)).toHaveLength(1)
  const query = defineQuery({ table: listings, index: ['feed', 'at'], equals: ['all'], order: 'descending', limit: 5 })
  expect((await core.store.read((read) => read.list(query))).map(({ postId }) => postId)).toEqual([id])
})

test('readers get the text that was chosen, and the tags as they are by then', async () => {
  const { core, userId, schedule, due, post, versions } = await aScheduledDraft()
  await schedule()
  const detail = (field: string, value: unknown) => core.must({ name: 'posts.setDetail', args: { id, detail: { field, value } }, userId })
  await detail('title', 'Another title')
  await detail('tags', ['Water'])
  await core.must({
    name: 'posts.keepText',
    args: { id, revisionId: idOf(8), authorId: userId, body: paragraph('Written since.') },
    userId: null,
    source: 'server',
  })
  await due(T0 + hour)
  expect(await post()).toMatchObject({ title: 'On tides', tags: ['Water'] })
  expect((await versions()).find((revision) => revision.id === idOf(7))?.body).toEqual(paragraph('Water goes.'))
})

test('who may not publish by then does not, and sees why; it is not tried again', async () => {
  const { core, userId, schedule, due, post, waiting } = await aScheduledDraft()
  await schedule()
  await core.store.write(async ({ tx }) => {
    const { members } = await import('#shared/accounts/schema.ts')
    const member = await tx.get(members, userId)
    if (member !== undefined) await tx.put(members, { ...member, postingDisabled: true })
  })
  await due(T0 + hour)
  expect((await post())?.status).toBe('draft')
  expect(await waiting()).toMatchObject({ dueAt: null, problem: { code: 'not-allowed', reason: 'posting-disabled' } })
})

test('publishing by hand, or putting the draft away, ends the waiting', async () => {
  const { core, userId, schedule, due, post, waiting } = await aScheduledDraft()
  await schedule()
  await core.must({ name: 'posts.archive', args: { id }, userId })
  expect(await waiting()).toBeUndefined()
  await due(T0 + hour)
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
    ['0.2.0', 'The water goes.'.length, 0],
    ['0.1.0', undefined, undefined],
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
      now: Math.ceil(T0 / hour) * hour + n * 6 * 60_000,
    })
  }
  expect(await versions()).toHaveLength(5)
  await thin(T0 + hourlyAfterMs + 2 * hour)
  expect((await versions()).map(({ id: versionId }) => versionId)).toEqual([idOf(23), idOf(5)])
})

test.each(['called off', 'moved'])('what was %s while others were being published is not published', async (how) => {
  const { core, userId, schedule } = await aScheduledDraft()
  await schedule()
  const other = idOf(40)
  await core.must({ name: 'posts.create', args: { id: other, revisionId: idOf(41), kind: 'post', lang: 'en' }, userId })
  const scheduled = (at: number, revision: number) => ({
    name: 'publishing.schedule',
    args: {
      ...{ id: other, at, timeZone: 'Europe/Berlin', title: 'On ebb', body: paragraph('Water comes.') },
      ...{ revisionId: idOf(revision), publicationId: idOf(revision + 1) },
    },
    userId,
  })
  await core.must(scheduled(T0 + 2 * hour, 42))
  const change = how === 'moved' ? scheduled(T0 + 3 * hour, 44) : { name: 'publishing.callOff', args: { id: other }, userId }
  const apply: typeof core.apply = async (request) => {
    const outcome = await core.apply(request)
    if (request.name === 'posts.publish') await core.must(change)
    return outcome
  }
  await publishDue({ store: core.store, apply }, T0 + 2 * hour)
  expect((await core.store.read((read) => read.get(posts, id)))?.status).toBe('published')
  expect((await core.store.read((read) => read.get(posts, other)))?.status).toBe('draft')
})
