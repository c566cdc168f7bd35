import { expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { loggableUrl, redaction } from './log.ts'

test.each([
  ['/posts/1/on-tides?limit=5', '/posts/1/on-tides?limit=5'],
  ['/resetPassword/abc123', '/resetPassword/…'],
  ['/resetpassword/abc123?x=1', '/resetpassword/…?x=1'],
  ['/emailToken/abc123/', '/emailToken/…/'],
  ['/api/page?url=%2FemailToken%2Fabc123', '/api/page?url=%2FemailToken%2F…'],
  ['/login?returnTo=/resetPassword/abc123&x=1', '/login?returnTo=/resetPassword/…&x=1'],
  ['/a?token=abc123&b=1&password=abc123', '/a?token=…&b=1&password=…'],
])('%s is logged as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged)
})

test('secrets inside a logged object are left out', () => {
  let line = ''
  const stream = new Writable({ write: (chunk, _encoding, done) => ((line += String(chunk)), done()) })
  const secret = 'abc123'
  pino({ redact: redaction }, stream).info({
    password: secret,
    form: { newPassword: secret, token: secret },
    request: { headers: { cookie: secret, authorization: secret } },
    kept: 'yes',
  })
  expect([line.includes(secret), line.includes('yes')]).toEqual([false, true])
})
