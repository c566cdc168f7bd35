import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/durations.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { admin, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { plainText } from '#shared/text/measure.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) =>
  web.render({ url, as: 'html' }, testPageData(rows, { now: T0 + 5, ...over }))
const usual = {
  ...{ id: idOf(900), title: 'Which <lamp>?', startAt: T0, endAt: T0 + dayMs, body: paragraph('Choose.'), options: [], minKarma: 10 },
  ...{ minAccountDays: 30, results: 'afterClose', linkUrl: null, phase: 'running', createdAt: T0 },
}
const poll = { ...usual, kind: 'poll', options: ['Red', 'Green & blue'] }
const [line] = paragraph('Light a candle.').content
const [end] = paragraph('Put it out.').content
const ceremony = { ...usual, kind: 'ceremony', body: { type: 'doc', content: [line, { type: 'horizontalRule' }, end] } }
const voter = { viewer: { ...member(idOf(100)), karma: 10 } }
const tally = { id: poll.id, counts: [3, 1] }
const mine = { id: `${poll.id}:${idOf(100)}`, eventId: poll.id, userId: idOf(100), option: 1, isCounted: true, at: T0 }

describe('/petrov/ceremony', () => {
  test('a ceremony is read page by page, each a link away from the next, also once it is over', async () => {
    const { status, body } = await at('/petrov/ceremony', { seasonal_events: [ceremony] }, { html: (doc) => plainText(doc) })
    expect(status).toBe(200)
    expect(body).toContain('Which &lt;lamp&gt;?')
    const text = body.slice(body.indexOf('<article'))
    expect(text.indexOf('Light a candle.')).toBeLessThan(text.indexOf('id="page-2"'))
    expect(text.indexOf('id="page-2"')).toBeLessThan(text.indexOf('Put it out.'))
    expect([body.includes('href="#page-2"'), body.includes('href="#page-1"'), body.includes('href="#page-3"')]).toEqual([true, true, false])
    expect(body).not.toContain('This ceremony ended')
    const later = await at('/petrov/ceremony', { seasonal_events: [ceremony] }, { now: T0 + 2 * dayMs })
    expect([later.status, later.body.includes('This ceremony ended')]).toEqual([200, true])
  })

  test('says that none is configured, also before one begins', async () => {
    for (const rows of [{}, { seasonal_events: [ceremony] }]) {
      const { status, body } = await at('/petrov/ceremony', rows, { now: T0 - 1 })
      expect([status, body.includes('No ceremony is configured.'), body.includes('Light a candle')]).toEqual([404, true, false])
    }
  })
})

describe('/petrovDayPoll', () => {
  test('a poll is a form for who may answer, and says before how it counts', async () => {
    const { status, body } = await at('/petrovDayPoll', { seasonal_events: [poll], seasonal_tallies: [tally] }, voter)
    expect(status).toBe(200)
    expect(body).toContain('action="/api/form/seasonalAnswers.give"')
    expect(body).toContain('Green &amp; blue')
    expect(body).toContain('count if they reach the server before the poll')
    expect(body).not.toContain('4 answers')
  })

  test('an answer that was given is recorded, and cannot be given again', async () => {
    const { body } = await at('/petrovDayPoll', { seasonal_events: [poll], seasonal_answers: [mine] }, voter)
    expect(body).toContain('Your answer is recorded. It cannot be changed.')
    expect(body).not.toContain('seasonalAnswers.give')
  })

  test.each([
    ['too little karma', { viewer: { ...member(idOf(100)), karma: 9 } }, 'You need 10 karma'],
    ['an account that may not vote', { viewer: { ...voter.viewer, votingDisabled: true } }, 'Voting is disabled'],
  ])('%s reads what is needed, in place of the form', async (_who, over, words) => {
    const { status, body } = await at('/petrovDayPoll', { seasonal_events: [poll] }, over)
    expect([status, body.includes(words), body.includes('seasonalAnswers.give')]).toEqual([200, true, false])
  })

  test.each([
    ['never', false],
    ['afterClose', true],
    ['live', true],
  ])('once it is over the form is gone, there are thanks, and sums that are shown %s: %s', async (results, isShown) => {
    const over = { ...voter, now: T0 + 2 * dayMs }
    const rows = { seasonal_events: [{ ...poll, results, phase: 'over' }], seasonal_tallies: [tally] }
    const { body } = await at('/petrovDayPoll', rows, over)
    expect(body).toContain('This poll has ended.')
    expect(body).not.toContain('seasonalAnswers.give')
    expect(body.includes('4 answers')).toBe(isShown)
    expect(body.includes('aria-label="Red: 3 of 4"')).toBe(isShown)
  })

  test('a visitor is asked to sign in, and a member reads that there is none', async () => {
    expect(await at('/petrovDayPoll', { seasonal_events: [poll] })).toMatchObject({ status: 401 })
    const none = await at('/petrovDayPoll', {}, voter)
    expect([none.status, none.body.includes('There is no poll now.')]).toEqual([404, true])
  })
})

describe('the banner', () => {
  const banner = { ...usual, kind: 'banner', linkUrl: 'https://lamp.example/' }

  test('a banner stands above the front page’s list while it runs, and not before or after', async () => {
    const { body } = await at('/', { seasonal_events: [banner] })
    expect(body).toContain('<a href="https://lamp.example/">Which &lt;lamp&gt;?</a>')
    for (const now of [T0 - 1, T0 + dayMs])
      expect((await at('/', { seasonal_events: [banner] }, { now })).body).not.toContain('lamp.example')
  })
})

test('/admin/seasons has the sums and a form for each event, with its times in UTC, and one for another', async () => {
  const { status, body } = await at('/admin/seasons', { seasonal_events: [poll], seasonal_tallies: [tally] }, { viewer: admin })
  expect(status).toBe(200)
  expect(body).toMatch(/<input type="datetime-local"[^>]*value="2026-11-01T12:00"/u)
  for (const words of ['4 answers', '/api/form/seasonalEvents.end', '/api/form/seasonalEvents.remove', 'New seasonal event'])
    expect(body).toContain(words)
})
