import { expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { assignedGroup } from '#shared/experiments/groups.ts'
import { decided, defineForTest, lamp, over } from '#shared/testing/experiments.ts'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const key = idOf(100)
const other = assignedGroup(lamp, key) === 'green' ? 'control' : 'green'
const choice = { id: `${key}:lamp`, userId: key, test: 'lamp', group: other, chosenAt: T0 }
async function at(viewer: Viewer, { rows = {}, ...over }: Partial<PageData> & { rows?: Rows } = {}) {
  const { status, body } = await web.render({ url: '/abTestGroups', as: 'html' }, testPageData(rows, { viewer, ...over }))
  return { status, body: body.replaceAll('<!-- -->', '') }
}
const cells = (body: string): readonly (string | undefined)[] => [...body.matchAll(/<td><bdi>([^<]*)<\/bdi>/gu)].map(([, group]) => group)

test('the product runs no test, and says so to members and to visitors', async () => {
  for (const viewer of [visitor, member(key)]) {
    const { status, body } = await at(viewer)
    expect(status).toBe(200)
    expect(body).toContain('No tests are running right now.')
    expect(body).not.toContain('<table')
  }
})

test('a member sees the key and the group in each running test, and chooses another by a plain form', async () => {
  defineForTest(lamp, over)
  const { body } = await at(member(key))
  expect(body).toContain(`<code class="test-key">${key}</code>`)
  expect(cells(body)).toEqual([assignedGroup(lamp, key)])
  expect(body).toContain(lamp.description)
  expect(body).not.toContain(over.description)
  expect(body).toMatch(/<form[^>]*action="\/api\/form\/experiments\.chooseGroup"/u)
  expect(body).toContain('<input type="hidden" name="test" value="lamp"/>')
  expect(body).toContain(`<option value="" selected="">By your key: ${assignedGroup(lamp, key)}</option>`)
})

test('the chosen group is shown instead of the key’s, and only to who chose it', async () => {
  defineForTest(lamp)
  const { body } = await at(member(key), { rows: { experiment_choices: [choice] } })
  expect(cells(body)).toEqual([other])
  expect(body).toContain(`<option value="${other}" selected="">`)
  expect(cells((await at(member(idOf(200)), { rows: { experiment_choices: [choice] } })).body)).toEqual([assignedGroup(lamp, idOf(200))])
})

test('a visitor sees the groups of the visitors’ key, changes nothing, and is asked to sign in', async () => {
  defineForTest(lamp)
  const { status, body } = await at(visitor)
  expect(status).toBe(200)
  expect(body).toContain('<code class="test-key">visitor</code>')
  expect(cells(body)).toEqual([assignedGroup(lamp, 'visitor')])
  expect(body).not.toContain('experiments.chooseGroup')
  expect(body).toContain('href="/login?returnTo=%2FabTestGroups"')
})

test('where everyone is in one group, there is nothing to choose', async () => {
  defineForTest(decided)
  const { body } = await at(member(key))
  expect(cells(body)).toEqual(['green'])
  expect(body).toContain('Everyone is in this group')
  expect(body).not.toContain('experiments.chooseGroup')
  expect((await at(visitor)).body).not.toContain('to choose another group')
})

test.each([
  ['a group that is gone, at its form', { test: 'lamp', group: 'blue' }, 'group', 'This test has no such group. Nothing was changed.'],
  ['a test that has ended, above the list', { test: 'bell', group: 'green' }, 'test', 'You can’t choose a group in this test any more.'],
] as const)('a refused choice says so without scripting: %s', async (_what, values, field, words) => {
  defineForTest(lamp, over)
  const error = { code: 'invalid', reason: null, field, retryAfterMs: null } as const
  const { body } = await at(member(key), { form: { mutation: 'experiments.chooseGroup', values, error, continueWith: null } })
  expect(body.split(words)).toHaveLength(2)
})
