import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const options = { inlineScript: '', isHttps: true, isDevelopment: false, socketOrigin: null }

test('pages let stacks be sampled only where the flag for it is on', () => {
  const policyOf = (isProfiled: boolean) => new Map(securityHeaders({ ...options, isProfiled }).page).get('document-policy')
  expect([policyOf(true), policyOf(false)]).toEqual(['js-profiling', undefined])
})
