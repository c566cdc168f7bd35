import { expect, test } from 'vitest'
import type { PageAnswer } from '../answer.ts'
import { T0 } from '#shared/testing/factories.ts'
import { openCachedPages } from './cached-pages.ts'
import { emptyBrowser, openStore } from './testing/stores.ts'

const address = '/posts/1/on-tides'
const screen = { address, html: '<p>', headers: {}, build: 'b1' }
const answerOf = (page: unknown): PageAnswer => ({
  kind: 'page',
  status: 200,
  showing: '/posts/:postId/:slug?',
  head: { title: 'On tides' },
  page,
  bodies: {},
  form: null,
  problem: null,
  me: null,
})

test('a document and the answer that the app shows for it are kept together, or neither', async () => {
  const store = await openStore(emptyBrowser())
  const pages = openCachedPages(store, () => T0)
  const held = () =>
    store.read(async (tx) => [
      (await tx.screens.all()).map((one) => one.address),
      (await tx.answers.all()).map((one) => one.address),
      (await tx.pages.all()).map((one) => one.kind).sort(),
    ])
  // No database can hold a function.
  await expect(
    pages.screens.keep(
      screen,
      answerOf(() => 'no data'),
    ),
  ).rejects.toThrow()
  expect(await held()).toEqual([[], [], []])
  await pages.screens.keep(screen, answerOf('text'))
  expect(await held()).toEqual([[address], [address], ['answer', 'screen']])
  store.close()
})

test('of a page that the app makes from rows the document alone is kept', async () => {
  const store = await openStore(emptyBrowser())
  const pages = openCachedPages(store, () => T0)
  await pages.screens.keep(screen, null)
  expect(await pages.answers.get(address)).toBeUndefined()
  store.close()
})

test('a prefetched page counts as visited once it is opened, and one that was visited stays so when it is prefetched again', async () => {
  const store = await openStore(emptyBrowser())
  const pages = openCachedPages(store, () => T0)
  const keepOf = async () => (await store.read((tx) => tx.pages.get(['answer', address])))?.keep
  await pages.answers.keep(address, answerOf('text'), 'prefetched')
  expect(await keepOf()).toBe('prefetched')
  await pages.answers.get(address)
  await expect.poll(keepOf).toBeUndefined()
  await pages.answers.keep(address, answerOf('newer text'), 'prefetched')
  expect(await keepOf()).toBeUndefined()
  store.close()
})
