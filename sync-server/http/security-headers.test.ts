import { expect, test } from 'vitest'
import { trustedPolicies } from '#shared/pages/trusted-policies.ts'
import { policyReportPath } from '#shared/reports/ingest.ts'
import { securityHeaders } from './security-headers.ts'

const options = { inlineScript: '', ageScript: 'age()', isHttps: true, isDevelopment: false, socketOrigin: null }

/** The page's policy by directive. */
function directivesOf(of: Parameters<typeof securityHeaders>[0]): ReadonlyMap<string, string> {
  const policy = new Map(securityHeaders(of).page).get('content-security-policy') ?? ''
  return new Map(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]))
}

test('pages frame the hosts that a text may embed, and nobody else; no one frames a page', () => {
  const policy = new Map(securityHeaders(options).page).get('content-security-policy') ?? ''
  const [, frames = ''] = /frame-src ([^;]*)/.exec(policy) ?? []
  expect(frames.split(' ').every((origin) => /^https:\/\/[a-z.-]+$/.test(origin))).toBe(true)
  expect(frames).toContain('https://www.youtube-nocookie.com')
  expect(policy).toContain("frame-ancestors 'none'")
})

test('pages take no plain string for HTML or a script, and allow no policies but the known ones and none that is the default', () => {
  const directives = directivesOf(options)
  expect(directives.get('require-trusted-types-for')).toBe("'script'")
  expect(directives.get('trusted-types')?.split(' ')).toEqual([...trustedPolicies])
  expect(directives.get('trusted-types')).not.toMatch(/default|allow-duplicates|\*/u)
  // Vite's client in development has sinks of its own.
  expect(directivesOf({ ...options, isDevelopment: true }).has('require-trusted-types-for')).toBe(false)
})

test('what a page refuses is reported to this site, by an endpoint where there is https and by address everywhere', () => {
  const of = (isHttps: boolean) => new Map(securityHeaders({ ...options, isHttps }).page).get('reporting-endpoints')
  expect([of(true), of(false)]).toEqual([`policy="${policyReportPath}"`, undefined])
  const reporting = (isHttps: boolean) => ['report-to', 'report-uri'].map((name) => directivesOf({ ...options, isHttps }).get(name))
  expect(reporting(true)).toEqual(['policy', policyReportPath])
  // A browser that knows `report-to` asks for no other, and reports by it over https alone.
  expect(reporting(false)).toEqual([undefined, policyReportPath])
})

test('pictures come from this site; on the map also from where the operator’s tiles are, and from nowhere else', () => {
  const picturesOf = (tilesOrigin?: string) => {
    const headers = securityHeaders({ ...options, tilesOrigin })
    return [headers.page, headers.map].map((pairs) => /img-src ([^;]*)/u.exec(new Map(pairs).get('content-security-policy') ?? '')?.[1])
  }
  const own = "'self' data: blob:"
  expect(picturesOf()).toEqual([own, own])
  expect(picturesOf('https://tiles.example')).toEqual([own, `${own} https://tiles.example`])
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
