import type { Event } from '@sentry/react'
import { describe, expect, test } from 'vitest'
import { scrub, scrubCrumb, scrubEvent, scrubMessage } from './scrub.ts'

describe('a text loses', () => {
  test.each([
    ['an address', 'no account for ann.b+x@mail.example.org here', 'no account for [address left out] here'],
    ['an address in a URL', '/login?returnTo=/x&who=ann%40mail.example', '/login?returnTo=/x&who=[address left out]'],
    ['a token', 'https://x.example/a?token=abc.def&page=2', 'https://x.example/a?token=[left out]&page=2'],
    ['a named token', '/a?unsubscribe_token=abc', '/a?unsubscribe_token=[left out]'],
    ['a code in a fragment', '/oauth#code=4%2F0Ab&ok=1', '/oauth#code=[left out]&ok=1'],
    ['a key', '/a?api_key=1&apikey=2&k=3', '/a?api_key=[left out]&apikey=[left out]&k=3'],
    ['a session and a password', '/a?session=9&password=hunter2', '/a?session=[left out]&password=[left out]'],
    ['an invitation', '/invite/friends-only?x=1 and ?invite=zz', '/invite/[left out]?x=1 and ?invite=[left out]'],
    ['a reset link', '/resetPassword/abc', '/resetPassword/[left out]'],
    ['an opaque segment', '/x/Zk39sLqP02mVbT7yR4uW/edit', '/x/[left out]/edit'],
    ['a hash', '/x/0123456789abcdef0123456789abcdef', '/x/[left out]'],
    ['a name', '/users/ann-lee/replies', '/users/[name]/replies'],
    ['a bearer', 'Authorization: Bearer abc.def.ghi', 'Authorization: [left out]'],
    ['cookies', 'cookie: a=1; session=2', 'cookie: [left out]'],
  ])('%s', (_what, text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed)
  })
})

test.each([
  '/posts/01jd3w8k5n0qv6z2x4r7t9y1b3/a-long-title-of-2026-about-nothing',
  'https://x.example/assets/post-page-D3f9aK2b.js:12:34',
  '/allPosts?sort=new&limit=40',
  '/users/:slug',
  '/resetPassword/:token',
])('%s stays what it is', (text) => {
  expect(scrub(text)).toBe(text)
})

test.each([
  ['Unexpected token \'D\', "Dear Ann, "... is not valid JSON', 'Unexpected token \'D\', "[text]"... is not valid JSON'],
  ['cannot save “what I wrote to nobody”', 'cannot save "[text]"'],
  ["Cannot read properties of null (reading 'name')", "Cannot read properties of null (reading 'name')"],
  ['"posts/new" was not prepared', '"posts/new" was not prepared'],
])('an error’s words lose what they quote: %s', (message, scrubbed) => {
  expect(scrubMessage(message)).toBe(scrubbed)
})

test('an error’s words are not longer than an error', () => {
  expect(scrubMessage('x '.repeat(5_000)).length).toBe(500)
})

test('an event leaves without anything of a person', () => {
  const event: Event = {
    user: { email: 'ann@mail.example', username: 'ann', ip_address: '10.1.2.3' },
    extra: { draft: 'Dear all' },
    message: 'for ann@mail.example',
    request: {
      url: 'https://x.example/login?code=1',
      cookies: { session: 'abc' },
      data: 'typed',
      headers: { 'User-Agent': 'Firefox', Cookie: 'session=abc', Authorization: 'Bearer abc', Referer: '/users/ann' },
    },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'refused "Dear all, I have news"',
          stacktrace: {
            frames: [
              {
                filename: 'https://x.example/login?code=1',
                context_line: 'const a = 1',
                pre_context: ['<p>Dear all</p>'],
                post_context: ['x'.repeat(400)],
                vars: { text: 'typed' },
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: [{ category: 'ui.input', message: 'to ann@mail.example', data: { value: 'typed', to: '/users/ann', on: 'button.btn' } }],
    contexts: { page: { draft: 'typed', at: '/users/ann' }, flags: { values: [{ flag: 'profiling', result: false }] } },
    tags: { route: '/posts/:postId', user: 'ann' },
  }
  expect(scrubEvent(event)).toEqual({
    message: 'for [address left out]',
    request: { url: 'https://x.example/login?code=[left out]', headers: { 'User-Agent': 'Firefox' } },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'refused "[text]"',
          stacktrace: {
            frames: [
              {
                filename: 'https://x.example/login?code=[left out]',
                context_line: 'const a = 1',
                pre_context: ['[page]'],
                post_context: ['[page]'],
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: [{ category: 'ui.input', message: 'to [address left out]', data: { to: '/users/[name]', on: 'button.btn' } }],
    contexts: { page: { at: '/users/[name]' }, flags: { values: [{ flag: 'profiling', result: false }] } },
    tags: { route: '/posts/:postId' },
  })
})

test('what somebody writes to us is theirs to send; where they stood may hold a token', () => {
  const feedback = {
    name: 'Ann',
    contact_email: 'ann@mail.example',
    message: 'Mail ann@mail.example, "as I said before"',
    source: 'widget',
  }
  const event: Event = { contexts: { feedback: { ...feedback, url: 'https://x.example/resetPassword/abc' } } }
  expect(scrubEvent(event).contexts?.['feedback']).toEqual({ ...feedback, url: 'https://x.example/resetPassword/[left out]' })
})

test('a crumb keeps its kind', () => {
  expect(scrubCrumb({ category: 'navigation', timestamp: 1, data: { from: '/users/ann', to: '/a?token=1' } })).toEqual({
    category: 'navigation',
    timestamp: 1,
    data: { from: '/users/[name]', to: '/a?token=[left out]' },
  })
})
