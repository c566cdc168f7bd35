import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const options = { inlineScript: '', isHttps: true, isDevelopment: false, socketOrigin: null }

test('pages frame the hosts that a text may embed, and nobody else; no one frames a page', () => {
  const policy = new Map(securityHeaders(options).page).get('content-security-policy') ?? ''
  const [, frames = ''] = /frame-src ([^;]*)/.exec(policy) ?? []
  expect(frames.split(' ').every((origin) => /^https:\/\/[a-z.-]+$/.test(origin))).toBe(true)
  expect(frames).toContain('https://www.youtube-nocookie.com')
  expect(policy).toContain("frame-ancestors 'none'")
})

test('pages let stacks be sampled only where the flag for it is on', () => {
  const policyOf = (isProfiled: boolean) => new Map(securityHeaders({ ...options, isProfiled }).page).get('document-policy')
  expect([policyOf(true), policyOf(false)]).toEqual(['js-profiling', undefined])
})
