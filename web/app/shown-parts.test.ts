import { describe, expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { testPageData } from '../blocks/testing/rows-read.ts'
import { partFiles } from './bring-part.ts'
import { definePart } from './define-part.ts'
import { shows } from './loads.ts'
import { NotStoredError } from './not-stored-error.ts'
import { shownParts } from './shown-parts.ts'
import type { NamedPart } from './shown-parts.ts'

const data = testPageData({})
const request = { params: {}, url: new URL('https://example.org/users/ada') }
const named = (name: string, part: Omit<Parameters<typeof definePart<'profile', object | null | undefined>>[0], 'on' | 'order'>) =>
  ({ ...definePart({ on: ['profile'], order: 1, ...part }), name }) satisfies NamedPart

describe('what domains show on the pages of others', () => {
  test('every declared part has its file, and every file is declared', () => {
    const files = partFiles.map((path) => path.replace(/^.*\/features\/(.+)\/shows\/(.+)\.tsx$/u, '$1/$2'))
    expect(files.toSorted()).toEqual(shows.map(({ name }) => name).toSorted())
  })

  test('is asked of what the page says, at the places that the page has, in the order that is declared', async () => {
    const asked: unknown[] = []
    const first = named('a/one', {
      load(_data, about) {
        asked.push(about)
        return { title: 'One' }
      },
    })
    const second = named('b/two', { load: () => ({ title: 'Two', bodies: { two: '<p>Two</p>' } }) })
    const elsewhere = { ...named('c/three', { load: () => ({}) }), on: ['front-top'] as const }
    const shown = await shownParts([first, second, elsewhere], { profile: { memberId: idOf(1) } }, data, request)
    expect(asked).toEqual([{ memberId: idOf(1) }])
    expect(shown.bodies).toEqual({ two: '<p>Two</p>' })
    expect(Object.entries(shown.parts?.profile ?? {})).toEqual([
      ['a/one', { title: 'One' }],
      ['b/two', { title: 'Two' }],
    ])
  })

  test('is no word of an answer where nothing is shown', async () => {
    const shown = await shownParts([named('a/one', { load: () => null })], { profile: { memberId: idOf(1) } }, data, request)
    expect(shown).toEqual({ bodies: {} })
  })

  test.each([
    ['says nothing of it', () => undefined],
    [
      'does not hold the rows',
      () => {
        throw new NotStoredError('notes')
      },
    ],
  ])('stays as it was where a device %s, and is left out where nothing was', async (_what, load) => {
    const part = named('a/one', { load })
    const places = { profile: { memberId: idOf(1) } }
    const before = { profile: { 'a/one': { title: 'As it was' } } }
    expect((await shownParts([part], places, data, request, before)).parts).toEqual(before)
    expect((await shownParts([part], places, data, request)).parts).toBeUndefined()
  })

  test('goes with what a device knows to be gone', async () => {
    const before = { profile: { 'a/one': { title: 'As it was' } } }
    const part = named('a/one', { load: () => null })
    expect((await shownParts([part], { profile: { memberId: idOf(1) } }, data, request, before)).parts).toBeUndefined()
  })

  test('throws what is a bug', async () => {
    const part = named('a/one', {
      load: () => {
        throw new RangeError('a bug')
      },
    })
    await expect(shownParts([part], { profile: { memberId: idOf(1) } }, data, request)).rejects.toThrow(RangeError)
  })
})
