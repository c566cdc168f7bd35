import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { asVisitor } from '../testing/device.ts'
import { show, went } from '../testing/dom.tsx'
import { network } from '../testing/network.ts'
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
