import { expect, test } from 'vitest'
import type { FormState, OwnFacts } from '#shared/pages/page-data.ts'
import { T0, idOf, member } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const own: OwnFacts = {
  ...{
    userId: idOf(100),
    userName: 'ada',
    displayName: 'Ada',
    slug: 'ada',
    bio: '',
    email: 'ada@example.org',
    emailVerifiedAt: T0,
    karma: 3,
  },
  sessions: [],
}
const tab = async (over: Partial<OwnFacts> = {}, form: FormState | null = null) =>
  (
    await web.render(
      { url: '/account?tab=calendar', as: 'html' },
      testPageData({}, { viewer: member(idOf(100)), own: { ...own, ...over }, form }),
    )
  ).body

test('the calendar tab makes an address, shows it once, and replaces or revokes it, with plain forms', async () => {
  const first = await tab()
  expect(first).toContain('Create an address')
  expect(first).not.toContain('calendars.end')
  const address = 'webcal://example.org/calendar.ics?key=abc'
  const values = { madeCalendar: address }
  const made = await tab({ calendarAt: T0 }, { mutation: 'calendars.renew', values, error: null, continueWith: null })
  expect(made).toContain(`value="${address}"`)
  expect(made).toContain(`<a href="${address}"`)
  const later = await tab({ calendarAt: T0 })
  expect(later).toContain('action="/api/form/calendars.renew"')
  expect(later).toContain('action="/api/form/calendars.end"')
  expect(later).not.toContain('webcal:')
})
