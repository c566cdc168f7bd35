import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf } from '#shared/testing/factories.ts'
import { asMember, mia } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { PinnedOrder } from './pinned-order.tsx'

const posts = ['Herons', 'Low tide', 'A long walk'].map((title, at) => ({ id: idOf(at + 1), title, lang: 'en' }))

test('pinned posts are moved by the keyboard, and the form says which one and where to', async () => {
  await page.viewport(320, 640)
  asMember(mia)
  const path = links.form('accounts.movePinnedPost')
  network.answers(path, { json: { location: '/account?tab=profile' } })
  await show(<PinnedOrder posts={posts} />)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  for (const [name, postId, beforeId] of [
    ['Move Low tide up', idOf(2), idOf(1)],
    ['Move Herons down', idOf(1), idOf(3)],
    ['Move Low tide down', idOf(2), ''],
  ] as const) {
    const button = page.getByRole('button', { name })
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() =>
        network
          .asked(path)
          .map((request) => fieldsOf(request))
          .at(-1),
      )
      .toMatchObject({ postId, beforeId })
  }
  expect((page.getByRole('button', { name: 'Move Herons up', includeHidden: true }).element() as HTMLButtonElement).disabled).toBe(true)
  await page.viewport(1280, 900)
})

test('dragged onto another one’s upper half it goes before it', async () => {
  asMember(mia)
  const path = links.mutation('accounts.movePinnedPost')
  network.answers(path, { json: { kind: 'applied', seq: 1 } })
  await show(<PinnedOrder posts={posts} />)
  await page.getByText('A long walk').dropTo(page.getByText('Herons'), { targetPosition: { x: 5, y: 2 } })
  await expect.poll(() => network.asked(path).map(({ body }) => JSON.parse(body).args)).toEqual([{ postId: idOf(3), beforeId: idOf(1) }])
})
