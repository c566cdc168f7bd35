/**
 * Events: an organizer announces one and sees who comes; a member whose network is gone has what
 * comes on the device, and answers there.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { phone } from './support/browser.ts'
import { doAtConsole, holds, itemsInDevice, rowsOf, until, visit } from './support/device.ts'
import { pressPublish } from './support/editor-panel.ts'
import { mutationOf } from './support/elsewhere.ts'
import { alive, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'

const memberId = (site: Site, userName: string) => String(rowsOf(site, 'members').find((row) => row['userName'] === userName)?.['id'])
const groupId = (site: Site, name: string) => String(rowsOf(site, 'local_groups').find((row) => row['name'] === name)?.['id'])
const eventId = (site: Site, title: string) => String(rowsOf(site, 'posts').find((row) => row['title'] === title)?.['id'])
const followGroup = (site: Site, userName: string, targetId: string) =>
  mutationOf(site, userName, 'subscriptions.set', { kind: 'group', targetId, state: 'on', via: null })
const answer = (page: Page, word: string) => page.getByRole('group', { name: 'Your RSVP' }).getByRole('button', { name: word, exact: true })

test('an organizer announces an event in a group; a follower hears of it and answers; the list for the door has them', async ({ site }) => {
  const [organizer, member] = [await site.newReader({ viewport: phone }), await site.newReader({ viewport: phone })]
  const [ours, theirs] = [organizer.page, member.page]
  const group = groupId(site, 'Berliner Werkstattgespräche')
  await followGroup(site, 'wim', group)
  await signIn(ours, 'lina')
  await ours.goto(`${site.origin}/newEvent?groupId=${group}`)
  await alive(ours)
  await ours.getByLabel('Title').fill('Glue on the train')
  await ours.getByLabel('Start').fill('2032-12-12T18:30')
  await ours.getByRole('combobox', { name: 'Find a town' }).fill('Potsdam')
  await ours.getByRole('listbox', { name: 'Towns' }).getByRole('option', { name: /Germany/u }).first().click() // oxfmt-ignore
  await expect.poll(() => ours.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
  await expect.poll(() => ours.getByLabel('Location', { exact: true }).inputValue()).toBe('Potsdam, Germany')
  await ours.getByLabel('Places').fill('2')
  await ours.getByLabel('Description', { exact: true }).fill('Bring a chair.')
  await ours.getByRole('button', { name: 'Save' }).click()
  await ours.getByRole('link', { name: 'Publish', exact: true }).click()
  await ours.waitForURL(/#publish$/u)
  await pressPublish(ours)
  await ours.waitForURL(/\/events\/[0-9a-z]{26}\/glue-on-the-train/u)
  const id = eventId(site, 'Glue on the train')

  await signIn(theirs, 'wim')
  await until(
    async () => rowsOf(site, 'notifications').some(({ cause, userId }) => cause === `event:${id}` && userId === memberId(site, 'wim')),
    'the follower is notified',
  )
  await visit(theirs, `${site.origin}/notifications`)
  await theirs.getByRole('link', { name: /Glue on the train/u }).first().click() // oxfmt-ignore
  await theirs.getByText('0 of 2 places taken.').waitFor()
  expect(await theirs.locator('.facts').first().textContent()).toContain('Potsdam, Germany')
  await answer(theirs, 'Going').click()
  await theirs.getByText('1 of 2 places taken.').waitFor()

  await ours.goto(`${site.origin}/events/${id}`)
  await ours.getByRole('link', { name: 'Door list to print' }).click()
  await ours.getByRole('heading', { name: 'Going (1 of 2)' }).waitFor()
  expect(await ours.locator('.door li').allTextContents()).toEqual([expect.stringMatching(/^Wim /u)])
})

/** How long a page is at rest before it prefetches (docs/decisions/0034). */
const waits: readonly (number | undefined)[] = [27_000, 60_000]

deviceTest(
  'events of a followed group are on a device that never opened them; an answer arrives once, one to a canceled event is kept with the reason',
  async ({ site }) => {
    const { page, context } = await site.newReader({ as: 'lina', viewport: phone })
    const group = groupId(site, 'Lagos reading table')
    const [first, second] = [eventId(site, 'First table: a story about a queue'), eventId(site, 'Second table: letters to an editor')]
    await followGroup(site, 'lina', group)
    await mutationOf(site, 'kofi', 'events.change', { id: second, changed: { joinUrl: 'https://meet.example/lagos' } })
    await visit(page, `${site.origin}/about`)
    await until(async () => JSON.stringify(await itemsInDevice(page, 'subscriptions')).includes(group), 'the device knows what is followed')
    // That clock is hurried.
    await context.addInitScript((hurriedMs) => {
      const own = window.setTimeout.bind(window)
      Object.defineProperty(window, 'setTimeout', { value: (run: () => void, ms?: number) => own(run, hurriedMs.includes(ms) ? 500 : ms) })
    }, waits)
    await page.reload()
    await holds(page, `thread:${first}`)
    await holds(page, `thread:${second}`)
    const keptPages = async () => (await itemsInDevice(page, 'pages')).map(({ address }) => String(address))
    await expect.poll(keptPages).toEqual(expect.arrayContaining(['/upcomingEvents', `/groups/${group}`, expect.stringMatching(/^\/groups-map\?lat=6\.5/u)])) // oxfmt-ignore

    await site.goOffline()
    await page.goto(`${site.origin}/upcomingEvents`)
    await alive(page)
    await page.getByRole('link', { name: 'Second table: letters to an editor' }).click()
    await page.getByRole('link', { name: 'https://meet.example/lagos' }).waitFor()
    expect(await page.locator('.facts').first().textContent()).toContain('Yaba bookshop, Lagos')
    await answer(page, 'Going').click()
    await page.getByText(/^Your RSVP: not sent yet/u).waitFor()
    const answered = page.url()
    await page.goto(`${site.origin}/events/${first}`)
    await answer(page, 'Going').click()
    await page.getByText(/^Your RSVP: not sent yet/u).waitFor()
    await doAtConsole(site, 'kofi', 'events.change', { id: first, changed: { isCancelled: true } })
    await page.goto(answered)
    await page.getByRole('link', { name: 'Show on the map' }).click()
    await page.locator('.map-pin').first().waitFor()
    // The outline is on the device, too.
    const outline = await page.locator('.map-land image').first().getAttribute('href')
    expect(await page.evaluate(async (href) => (await fetch(href)).ok, outline ?? '')).toBe(true)

    await site.goOnline()
    const me = memberId(site, 'lina')
    const stored = () => rowsOf(site, 'rsvps').filter(({ userId, postId }) => userId === me && postId === second)
    await expect.poll(() => stored().map(({ answer: said }) => said)).toEqual(['going'])
    expect(rowsOf(site, 'rsvps').filter(({ userId, postId }) => userId === me && postId === first)).toEqual([])
    await page.goto(`${site.origin}/outbox`)
    await page.locator('.refusal').filter({ hasText: 'First table' }).locator('.why').getByText(/canceled/u).waitFor() // oxfmt-ignore
  },
)
