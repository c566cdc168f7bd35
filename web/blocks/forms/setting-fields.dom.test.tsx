import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { box, oneOf } from '#shared/kernel/settings.ts'
import { expectAccessible, show } from '../../testing/dom.tsx'
import { SettingFields } from './setting-fields.tsx'

const settings = {
  isQuiet: box(true, 'sound', 'Quiet', 'No sound at night.'),
  voice: oneOf('low', 'sound', 'Voice', { low: 'Low', high: 'High' }),
  isElsewhere: box(false, 'other', 'Elsewhere'),
}

test('a setting that is declared stands in the form of its section, and says at once what was chosen', async () => {
  const chosen: unknown[] = []
  show(
    <SettingFields
      settings={settings}
      section="sound"
      values={{ isQuiet: true, voice: 'low', isElsewhere: false }}
      onSet={(choice) => chosen.push(choice)}
    />,
  )
  await userEvent.click(page.getByRole('checkbox', { name: 'Quiet' }))
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Voice' }), 'High')
  expect(chosen).toEqual([
    { field: 'isQuiet', value: false },
    { field: 'voice', value: 'high' },
  ])
  await expect.element(page.getByRole('checkbox', { name: 'Quiet' })).toHaveAccessibleDescription('No sound at night.')
  await expect.element(page.getByText('Elsewhere')).not.toBeInTheDocument()
  await expectAccessible()
})
