import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { idOf, member, moderator } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { defineDetails, detailFields, detailMutation, typedDetails } from './details.ts'
import { line } from './fields.ts'
import { defineTable } from './table.ts'
import { allow, deny } from './verdict.ts'
import { isSelf, isStaff } from './viewer.ts'
import { own } from './visibility.ts'

const Note = z.object({
  ...{ id: z.string(), userId: z.string(), title: z.string() },
  ...{ year: z.nullable(z.int()), isPinned: z.boolean() },
})
const notes = defineTable({ name: 'notes', row: Note, indexes: [['userId']], visibility: own('userId') })
const details = defineDetails(notes, {
  title: { value: line(1, 20), label: 'Title', invalid: 'At most 20 characters.' },
  year: { value: z.nullable(z.int()), label: 'Year' },
  isPinned: { value: z.boolean(), label: 'Pinned' },
})
const setNoteDetail = detailMutation({
  ...{ name: 'notes.setDetail', table: notes, details },
  may: (viewer) => (viewer.kind === 'visitor' ? deny('sign-in-first') : allow),
  mayOf: (viewer, note) => (isSelf(viewer, note.userId) || isStaff(viewer) ? allow : deny('not-yours')),
})
const note = { id: idOf(1), userId: idOf(300), title: 'Tides', year: null, isPinned: true }
const owner = member(idOf(300))

async function aNote() {
  const mutations = mutationsOver([notes])
  await mutations.put(notes, note)
  return mutations
}

test('a detail is set, and only that one, by a member who may', async () => {
  const mutations = await aNote()
  await mutations.run(setNoteDetail, { id: idOf(1), detail: { field: 'title', value: ' Waves ' } }, { viewer: owner })
  await mutations.run(setNoteDetail, { id: idOf(1), detail: { field: 'year', value: 1862 } }, { viewer: moderator })
  expect(await mutations.get(notes, idOf(1))).toEqual({ ...note, title: 'Waves', year: 1862 })
})

test.each([
  ['a visitor', {}, { field: 'title', value: 'Waves' }, { reason: 'sign-in-first' }],
  ['somebody else', { viewer: member(idOf(301)) }, { field: 'title', value: 'Waves' }, { reason: 'not-yours' }],
  ['a value that is none', { viewer: owner }, { field: 'title', value: '' }, { field: 'detail.value' }],
  ['a value of another detail', { viewer: owner }, { field: 'year', value: 'Waves' }, { field: 'detail.value' }],
  ['a field that is no detail', { viewer: owner }, { field: 'userId', value: idOf(301) }, { code: 'invalid' }],
] as const)('%s is refused, and nothing changes', async (_what, by, detail, error) => {
  const mutations = await aNote()
  const refused = (async () => mutations.run(setNoteDetail, { id: idOf(1), detail }, by))()
  expect(await refusalOf(refused)).toMatchObject(error)
  expect(await mutations.get(notes, idOf(1))).toEqual(note)
})

test('a form has a field for each detail that no button sets, as plain data, and a row’s details as text', () => {
  const more = { ...details, year: { ...details.year, isIn: 'elsewhere' as const } }
  expect(detailFields(more)).toEqual([
    { name: 'title', label: 'Title', invalid: 'At most 20 characters.', isBox: false },
    { name: 'isPinned', label: 'Pinned', isBox: true },
  ])
  const color = { value: z.nullable(z.enum(['red'])), label: 'Color', choices: { '': 'None', red: 'Red' } }
  const kinds = { value: z.array(z.enum(['a', 'b'])), label: 'Kinds', choices: { a: 'A', b: 'B' } }
  expect(detailFields({ color, kinds })).toEqual([
    { name: 'color', label: 'Color', choices: color.choices, isBox: false },
    { name: 'kinds', label: 'Kinds', choices: kinds.choices, isBox: false, isSeveral: true },
  ])
  expect(typedDetails(details, note)).toEqual({ title: 'Tides', year: '', isPinned: 'on' })
})
