import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { takeBack, takeBackHere } from '../../../data/dismissed.ts'
import { asMember, asVisitor } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import '../../../app/routes.ts'
import { Welcome } from './welcome.tsx'

const join = page.getByRole('link', { name: 'Join', exact: true })

test('a newcomer is welcomed until they dismiss it, on this page and the next; a member is not', async () => {
  const { dataset } = document.documentElement
  dataset['js'] = '0'
  onTestFinished(() => {
    delete dataset['js']
    takeBack('welcome')
    takeBackHere('welcome')
  })
  asVisitor()
  await show(<Welcome />)
  await expect.element(join).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => join.query()).toBeNull()
  expect(localStorage.getItem('gone')).toBe('welcome')
  asMember()
  await expect.poll(() => join.query()).toBeNull()
})
