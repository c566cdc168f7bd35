import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { box, oneOf, settingChoices, settingFields, settingsFromForm, standardOf } from './settings.ts'

const settings = {
  isQuiet: box(true, 'sound', 'Quiet'),
  voice: oneOf('low', 'sound', 'Voice', { low: 'Low', high: 'High' }),
}
const Row = z.object({ id: z.string(), ...settingFields(settings) })
const [First, Second] = settingChoices(settings)

test('a row from before there was the setting is as the standard says', () => {
  expect(Row.parse({ id: 'a', isQuiet: false })).toEqual({ id: 'a', isQuiet: false, voice: 'low' })
  expect(standardOf(settings)).toEqual({ isQuiet: true, voice: 'low' })
})

test('one setting is taken with what it may be, and nothing else', () => {
  expect(First?.safeParse({ field: 'isQuiet', value: false }).success).toBe(true)
  expect(Second?.safeParse({ field: 'voice', value: 'high' }).success).toBe(true)
  for (const wrong of [
    { field: 'voice', value: 'shrill' },
    { field: 'voice', value: true },
    { field: 'other', value: 'low' },
  ])
    expect(Second?.safeParse(wrong).success).toBe(false)
})

test('a form without scripting sends ticked boxes alone', () => {
  expect(settingsFromForm(settings, { voice: 'high' })).toEqual([
    { field: 'isQuiet', value: false },
    { field: 'voice', value: 'high' },
  ])
  expect(settingsFromForm(settings, { isQuiet: 'on' })).toContainEqual({ field: 'isQuiet', value: true })
})
