import { expect, test } from 'vitest'
import { archiveDocuments } from '#shared/archive/documents.ts'
import { tables } from '#shared/registry.ts'
import { archivedTables, contentHash } from './archive-docs.ts'

test('the page of the archive names every kind of document, and no other', () => {
  expect(archiveDocuments.map(([name]) => name).toSorted()).toEqual(archivedTables.toSorted())
})

test('no field of a record is lost to a name that a document needs for itself', () => {
  for (const { name, row } of tables.filter((table) => archivedTables.includes(table.name))) {
    // zod keeps an object's fields at `_zod.def.shape`; its types do not say so of a table's row.
    const fields = Object.keys((row as unknown as { _zod: { def: { shape: object } } })._zod.def.shape)
    expect(
      fields.filter((field) => field === 'table' || field.startsWith('_')),
      name,
    ).toEqual([])
  }
})

test('a document has one digest, in whatever order its fields stand', () => {
  expect(contentHash({ _id: 'posts:1', a: 1, b: { c: [1, 2], d: null } })).toBe(
    contentHash({ b: { d: null, c: [1, 2] }, a: 1, _id: 'posts:1' }),
  )
  expect(contentHash({ _id: 'posts:1', a: [1, 2] })).not.toBe(contentHash({ _id: 'posts:1', a: [2, 1] }))
})
