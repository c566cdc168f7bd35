import { expect, test } from 'vitest'
import type { FeatureSite } from '../testing/feature-site.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { members } from '#shared/accounts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { groupsBy } from '#shared/reports/queries.ts'
import { errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from '#shared/reports/schema.ts'
import { runOperation } from '#server/sync/operations.ts'
import { featureSite } from '../testing/feature-site.ts'
import { createKeeper } from './keeper.ts'
import { errorReport } from './error-report.ts'
import { errorEnvelope, errorEvent, eventId, feedbackEnvelope, png } from './testing/envelopes.ts'
import { pruneErrors } from './operations.ts'

const send = (site: FeatureSite, body: Uint8Array) => site.browser().send('POST', '/api/sentry?o=own&p=1', {}, body)
const groupsIn = (site: FeatureSite, state: 'open' | 'resolved') => site.store.read((read) => read.list(groupsBy(state, 'lastSeenAt', 10)))
const messageIn = (site: FeatureSite, n: number) => site.store.read((read) => read.get(feedbackMessages, eventId(n)))
const now = (site: FeatureSite): number => site.clock.now / 1_000

/** Somebody signed in who runs the place, and somebody who does not. */
async function people(site: FeatureSite) {
  const [admin, member] = [site.browser(), site.browser()]
  await admin.signUp('Ada')
  await member.signUp('Ben')
  const userId = (await member.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => {
    const row = await tx.get(members, userId)
    if (row !== undefined) await tx.put(members, { ...row, isAdmin: false })
  })
  return { admin, member }
}

test('a group that was resolved opens when it happens again, and not by a report from before', async () => {
  const site = await featureSite()
  const { admin } = await people(site)
  await send(site, errorEnvelope(1, { timestamp: now(site) }))
  const [group] = await groupsIn(site, 'open')
  site.clock.now += 60_000
  expect((await admin.form('reports.resolveError', { from: '/admin/errors', id: group?.id ?? '', resolved: 'yes' })).status).toBe(303)
  await send(site, errorEnvelope(2, { timestamp: now(site) - 30 }))
  expect(await groupsIn(site, 'resolved')).toMatchObject([{ count: 2 }])
  site.clock.now += 60_000
  await send(site, errorEnvelope(3, { timestamp: now(site) }))
  expect(await groupsIn(site, 'open')).toMatchObject([{ count: 3, resolvedAt: null }])
})

test('a message is marked done and opened again by a plain form, by administrators alone', async () => {
  const site = await featureSite()
  const { admin, member } = await people(site)
  await send(site, feedbackEnvelope(1))
  const settle = (browser: typeof admin, done: 'yes' | 'no') =>
    browser.form('reports.settleFeedback', { from: '/admin/feedback', id: eventId(1), done })
  expect((await settle(member, 'yes')).status).toBe(403)
  expect(await messageIn(site, 1)).toMatchObject({ state: 'open' })
  expect((await settle(admin, 'yes')).status).toBe(303)
  expect(await messageIn(site, 1)).toMatchObject({ state: 'done', doneAt: site.clock.now })
  expect((await settle(admin, 'no')).status).toBe(303)
  expect(await messageIn(site, 1)).toMatchObject({ state: 'open', doneAt: null })
})

test('errors go after 90 days, with their groups; feedback stays', async () => {
  const site = await featureSite()
  await send(site, errorEnvelope(1))
  await send(site, feedbackEnvelope(2))
  site.clock.now += reportLimits.retentionMs + dayMs
  while (await runOperation(site.writer, pruneErrors, undefined));
  const left = await site.store.read(async (read) => [
    await read.count(defineQuery({ table: errorEvents, index: ['at'], equals: [], order: 'ascending', limit: 1 })),
    await read.count(defineQuery({ table: errorGroups, index: ['lastSeenAt'], equals: [], order: 'ascending', limit: 1 })),
  ])
  expect(left).toEqual([0, 0])
  expect(await messageIn(site, 2)).toBeDefined()
})

test('a flood is told to come again, so that it does not stand before people’s mutations', async () => {
  let release = (): void => undefined
  const held = new Promise<string>((resolve) => (release = () => resolve('kept')))
  const keeper = createKeeper({ writer: { work: () => held }, maps: { resolve: async (frame) => frame }, maxWaiting: 2 })
  const report = errorReport(eventId(1), errorEvent(1), 'Firefox on Linux', 0)
  const [first, second, third] = [keeper.error(report), keeper.error(report), keeper.error(report)]
  expect(await third).toBe('busy')
  release()
  expect(await Promise.all([first, second])).toEqual(['kept', 'kept'])
  expect(await keeper.error(report)).toBe('kept')
})

test('the picture is an administrator’s to see, as a picture and nothing else, and is gone for good when it is deleted', async () => {
  const site = await featureSite()
  const { admin, member } = await people(site)
  await send(site, feedbackEnvelope(1, {}, png(4, 4)))
  const path = `/admin/feedback/${eventId(1)}/screenshot`
  const shown = await admin.get(path)
  expect(shown.body).toEqual(png(4, 4))
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/u)
  expect([(await site.browser().get(path)).status, (await member.get(path)).status]).toEqual([401, 403])
  expect((await admin.get(`/admin/feedback/${eventId(9)}/screenshot`)).status).toBe(404)
  expect((await member.form('reports.deleteScreenshot', { from: '/', id: eventId(1) }, { accept: 'application/json' })).status).toBe(403)
  expect((await admin.form('reports.deleteScreenshot', { from: '/admin', id: eventId(1) })).status).toBe(303)
  expect(await site.store.read((read) => read.get(feedbackScreenshots, eventId(1)))).toBeUndefined()
  expect((await messageIn(site, 1))?.screenshot).toBe('deleted')
  // The same report once more brings nothing back.
  await send(site, feedbackEnvelope(1, {}, png(4, 4)))
  expect((await admin.get(path)).status).toBe(404)
})

test('an answer goes by mail once, however often the button is pressed, and quotes what they wrote', async () => {
  const site = await featureSite()
  const { admin, member } = await people(site)
  await send(site, feedbackEnvelope(1, { name: 'Ann', contact_email: 'ann@example.org', message: 'It is <b>blank</b>.' }))
  const answer = { from: `/admin/feedback/${eventId(1)}`, id: eventId(1), n: '0', text: 'It works again.' }
  expect((await member.form('reports.answerFeedback', answer, { accept: 'application/json' })).status).toBe(403)
  expect((await admin.form('reports.answerFeedback', answer)).status).toBe(303)
  expect((await admin.form('reports.answerFeedback', answer)).status).toBe(303)
  const other = await admin.form('reports.answerFeedback', { ...answer, text: 'Another.' }, { accept: 'application/json' })
  expect(JSON.parse(other.text).error.code).toBe('conflict')
  const mails = (await site.mails()).filter(({ to }) => to === 'ann@example.org')
  expect(mails.map(({ subject }) => subject)).toEqual(['Night Harbour: reply to your feedback'])
  expect(mails[0]?.text).toContain('It works again.')
  expect((await messageIn(site, 1))?.answers).toMatchObject([{ text: 'It works again.' }])
})

test('what is no address is not written to', async () => {
  const site = await featureSite()
  const { admin } = await people(site)
  await send(site, feedbackEnvelope(1, { contact_email: 'a@b.example, c@d.example' }))
  const answer = await admin.form(
    'reports.answerFeedback',
    { from: '/admin', id: eventId(1), n: '0', text: 'Hello' },
    { accept: 'application/json' },
  )
  expect(JSON.parse(answer.text).error).toMatchObject({ code: 'invalid', field: 'email' })
})
