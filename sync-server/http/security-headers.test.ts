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

test('a page is alone in its window group, a file runs no script, and neither is taken for another type', () => {
  const headers = securityHeaders(options)
  const of = (kind: 'page' | 'api' | 'file' | 'feed', name: string) => new Map(headers[kind]).get(name)
  expect(of('page', 'cross-origin-opener-policy')).toBe('same-origin')
  expect(of('file', 'content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/u)
  for (const kind of ['page', 'api', 'file', 'feed'] as const) {
    expect(of(kind, 'x-content-type-options')).toBe('nosniff')
    expect(of(kind, 'cross-origin-resource-policy')).toBe('same-origin')
    expect(of(kind, 'strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  }
})
