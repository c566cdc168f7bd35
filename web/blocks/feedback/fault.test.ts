import { expect, test } from 'vitest'
import { faultOf, tooLong } from './fault.ts'

const all = { nameRequired: true, emailRequired: true }
const none = { nameRequired: false, emailRequired: false }

test('missing fields are named before anything else, and the first of them is the one to go to', () => {
  expect(faultOf({ name: ' ', email: '', message: '' }, all, true)).toEqual({
    words: 'Please enter in the following required fields: Name, Email, Description',
    fields: ['name', 'email', 'message'],
  })
  expect(faultOf({ name: '', email: '', message: '\n' }, none, false)).toEqual({
    words: 'Please enter in the following required fields: Description',
    fields: ['message'],
  })
})

test('a text that is too long is said to be so before it is sent, white space around it not counted', () => {
  expect(tooLong('message', ` ${'x'.repeat(20_000)}\n`)).toBeNull()
  expect(tooLong('message', 'x'.repeat(21_500))).toBe('Description: 1,500 characters too long; the limit is 20,000.')
  expect(faultOf({ name: 'x'.repeat(201), email: '', message: 'It broke' }, none, false)?.fields).toEqual(['name'])
})

test('an address that the browser takes for none is not sent', () => {
  expect(faultOf({ name: '', email: 'ann', message: 'It broke' }, none, true)?.fields).toEqual(['email'])
  expect(faultOf({ name: '', email: '', message: 'It broke' }, none, false)).toBeNull()
})
