import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverDomains } from './domains.ts'

const manifests = globSync('*/domain.ts', { cwd: import.meta.dirname })

test.each(manifests)('%s is one manifest, and found once', async (path) => {
  const module: Readonly<Record<string, unknown>> = await import(join(import.meta.dirname, path))
  const own: readonly unknown[] = Object.values(module)
  expect(own).toHaveLength(1)
  expect(serverDomains.filter((domain) => own.includes(domain))).toHaveLength(1)
})

test('every manifest that is found is that of a folder', () => {
  expect(serverDomains).toHaveLength(manifests.length)
})
