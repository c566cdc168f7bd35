import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deviceDomains } from './device-domains.ts'
import { domains } from './domains.ts'
import type { Domain } from './kernel/domain.ts'
import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'

type Exports = Readonly<Record<string, unknown>>

const found = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^kernel\/|\/testing\//u.test(path))
    .sort()

const exportsOf = async (path: string): Promise<readonly unknown[]> => {
  const module: Exports = await import(join(import.meta.dirname, path))
  return Object.values(module)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isDomain = (value: unknown): value is Domain => isObject(value) && 'outboxWords' in value
const isTable = (value: unknown): value is Table => isObject(value) && 'readers' in value && 'row' in value
const isMutation = (value: unknown): value is Mutation<unknown> => isObject(value) && 'run' in value && 'upcasts' in value
const namesOf = (things: readonly { readonly name: string }[]): readonly string[] => things.map(({ name }) => name).toSorted()

const manifests = found('*/{domain,server-domain}.ts')

test.each(manifests)('%s is one manifest, and listed once', async (path) => {
  const own = (await exportsOf(path)).filter(isDomain)
  expect(own).toHaveLength(1)
  expect(domains.filter((domain) => own.includes(domain))).toHaveLength(1)
})

test('every listed manifest is that of a folder', () => {
  expect(domains).toHaveLength(manifests.length)
})

describe('every manifest is whole', () => {
  test('each table that a schema declares is in one, once', async () => {
    const declared = (await Promise.all(found('*/*schema.ts').map(exportsOf))).flat().filter(isTable)
    expect(declared.length).toBeGreaterThan(60)
    expect(namesOf(domains.flatMap(({ tables }) => tables))).toEqual(namesOf(declared))
  })

  test('each mutation is in one, once', async () => {
    const declared = (await Promise.all(found('*/*mutations.ts').map(exportsOf))).flat().filter(isMutation)
    expect(declared.length).toBeGreaterThan(100)
    expect(namesOf(domains.flatMap(({ mutations }) => mutations))).toEqual(namesOf(declared))
  })

  test('a table has a policy in its manifest where its visibility is custom, and only there; the server may replace a device’s', () => {
    const onDevices = new Set(deviceDomains.flatMap(({ policies }) => policies.map(({ table }) => table)))
    for (const domain of domains) {
      const custom = domain.tables.filter(({ readers }) => readers.kind === 'custom').map(({ name }) => name)
      const own = domain.policies.map(({ table }) => table).filter((table) => deviceDomains.includes(domain) || !onDevices.has(table))
      expect(own.toSorted()).toEqual(custom.toSorted())
    }
  })

  test('faces and words of the outbox are of its own tables and mutations', () => {
    for (const { tables, mutations, faces, outboxWords } of domains) {
      expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(faces.map(({ table }) => table)))
      expect(mutations).toEqual(expect.arrayContaining(outboxWords.map(({ mutation }) => mutation)))
    }
  })
})

test('devices load the manifests that have something for them, and no others', () => {
  const isForDevices = ({ tables, mutations }: Domain): boolean =>
    tables.some(({ isOnDevices }) => isOnDevices) || mutations.some(({ runs }) => runs !== 'server')
  expect(domains.filter(isForDevices)).toEqual(deviceDomains)
})
