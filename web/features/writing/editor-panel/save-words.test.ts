import { expect, test } from 'vitest'
import { saveWords } from './save-words.ts'

const calm = { status: 'saved', link: 'on', ended: null, isReadOnly: false, isUnwritten: false } as const

test.each([
  ['saved', {}, 'Saved'],
  ['new, with nothing in it', { isUnwritten: true }, 'Empty draft'],
  ['new, with a first key', { isUnwritten: true, status: 'saving' }, 'Saving…'],
  ['typed a moment ago', { status: 'saving' }, 'Saving…'],
  ['on disk, with a line to the site', { status: 'on-device' }, 'On this device'],
  ['refused for its size', { status: { notSent: 'too-large' } }, 'Not sent'],
  ['without room on the device', { status: 'memory' }, 'Not on this device'],
  ['open to read', { isReadOnly: true }, 'Read only'],
  ['of a newer app', { link: 'outdated' }, 'Read only'],
  ['closed because a right has ended', { ended: { why: 'no-access', fork: null } }, 'Closed'],
] as const)('a text that is %s says so', (_what, changes, state) => {
  expect(saveWords({ ...calm, ...changes }).state.startsWith(state)).toBe(true)
})

test('without a line to the site it is said that the text waits; with one nothing needs to be said', () => {
  expect(saveWords({ ...calm, status: 'on-device', link: 'off' })).toMatchObject({
    tone: 'waiting',
    more: expect.stringMatching(/online/u),
  })
  expect(saveWords({ ...calm, status: 'on-device' })).toMatchObject({ tone: 'calm', more: null })
  expect(saveWords({ ...calm, status: 'on-device', link: 'ended' }).more).toMatch(/Sign in/u)
})

test('"Saved" is never said of anything else', () => {
  for (const status of ['loading', 'saving', 'on-device', 'memory', { notSent: 'schema' }] as const)
    expect(saveWords({ ...calm, status }).state).not.toBe('Saved')
})
