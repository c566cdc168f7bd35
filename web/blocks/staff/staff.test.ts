import { describe, expect, test } from 'vitest'
import { csvOf } from '#shared/formats/write-csv.ts'
import { staffAddress, staffAnswer } from './staff-answer.ts'

const query = {
  tabs: [
    { name: 'open', word: 'Open' },
    { name: 'done', word: 'Done' },
  ],
  sorts: [
    { name: 'at', word: 'Sent' },
    { name: 'name', word: 'Name' },
  ],
  search: 'Words',
  first: 2,
}
const at = (search: string, rows: (asked: object, limit: number) => Promise<readonly number[]> = async () => []) =>
  staffAnswer(new URL(`https://example.org/admin/jars${search}`), { ...query, rows })

describe('the answer of a staff list', () => {
  test('asks for what its address names, and for one row more than it shows', async () => {
    const asked: unknown[] = []
    const list = await at('?state=done&sort=name&q=%20tide%20', async (...given) => {
      asked.push(given)
      return [1, 2, 3]
    })
    expect(asked).toEqual([[{ path: '/admin/jars', tab: 'done', sort: 'name', q: 'tide' }, 3]])
    expect(list.rows).toEqual([1, 2])
    expect(list.more).toBe('/admin/jars?state=done&sort=name&q=tide&limit=4')
  })

  test('takes the usual for what is not offered, and nothing too long', async () => {
    const { asked, more } = await at(`?state=__proto__&sort=drop&q=${'x'.repeat(5_000)}&limit=-1`)
    expect(asked).toMatchObject({ tab: 'open', sort: 'at' })
    expect(asked.q).toHaveLength(100)
    expect(more).toBeNull()
  })

  test('an address keeps what else is asked, and does not say what is usual', async () => {
    const list = await at('?state=done&q=tide')
    expect(staffAddress(list, { sort: 'name' })).toBe('/admin/jars?state=done&sort=name&q=tide')
    expect(staffAddress(list, { tab: 'open', q: '' })).toBe('/admin/jars')
  })
})

test('a file keeps commas, quotes and lines, and is no formula to a spreadsheet', () => {
  const rows = [
    ['Name', 'Said', 'Answers'],
    ['Ada "A"', 'one,\ntwo', 2],
    ['=HYPERLINK("x")', null, 0],
    ['@a', '-1', -1],
  ] as const
  expect(csvOf(rows)).toBe(`Name,Said,Answers\r\n"Ada ""A""","one,\ntwo",2\r\n"'=HYPERLINK(""x"")",,0\r\n'@a,'-1,-1\r\n`)
})
