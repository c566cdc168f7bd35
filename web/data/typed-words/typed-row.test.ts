import { describe, expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import type { TypedRow } from './typed-row.ts'
import { rowAfter, rowWithoutSent, withoutSent } from './typed-row.ts'

const place = 'profile'
const row = (text: string, more: Partial<TypedRow> = {}): TypedRow => ({
  ...{ place, values: { text }, at: 1, binnedAt: null, by: 'a', version: 1 },
  ...more,
})
const save = (text: string, more: object = {}) => ({ values: { text }, at: 2, by: 'b', ...more })

describe('a save', () => {
  test('of an empty place is the first version', () => {
    expect(rowAfter(undefined, place, save('x'))).toEqual({ place, values: { text: 'x' }, at: 2, binnedAt: null, by: 'b', version: 1 })
  })

  test.each([
    ['the form’s own row is replaced', row('one two', { by: 'b' }), save('one'), 'one'],
    ['the row that the form was opened from is replaced', row('one two'), save('one', { base: row('one two') }), 'one'],
    ['a row that the form has not seen is kept too', row('theirs'), save('mine'), 'theirs\n\nmine'],
    [
      'a row that has changed since is joined with what was typed on the one before',
      row('a b c', { version: 2 }),
      save('b!', { base: row('b') }),
      'a b c!',
    ],
    ['an emptied form takes only what it knew', row('theirs'), save('', { base: row('x') }), 'theirs'],
    ['what lies in the bin is not joined', row('thrown away', { binnedAt: 5 }), save('new'), 'new'],
    ['without a name nothing is one’s own', row('theirs', { by: undefined as never }), save('mine', { by: undefined }), 'theirs\n\nmine'],
  ])('%s', (_what, before, saved, expected) => {
    expect(rowAfter(before, place, saved)?.values).toEqual({ text: expected })
  })

  test('with nothing in it leaves nothing, and leaves the bin alone', () => {
    expect(rowAfter(row('x', { by: 'b' }), place, save(' \n'))).toBeNull()
    const binned = row('x', { binnedAt: 5 })
    expect(rowAfter(binned, place, save(''))).toBe(binned)
  })

  test('counts versions', () => {
    expect(rowAfter(row('x', { version: 7 }), place, save('y'))?.version).toBe(8)
  })

  test('of a form that has not seen the row loses no word, however many forms save in whatever order', () => {
    const word = fc.integer({ min: 0, max: 5 }).map((n) => ['sea', 'tide', 'wind', 'rock', 'sand', 'foam'][n] ?? '')
    const step = fc.record({ form: fc.integer({ min: 0, max: 2 }), word, sees: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const forms = [0, 1, 2].map((n) => ({ by: `f${n}`, text: '', base: undefined as TypedRow | undefined }))
        let before: TypedRow | undefined
        const typed = new Set<string>()
        steps.forEach(({ form: n, word: next, sees }, at) => {
          const form = forms[n]
          if (form === undefined) return
          const unique = `${next}${at}`
          typed.add(unique)
          form.text = form.text === '' ? unique : `${form.text} ${unique}`
          const after = rowAfter(before, place, { values: { text: form.text }, at, by: form.by, base: form.base })
          before = after ?? undefined
          // The answer is lost, or the form shows it.
          if (after === null || !sees) return
          form.text = after.values['text'] ?? ''
          form.base = after
        })
        const words = (before?.values['text'] ?? '').split(/\s+/u)
        for (const each of typed) expect(words).toContain(each)
      }),
    )
  })
})

describe('words that a page left behind', () => {
  test.each([
    ['are whole where nothing was known', undefined, undefined, 'x'],
    ['are whole where their row still is', row('x'), row('x'), 'x'],
    ['that were sent since are nothing', undefined, row('x'), ''],
  ])('%s', (_what, before, base, expected) => {
    expect(withoutSent(before, { text: 'x' }, base)).toEqual({ text: expected })
  })

  test('keep what was typed on behind what was sent, and the whole of what was changed', () => {
    expect(withoutSent(undefined, { text: 'Sent. More' }, row('Sent.'))).toEqual({ text: 'More' })
    expect(withoutSent(undefined, { text: 'Changed.' }, row('Sent.'))).toEqual({ text: 'Changed.' })
  })
})

describe('words that were handed over', () => {
  const sending = { id: 'f1', values: { text: 'Sent.' } }

  test('are marked with the id under which they went, even when another tab saves there meanwhile', () => {
    const before = row('Sent.', { sending })
    expect(rowAfter(undefined, place, save('Sent.', { sending }))?.sending).toEqual(sending)
    expect(rowAfter(before, place, save('Sent.', { base: before }))?.sending).toEqual(sending)
    expect(rowAfter(before, place, save('', { base: before }))).toBeNull()
    expect(rowAfter(row('x', { binnedAt: 5, sending }), place, save('new'))?.sending).toBeUndefined()
  })

  test('are nobody’s once they have arrived; what was typed on behind them stays', () => {
    expect(rowWithoutSent(row('Sent.', { sending }), 'f1')).toBeNull()
    const left = rowWithoutSent(row('Sent. More', { sending }), 'f1')
    expect([left?.values, left?.version, left?.sending]).toEqual([{ text: 'More' }, 2, undefined])
  })

  test('that came beside others at their place are taken from behind those', () => {
    expect(rowWithoutSent(row('Theirs.\n\nSent.', { sending }), 'f1')?.values).toEqual({ text: 'Theirs.' })
  })

  test('do not come back with a save that was late; what was typed on behind them stays', () => {
    const base = row('Sent.', { sending })
    expect(rowAfter(undefined, place, save('Sent.', { base }))).toBeNull()
    expect(rowAfter(undefined, place, save('Sent. More', { base }))?.values).toEqual({ text: 'More' })
    const edit = row('Sent.', { sending: { ...sending, isWhole: true } })
    expect(rowAfter(undefined, place, save('Sent.', { base: edit }))).toBeNull()
    expect(rowAfter(undefined, place, save('Sent. More', { base: edit }))?.values).toEqual({ text: 'Sent. More' })
    // The browser may have thrown its database away.
    expect(rowAfter(undefined, place, save('Kept.', { base: row('Kept.') }))?.values).toEqual({ text: 'Kept.' })
  })

  test.each([
    ['of another id', row('Sent.', { sending: { ...sending, id: 'f2' } })],
    ['that nobody sent', row('Sent.')],
    ['that are not there', undefined],
  ])('%s stay as they are', (_what, before) => {
    expect(rowWithoutSent(before, 'f1')).toBe(before ?? null)
  })
})
