import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { links } from '#shared/links.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { allSeasonalEvents } from '#shared/seasonal-events/queries.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalTallies } from '#shared/seasonal-events/schema.ts'
import { T0 } from '#shared/testing/factories.ts'
import { plainText } from '#shared/text/measure.ts'

let site: FeatureSite
/** Runs the place: the first is an administrator. */
let ada: Browser
let ben: Browser

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
})

const all = () => site.store.read((read) => read.list(allSeasonalEvents()))
const wall = (days: number): string => new Date(T0 + days * dayMs).toISOString().slice(0, 16)
const said = () => ({
  ...{
    id: '',
    kind: 'poll',
    title: 'Which lamp?',
    startAt: wall(-1),
    endAt: wall(1),
    markdown: 'Choose *one*.',
    options: 'Red\r\n\r\n Green ',
  },
  ...{ minKarma: '0', minAccountDays: '0', results: 'afterClose', linkUrl: '', from: '/newPost' },
})
const sums = (id: string) => site.store.read(async (read) => (await read.get(seasonalTallies, id))?.counts ?? null)

describe('the forms of seasonal events', () => {
  test('administrators make one once, end it, and delete one that nobody has answered; the audit log has it', async () => {
    const answers = [await ada.form('seasonalEvents.put', said()), await ada.form('seasonalEvents.put', said())]
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, links.seasonalEvents()],
      [303, links.seasonalEvents()],
    ])
    const [event, ...others] = await all()
    expect([event, others]).toMatchObject([
      { kind: 'poll', options: ['Red', 'Green'], phase: 'running', startAt: Date.parse(`${said().startAt}Z`) },
      [],
    ])
    expect(event && plainText(event.body)).toBe('Choose one.')
    const id = event?.id ?? ''
    expect((await ada.form('seasonalEvents.end', { id, from: '/' })).status).toBe(303)
    expect((await all())[0]?.phase).toBe('over')
    expect((await ada.form('seasonalEvents.remove', { id, from: '/' })).status).toBe(303)
    expect(await all()).toEqual([])
    const entries = await site.store.read((read) => read.list(auditEntries(10)))
    expect(new Set(entries.map(({ act }) => act))).toEqual(new Set(['seasonalEvents.put', 'seasonalEvents.end', 'seasonalEvents.remove']))
  })

  test('an answer is counted once, cannot be changed, and is its member’s secret', async () => {
    await ada.form('seasonalEvents.put', said())
    const eventId = (await all())[0]?.id ?? ''
    const give = (option: string) => ben.form('seasonalAnswers.give', { eventId, option, from: '/newPost' })
    const given = [await give('1'), await give('1'), await give('0')]
    expect(given.map(({ status }) => status)).toEqual([303, 303, 403])
    expect(shownForm(given[2] ?? (await give('0'))).error).toMatchObject({ reason: 'already-answered' })
    expect(await sums(eventId)).toEqual([0, 1])
    await ada.form('seasonalAnswers.give', { eventId, option: '0', from: '/' })
    expect(await sums(eventId)).toEqual([1, 1])
    // It has answers: it stays.
    expect((await ada.form('seasonalEvents.remove', { id: eventId, from: '/newPost' })).status).toBe(403)
    const rows = await site.store.read(async (read) =>
      read.list({ table: seasonalAnswers, index: ['userId', 'at'], equals: [], order: 'ascending', limit: 9 }),
    )
    expect(rows.map(({ id, userId }) => id === seasonalAnswerId(eventId, userId))).toEqual([true, true])
  })

  test.each([
    ['nothing chosen', { option: '' }, 400],
    ['an answer that is not there', { option: '2' }, 400],
    ['no poll', { eventId: 'x', option: '0' }, 404],
  ])('%s is refused, and nothing is counted', async (_what, fields, status) => {
    await ada.form('seasonalEvents.put', said())
    const eventId = (await all())[0]?.id ?? ''
    expect((await ben.form('seasonalAnswers.give', { eventId, from: '/newPost', ...fields })).status).toBe(status)
    expect(await sums(eventId)).toBeNull()
  })

  test.each([
    ['no time', { startAt: 'soon' }, 'startAt'],
    ['a day that is none', { endAt: '2026-02-31T00:00' }, 'endAt'],
    ['one answer', { options: 'Red' }, 'options'],
    ['a karma that is no number', { minKarma: 'much' }, 'minKarma'],
    ['a kind that is none', { kind: 'button' }, 'kind'],
    ['a field of the row', { phase: 'over' }, 'phase'],
  ])('%s is refused with its field, and the words stay', async (_what, fields, field) => {
    const answer = await ada.form('seasonalEvents.put', { ...said(), ...fields })
    expect([answer.status, shownForm(answer).error?.['field'], await all()]).toEqual([400, field, []])
  })

  test('members make none, and visitors are asked to sign in', async () => {
    expect((await ben.form('seasonalEvents.put', said())).status).toBe(403)
    expect((await site.browser().form('seasonalEvents.put', said())).status).toBe(401)
    expect(await all()).toEqual([])
  })
})
