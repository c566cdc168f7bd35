import { expect, test } from 'vitest'
import { missingSentence, trimmed } from './feedback.ts'

const all = { nameRequired: true, emailRequired: true }
const none = { nameRequired: false, emailRequired: false }

test('missing fields are named by their labels, in their order', () => {
  expect(missingSentence({ name: '', email: ' ', message: '\n' }, all)).toBe(
    'Please enter in the following required fields: Name, Email, Description',
  )
  expect(missingSentence({ name: 'Ann', email: '', message: 'It broke' }, all)).toBe('Please enter in the following required fields: Email')
})

test('only the message is required unless the site says otherwise', () => {
  expect(missingSentence({ name: '', email: '', message: '' }, none)).toBe('Please enter in the following required fields: Description')
  expect(missingSentence({ name: '', email: '', message: 'It broke' }, none)).toBeNull()
})

test('what is sent is trimmed, and a name is one line', () => {
  expect(trimmed({ name: ' Ann\r\nB ', email: ' a@b.example ', message: ' It\nbroke ' })).toEqual({
    name: 'Ann B',
    email: 'a@b.example',
    message: 'It\nbroke',
  })
})
