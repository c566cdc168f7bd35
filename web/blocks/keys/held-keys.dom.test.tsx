import { expect, test } from 'vitest'
import { focused, showHtml } from '../../testing/dom.tsx'
import { followKeys } from './follow-keys.ts'

test('keys that were pressed on a page without the app are done once it is there', async () => {
  showHtml([1, 2, 3].map((n) => `<article class="row"><h3 class="row-title"><a href="#post-${n}">Post ${n}</a></h3></article>`).join(''))
  const keys = [new KeyboardEvent('keydown', { key: 'j' }), new KeyboardEvent('keydown', { key: 'j' })]
  const late = { ready: true, mutation: null, light: 0, begin: () => {}, policy: { createScriptURL: (url: string) => url }, keys } as const
  Object.assign(window, { __late: late })
  followKeys(() => {})
  await expect.poll(() => focused()).toBe('Post 2')
  expect('keys' in late).toBe(false)
})
