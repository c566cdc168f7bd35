import { describe, expect, test } from 'vitest'
import type { ErrorGroup, FeedbackMessage } from './schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { assignFeedback, deleteScreenshot, noteAnswer, resolveError, settleFeedback } from './mutations.ts'
import { errorDays, errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from './schema.ts'

const id = 'a'.repeat(32)
const group: ErrorGroup = {
  id,
  title: 'TypeError: gone',
  culprit: '',
  platform: 'browser',
  state: 'open',
  resolvedAt: null,
  count: 1,
  firstSeenAt: T0,
  lastSeenAt: T0,
  release: 'b1',
  route: '/',
  browser: 'Firefox on Linux',
  lastEventId: id,
  days: [],
}
const message: FeedbackMessage = {
  id,
  at: T0,
  name: 'Ann',
  email: 'ann@b.example',
  message: 'It is blank.',
  state: 'open',
  doneAt: null,
  assigneeId: null,
  screenshot: 'kept',
  release: 'b1',
  url: '',
  browser: '',
  tags: [],
  errorEventId: null,
  answers: [],
}

async function kept() {
  const mutations = mutationsOver([errorGroups, errorEvents, errorDays, feedbackMessages, feedbackScreenshots])
  await mutations.put(errorGroups, group)
  await mutations.put(feedbackMessages, message)
  await mutations.put(feedbackScreenshots, { id, width: 1, height: 1, bytes: 'AAAA' })
  return mutations
}

const all = [
  [resolveError, { id, isResolved: true }],
  [settleFeedback, { id, isDone: true }],
  [assignFeedback, { id, isMine: true }],
  [deleteScreenshot, { id }],
  [noteAnswer, { id, n: 0, text: 'Thank you.' }],
] as const

describe.each(all.map(([mutation, args]) => [mutation.name, mutation, args] as const))('%s', (_name, mutation, args) => {
  test.each([
    ['a visitor', visitor, 'sign-in-first'],
    ['a member', member(idOf(1)), 'admins-only'],
    ['a moderator', moderator, 'admins-only'],
  ] as const)('refuses %s and stores nothing', async (_who, viewer, reason) => {
    const mutations = await kept()
    const before = await mutations.everything()
    // Each mutation stands beside its own arguments.
    const attempt = mutations.run(mutation as typeof resolveError, args, { viewer })
    expect((await refusalOf(attempt)).reason).toBe(reason)
    expect(await mutations.everything()).toBe(before)
  })

  test('leaves the same when it runs twice', async () => {
    const mutations = await kept()
    await mutations.run(mutation as typeof resolveError, args, { viewer: admin })
    const once = await mutations.everything()
    await mutations.run(mutation as typeof resolveError, args, { viewer: admin, now: T0 + 9 })
    expect(await mutations.everything()).toBe(once)
  })

  test('does not know a report that is not there', async () => {
    const mutations = await kept()
    const attempt = mutations.run(mutation as typeof resolveError, { ...args, id: 'b'.repeat(32) }, { viewer: admin })
    expect((await refusalOf(attempt)).code).toBe('not-found')
  })
})

test('what is dealt with says when, and opens again', async () => {
  const mutations = await kept()
  await mutations.run(resolveError, { id, isResolved: true }, { viewer: admin })
  expect(await mutations.get(errorGroups, id)).toMatchObject({ state: 'resolved', resolvedAt: T0 })
  await mutations.run(resolveError, { id, isResolved: false }, { viewer: admin })
  expect(await mutations.get(errorGroups, id)).toMatchObject({ state: 'open', resolvedAt: null })
  await mutations.run(settleFeedback, { id, isDone: true }, { viewer: admin })
  expect(await mutations.get(feedbackMessages, id)).toMatchObject({ state: 'done', doneAt: T0 })
})

test('a message is taken, taken over and given back', async () => {
  const mutations = await kept()
  const other = { ...admin, userId: idOf(902) }
  const steps: (string | null)[] = []
  for (const [viewer, isMine] of [
    [admin, true],
    [other, true],
    [admin, false],
  ] as const) {
    await mutations.run(assignFeedback, { id, isMine }, { viewer })
    steps.push((await mutations.get(feedbackMessages, id))?.assigneeId ?? null)
  }
  expect(steps).toEqual([admin.userId, other.userId, null])
})

test('a second answer is refused when it was written without the first in sight', async () => {
  const mutations = await kept()
  await mutations.run(noteAnswer, { id, n: 0, text: ' Thank you. ' }, { viewer: admin })
  const attempt = mutations.run(noteAnswer, { id, n: 0, text: 'Thanks!' }, { viewer: admin })
  expect((await refusalOf(attempt)).code).toBe('conflict')
  await mutations.run(noteAnswer, { id, n: 1, text: 'And thanks again.' }, { viewer: admin })
  expect((await mutations.get(feedbackMessages, id))?.answers.map(({ text }) => text)).toEqual(['Thank you.', 'And thanks again.'])
})

test('reports are seen by administrators alone, pictures by no page at all', async () => {
  const mutations = await kept()
  await mutations.read(async (read) => {
    for (const viewer of [visitor, member(idOf(1)), moderator]) {
      expect(await permittedRead(read, viewer, policies).get(errorGroups, id)).toBeUndefined()
      expect(await permittedRead(read, viewer, policies).get(feedbackMessages, id)).toBeUndefined()
    }
    expect(await permittedRead(read, admin, policies).get(feedbackMessages, id)).toEqual(message)
  })
  for (const table of [errorGroups, errorEvents, errorDays, feedbackMessages]) expect(() => policies.of(table as never)).not.toThrow()
  expect(() => policies.of(feedbackScreenshots)).toThrow(TypeError)
})
