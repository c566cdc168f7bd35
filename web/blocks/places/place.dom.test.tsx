import { expect, test } from 'vitest'
import { drawn, show } from '../../testing/dom.tsx'
import { page } from 'vitest/browser'
import { PartsContext } from './parts-context.ts'
import { Place } from './place.tsx'

const Note = ({
  page: { title },
  given: { member },
}: {
  readonly page: { title: string }
  readonly given: { member: { name: string } }
}) => (
  <p>
    {title} by {member.name}
  </p>
)
const parts: Readonly<Record<string, unknown>> = { 'notes/note': Note }
const bring = async (name: string) => {
  const part = parts[name]
  if (part === undefined) throw new Error(`${name} cannot be had`)
  return part as never
}
const place = (
  <PartsContext value={bring}>
    <p>Before</p>
    <Place on="profile" given={{ member: { id: 'a', name: 'Ada' } }} />
    <p>After</p>
  </PartsContext>
)

test('what domains show at a place stands there in its order, with what the page has at hand', async () => {
  await show(place, { parts: { profile: { 'notes/note': { title: 'Two tides' } } } })
  await expect.element(page.getByText('Two tides by Ada')).toBeVisible()
  expect(document.querySelector('main')?.textContent).toBe('BeforeTwo tides by AdaAfter')
})

test('a part that cannot be had is left out, and the others stand', async () => {
  await show(place, { parts: { profile: { 'others/absent': {}, 'notes/note': { title: 'Two tides' } } } })
  await expect.element(page.getByText('Two tides by Ada')).toBeVisible()
  await drawn()
  expect(document.querySelector('main')?.textContent).toBe('BeforeTwo tides by AdaAfter')
})

test('a place where nothing is shown is nothing', async () => {
  await show(place)
  await drawn()
  expect(document.querySelector('main')?.textContent).toBe('BeforeAfter')
})
