import { expect, test } from 'vitest'
import { karmaStats } from '#shared/accounts/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import type { Scene } from './testing/sync-scene.ts'
import { ada, aScene, ben, eve, setGroups } from './testing/sync-scene.ts'

const [first, second] = [idOf(501), idOf(502)]
const begun = (id: string, revision: number) => ({
  id,
  revisionId: idOf(revision),
  lang: 'en',
  isWikiOnly: false,
  lensOf: null,
  name: 'Tides',
})
const creating = (id: string, revision: number) => ({ name: 'wiki.create', args: begun(id, revision) })
const publishing = (id: string, revision: number, text: string, name = 'Tides') => ({
  name: 'wiki.publish',
  args: { ...begun(id, revision), name, body: paragraph(text) },
})

async function aWiki(): Promise<Scene> {
  const scene = await aScene()
  await scene.core.store.write(async ({ tx }) => {
    for (const id of [ada, ben]) await tx.put(karmaStats, { id, karma: 5, postCount: 0, commentCount: 0 })
  })
  return scene
}

test('two who make one page without knowing of each other: the first has it, the second is told so and keeps what they wrote', async () => {
  const scene = await aWiki()
  const [one, two] = [scene.device(ada, 1), scene.device(ben, 2)]
  await one.hello(`me:${ada}`)
  await two.hello(`me:${ben}`)
  await one.push({ n: 1, ...creating(first, 601) }, { n: 2, ...publishing(first, 602, 'By Ada.') })
  await two.push({ n: 1, ...creating(second, 701) }, { n: 2, ...publishing(second, 702, 'By Ben.') })
  await one.settled()
  await two.settled()
  expect(one.of('result').map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  expect(two.of('result').map(({ outcome, error }) => [outcome, error?.code, error?.field])).toEqual([
    ['applied', undefined, undefined],
    ['rejected', 'taken', 'pageName'],
  ])
  await two.follow(`draft:${second}`)
  expect(two.row(`draft:${second}`, 'posts', second)).toMatchObject({ status: 'draft', authorId: ben })
  expect(two.row(`draft:${second}`, 'tags', second)).toMatchObject({ state: 'draft', slug: null })
  expect(two.ids(`me:${ben}`, 'authorships')).toEqual([`${ben}:${second}`])
  await two.push({ n: 3, ...publishing(second, 702, 'By Ben.', 'Neap tides') })
  await two.settled()
  await two.follow(`thread:${second}`)
  expect(two.row(`thread:${second}`, 'tags', second)).toMatchObject({ state: 'page', slug: 'neap-tides' })
})

test('a published page is on everybody’s devices with its lenses and whose words it is; what is being written, on those of its editors', async () => {
  const scene = await aWiki()
  const device = scene.device(ben)
  await device.hello(`me:${ben}`, `thread:${first}`)
  await scene.core.must({ ...publishing(first, 602, 'By Ada.'), userId: ada })
  const lens = { ...begun(second, 701), name: 'Tides, simply', lensOf: first, tabTitle: 'Simple', body: paragraph('Water moves.') }
  await scene.core.must({ name: 'wiki.publish', args: lens, userId: ada })
  await device.follow(`thread:${first}`)
  expect(device.ids(`thread:${first}`, 'tags')).toEqual([first, second])
  expect(device.row(`thread:${first}`, 'contributions', idOf(602))).toMatchObject({ entries: [{ userId: ada, wordCount: 2 }] })
  const kept = { id: first, revisionId: idOf(650), body: paragraph('Being written.'), note: '' }
  await scene.core.must({ name: 'posts.saveVersion', args: kept, userId: ada })
  await device.follow(`draft:${first}`)
  expect(device.ids(`draft:${first}`, 'revisions')).toEqual([idOf(650)])
  const newcomer = scene.device(eve, 3)
  await newcomer.hello(`thread:${first}`, `draft:${first}`)
  expect(newcomer.of('drop').map(({ shape }) => shape)).toEqual([`draft:${first}`])
  expect(newcomer.ids(`thread:${first}`, 'revisions')).toEqual([idOf(602)])
})

test('a page that is deleted leaves every device but those of the staff', async () => {
  const scene = await aWiki()
  await setGroups(scene, ada, ['moderators'])
  await scene.core.must({ ...publishing(first, 602, 'By Ada.'), userId: ada })
  const device = scene.device(ben)
  await device.hello(`thread:${first}`)
  expect(device.ids(`thread:${first}`, 'tags')).toEqual([first])
  await scene.core.must({ name: 'wiki.delete', args: { id: first, leadsToId: null }, userId: ada })
  await device.settled()
  await scene.subscriptionManager.caughtUp()
  await device.settled()
  expect(device.of('drop').map(({ shape }) => shape)).toContain(`thread:${first}`)
})
