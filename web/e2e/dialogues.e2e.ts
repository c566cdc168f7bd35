/**
 * A dialogue: begun with another member, each in sight of what the other is about to say, nobody
 * else's until it is published.
 */
import { expect } from 'vitest'
import { allSent, holds } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { shoot } from './support/thread.ts'

test('a dialogue is begun, spoken by two, seen by nobody else, published, and read by everybody', async ({ site }) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  await signIn(left, 'lina')
  await left.goto(`${site.origin}/dialogues`)
  await alive(left)
  await left.getByText('New dialogue').click()
  await left.getByLabel('Title').fill('On glue and patience')
  await left.getByLabel(/Participants/u).fill('yusuf')
  await left.getByRole('button', { name: 'Create' }).click()
  await left.waitForURL(/\/posts\//u)
  await left.getByRole('heading', { level: 1, name: 'On glue and patience' }).waitFor()
  await alive(left)
  const address = left.url()
  const draft = `draft:${address.split('/')[4] ?? ''}`
  await holds(left, draft)
  await left.getByLabel('Your message').fill('Glue dries on Thursdays.')
  await left.getByRole('button', { name: 'Send message' }).click()
  await left.locator('.turns').getByText('Glue dries on Thursdays.').waitFor()
  await allSent(left)
  expect((await fetch(address)).status).toBe(404)

  await signIn(right, 'yusuf')
  await right.goto(address)
  await alive(right)
  await right.locator('.turns').getByText('Glue dries on Thursdays.').waitFor()
  expect(await right.getByLabel('Your message').count()).toBe(0)
  await shoot(right, 'dialogue asked')
  await right.getByRole('button', { name: 'Accept' }).click()
  await right.getByLabel('Your message').waitFor()
  await holds(right, draft)
  await right.getByLabel('Your message').fill('And patients on Fri')
  await left.getByText('And patients on Fri').waitFor()
  await shoot(left, 'dialogue about to be said')
  await right.getByLabel('Your message').fill('And patients on Fridays.')
  await right.getByRole('button', { name: 'Send message' }).click()
  await left.locator('.turns').getByText('And patients on Fridays.').waitFor()
  await allSent(right)

  await left.getByRole('button', { name: 'Publish dialogue' }).click()
  await allSent(left)
  await expect.poll(async () => (await fetch(address)).status).toBe(200)
  const html = await (await fetch(address)).text()
  expect(html).toContain('And patients on Fridays.')
  expect(html).not.toContain('And patients on Fri<')
  expect(await (await fetch(`${site.origin}/dialogues`)).text()).toContain('On glue and patience')
  await left.reload()
  await shoot(left, 'dialogue published')
})
