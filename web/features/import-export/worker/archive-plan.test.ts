import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { accountFile } from '#shared/formats/own-data.ts'
import { aMember, idOf, T0 } from '#shared/testing/factories.ts'
import { partsOf } from '../send-archive.ts'
import { archivePlan } from './archive-plan.ts'

const me = aMember()
const bookmark = {
  id: `${me.id}:${idOf(5)}`,
  userId: me.id,
  targetKind: 'post',
  targetId: idOf(5),
  postId: idOf(5),
  isSaved: true,
  changedAt: T0,
}
const archive = (files: Readonly<Record<string, unknown>>) =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, value]) => [name, strToU8(typeof value === 'string' ? value : JSON.stringify(value))]),
      ),
    ),
  )
const everything = { [accountFile]: {}, 'data/members.json': [me] }

test('an archive of an account is known by its account file, and its rows become mutations', () => {
  const plan = archivePlan(
    archive({
      ...everything,
      'data/bookmarks.json': [bookmark, { id: 'nonsense' }],
      'data/bookmarks.schema.json': {},
      'data/messages.json': [{}, {}],
    }),
    idOf(7),
  )
  expect(plan?.steps.filter(({ name }) => name === 'bookmarks.set')).toEqual([
    { name: 'bookmarks.set', args: { targetKind: 'post', targetId: idOf(5), isSaved: true } },
  ])
  expect(plan?.leftOut).toEqual({ unreadable: 1, 'table.messages': 2 })
})

test('other files are none, and rows that are damaged are refused as such', () => {
  expect(archivePlan(archive({ 'data/members.json': [me], 'a.md': 'Text' }), idOf(7))).toBeNull()
  expect(archivePlan(new Uint8Array(strToU8('# Text')), idOf(7))).toBeNull()
  // Nothing says whose it is.
  expect(archivePlan(archive({ [accountFile]: {} }), idOf(7))).toBeNull()
  for (const bad of ['[', '{}', '"rows"'])
    expect(() => archivePlan(archive({ ...everything, 'data/votes.json': bad }), idOf(7))).toThrow(
      expect.objectContaining({ why: 'broken' }),
    )
})

test('it is sent in parts that the server takes', () => {
  const small = { name: 'readerSettings.set', args: { name: 'keys', value: 'on' } } as const
  const large = { name: 'posts.saveDraft', args: { title: 'x'.repeat(400_000) } } as const
  expect(partsOf([])).toEqual([])
  expect(partsOf(Array.from({ length: 250 }, () => small)).map(({ length }) => length)).toEqual([100, 100, 50])
  expect(partsOf([small, large, large, large, large, large, small]).map(({ length }) => length)).toEqual([5, 2])
  // Bytes count, not characters: these are three each.
  const japanese = { name: 'posts.saveDraft', args: { title: '海'.repeat(400_000) } } as const
  expect(partsOf([small, japanese, japanese]).map(({ length }) => length)).toEqual([2, 1])
})
