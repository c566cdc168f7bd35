import { expect, test } from 'vitest'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { experimentChoiceId, experimentChoices } from '#shared/experiments/schema.ts'
import { defineForTest, lamp, over } from '#shared/testing/experiments.ts'

const typed = { test: 'lamp', group: 'green', from: '/newPost' }

test('a group is chosen and taken back by a form', async () => {
  defineForTest(lamp)
  const site = await featureSite()
  const lina = site.browser()
  await lina.signUp('lina')
  const userId = (await lina.me()).viewer.userId ?? ''
  const stored = () => site.store.read((read) => read.get(experimentChoices, experimentChoiceId(userId, 'lamp')))
  const done = await lina.form('experiments.chooseGroup', typed)
  expect([done.status, done.headers['location']]).toEqual([303, '/abTestGroups'])
  expect(await stored()).toMatchObject({ userId, test: 'lamp', group: 'green' })
  expect((await lina.form('experiments.chooseGroup', { ...typed, group: '' })).status).toBe(303)
  expect(await stored()).toBeUndefined()
})

test('a form for an unknown test, an unknown group or a test that is not running is refused at its field, and a visitor’s with 401', async () => {
  defineForTest(lamp, over)
  const site = await featureSite()
  const lina = site.browser()
  await lina.signUp('lina')
  for (const [given, field] of [
    [{ test: 'none' }, 'test'],
    [{ test: 'bell' }, 'test'],
    [{ group: 'blue' }, 'group'],
  ] as const) {
    const answer = await lina.form('experiments.chooseGroup', { ...typed, ...given })
    expect([answer.status, shownForm(answer).error?.['field']]).toEqual([400, field])
  }
  expect((await site.browser().form('experiments.chooseGroup', typed)).status).toBe(401)
})
