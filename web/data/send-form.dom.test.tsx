import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { asVisitor } from '../testing/device.ts'
import { show, went } from '../testing/dom.tsx'
import { network } from '../testing/network.ts'
import { databaseOf } from './device/database-of.ts'
import { keptAt, startKeeping } from './saved-text.ts'
import { useSendForm } from './send-form.ts'

startKeeping()
beforeEach(() => asVisitor())

interface WordsProps {
  readonly mutation: string
  readonly place: string
  readonly isAdded: boolean
}

function Words({ mutation, place, isAdded }: WordsProps) {
  const { form } = useSendForm(mutation, { keepAs: place, isAdded })
  return (
    <form {...form}>
      <textarea name="words" aria-label="Words" />
      <button>Send</button>
    </form>
  )
}

test.each([
  ['of words that are added only what was typed on', true, 'More'],
  ['of words that take the place of others the whole', false, 'Sent. More'],
])('what is typed while a form is being sent stays on this device: %s', async (_what, isAdded, left) => {
  const place = `words:${isAdded}`
  const arrive = network.holds(links.form('some.words'), { json: { ok: true, location: '/there' } })
  await show(<Words mutation="some.words" place={place} isAdded={isAdded} />)
  const field = page.getByRole('textbox', { name: 'Words' })
  await field.fill('Sent.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => network.asked(links.form('some.words'))).toHaveLength(1)
  await expect.poll(() => keptAt(place)).toMatchObject({ sending: { values: { words: 'Sent.' } } })
  await field.fill('Sent. More')
  arrive()
  await expect.poll(() => went.to).toEqual(['/there'])
  await expect.poll(async () => (await keptAt(place))?.values).toEqual({ words: left })
  expect((await keptAt(place))?.sending).toBeUndefined()
})

/** Keeps every other write to what was typed here waiting. Gives the way to let them go. */
async function holdWords(): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(databaseOf(null))
    request.addEventListener('success', () => resolve(request.result))
  })
  const held = db.transaction('drafts', 'readwrite').objectStore('drafts')
  let isHeld = true
  const again = () => void (isHeld && held.get('').addEventListener('success', again))
  again()
  return () => {
    isHeld = false
    db.close()
  }
}

test.each([
  ['once nothing of what was sent is kept any more', true],
  ['all the same where the device does not come to forget it', false],
])('after sending one goes on %s', async (_what, isLetGo) => {
  const place = `words:held:${isLetGo}`
  const arrive = network.holds(links.form('some.words'), { json: { ok: true, location: '/there' } })
  await show(<Words mutation="some.words" place={place} isAdded={false} />)
  await page.getByRole('textbox', { name: 'Words' }).fill('Sent.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => keptAt(place)).toMatchObject({ sending: { values: { words: 'Sent.' } } })
  const letGo = await holdWords()
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(went.to).toEqual([])
  if (isLetGo) letGo()
  await expect.poll(() => went.to, { timeout: 5_000 }).toEqual(['/there'])
  if (isLetGo) expect(await keptAt(place)).toBeUndefined()
  letGo()
})
