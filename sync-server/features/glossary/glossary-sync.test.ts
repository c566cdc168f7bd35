import { expect, test } from 'vitest'
import { ada, aScene, eve, post, thread } from '#server/testing/sync-scene.ts'
import { glossaryTerms } from '#shared/glossary/schema.ts'
import { aTerm } from '#shared/testing/factories.ts'

test('a term comes to readers’ devices with the thread; put away, it leaves them and stays with who writes the glossary', async () => {
  const scene = await aScene()
  const draft = `draft:${post}`
  const put = (changes: Parameters<typeof aTerm>[0]) =>
    scene.core.store.write(async ({ tx }) => tx.put(glossaryTerms, aTerm({ postId: post, ...changes })))
  const { id } = aTerm()
  await put({})
  const [reader, author] = [scene.device(eve), scene.device(ada, 3)]
  await reader.hello(thread)
  await author.hello(thread, draft)
  const held = async () => {
    await scene.subscriptionManager.caughtUp()
    for (const device of [reader, author]) await device.settled()
    return [reader.ids(thread, 'glossary_terms'), author.ids(thread, 'glossary_terms'), author.ids(draft, 'glossary_terms')]
  }
  expect(await held()).toEqual([[id], [id], []])
  await put({ isHidden: true })
  expect(await held()).toEqual([[], [], [id]])
  await put({ isApproved: false })
  expect(await held()).toEqual([[id], [id], []])
})
