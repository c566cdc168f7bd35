import { expect, test } from 'vitest'
import { links } from '#shared/links.ts'
import { signInReason } from './sign-in-reason.ts'

test.each([
  [links.newPost('question'), 'Sign in to write a post.'],
  [links.notices({ tab: 'karma' }), 'Sign in to see your notifications.'],
  [links.bookmarks({}, 'readhistory'), 'Sign in to have your bookmarks and history on all your devices.'],
  [links.editWiki('proof'), 'Sign in to edit this wiki page.'],
  ['/posts/1/a', 'Sign in, and you’ll be back on the page you came from.'],
  // Another page whose address only begins the same.
  ['/draftsmen', 'Sign in, and you’ll be back on the page you came from.'],
])('who was led from %s sees why', (returnTo, reason) => {
  expect(signInReason(returnTo, 'signIn')).toBe(reason)
})

test('who came to sign in is not told why', () => {
  expect(signInReason(links.front(), 'signIn')).toBeNull()
})

test('the sign-up form says so', () => {
  expect(signInReason(links.drafts(), 'signUp')).toBe('Sign up to see your drafts.')
})
