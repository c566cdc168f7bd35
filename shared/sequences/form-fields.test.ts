import { expect, test } from 'vitest'
import { paragraph } from '../testing/factories.ts'
import { detailsIn, sequenceFields, staffFields, strangeIn } from './form-fields.ts'

const docOf = async (markdown: string) => paragraph(markdown)

test('what nobody touched is not written again; a box that was unticked is', async () => {
  const given = {
    ...{ title: 'On tides', 'was-title': 'On water', markdown: 'Two\r\nlines\r\n', 'was-markdown': 'Two\nlines' },
    ...{ 'was-isDraft': 'on', bannerUrl: '', 'was-bannerUrl': '', profileOrder: '3', 'was-profileOrder': '' },
  }
  expect(await detailsIn(given, sequenceFields, docOf)).toEqual([
    { field: 'title', value: 'On tides' },
    { field: 'isDraft', value: false },
    { field: 'profileOrder', value: 3 },
  ])
  expect(await detailsIn(given, staffFields, docOf)).toEqual([])
})

test('a form that does not say how it was means what it says', async () => {
  expect(await detailsIn({ markdown: 'New', isDraft: 'on', cardUrl: '' }, sequenceFields, docOf)).toEqual([
    { field: 'body', value: paragraph('New') },
    { field: 'cardUrl', value: null },
    { field: 'isDraft', value: true },
  ])
})

test('a field that no such form has is found', () => {
  expect(strangeIn({ title: 'x', 'was-title': 'y' }, sequenceFields)).toBeUndefined()
  expect(strangeIn({ title: 'x', authorId: 'z' }, sequenceFields)).toBe('authorId')
})
