/**
 * Two browsers on three processes on one PostgreSQL behind a plain round-robin proxy: nobody at
 * them notices that there are several, nor that one of them dies. What forms do while nodes are
 * restarted is simulation/nodes/nodes.test.ts.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test as plainTest } from 'vitest'
import type { Node, Nodes } from '../../simulation/nodes/testing/nodes.ts'
import { startNodes } from '../../simulation/nodes/testing/nodes.ts'
import type { Site } from './support/browser.ts'
import { useSite } from './support/browser.ts'
import { contextsOfOneBrowser } from './support/test-page.ts'
import {
  draftArrives,
  openFromDrafts,
  openNewEditor,
  shareWith,
  textOf,
  toEndOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { signIn } from './support/places.ts'
import { cpuSecondsOf } from './support/price.ts'

const count = 3

let nodes: Nodes

beforeAll(async () => {
  const store = { folder: inject('seededDataDir'), password: inject('examplePassword') }
  nodes = await startNodes({ count, store })
})
afterAll(() => nodes.stop())

let spentByEnded = 0

/** Of all nodes since they were started; their database is not in it. */
const cpuSeconds = (): number => nodes.all.reduce((sum, { pid }) => sum + (pid === null ? 0 : cpuSecondsOf(pid)), spentByEnded)

async function kill(node: Node | undefined): Promise<void> {
  if (node === undefined) return
  if (node.pid !== null) spentByEnded += cpuSecondsOf(node.pid)
  await node.kill()
}

const test = plainTest.extend<{ site: Site }>({
  site: async ({ task }, use) => {
    const before = cpuSeconds()
    const servers = {
      origin: nodes.proxy.origin,
      dataDir: nodes.dataDir,
      kill: async () => void (await Promise.all(nodes.all.map((node) => kill(node)))),
      startAgain: async () => void (await Promise.all(nodes.all.map((node) => node.start()))),
      cpuSeconds: () => cpuSeconds() - before,
    }
    return useSite(task, use, servers, await contextsOfOneBrowser())
  },
})

test('two write one text over different nodes, one of which dies, and then all of them: both have every word', async ({ site }) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  // Who was at the node that dies finds out by it.
  for (const reader of [lina, yusuf]) reader.expectProblems(/WebSocket|ERR_|status of 50\d/u)
  await signIn(left, 'lina')
  await signIn(right, 'yusuf')
  await openNewEditor(left)
  await writeInEditor(left, 'On three machines', 'Lina began.')
  await untilState(left, 'Saved')
  await left.reload()
  await textOf(left).waitFor()
  await shareWith(left, 'yusuf', 'edit')
  await draftArrives(right, 'On three machines')
  await openFromDrafts(right, 'On three machines')
  await expect.poll(() => wordsInEditor(right)).toEqual(['Lina began.'])
  await toEndOfText(right)
  await right.keyboard.press('Enter')
  await right.keyboard.type('Yusuf goes on.')
  await expect.poll(() => wordsInEditor(left)).toEqual(['Lina began.', 'Yusuf goes on.'])

  const [first] = nodes.all
  await kill(first)
  await toEndOfText(left)
  await left.keyboard.type(' L1')
  await right.keyboard.type(' Y1')
  const hasBoth = async (page: Page) => /L1.*Y1|Y1.*L1/u.test((await wordsInEditor(page)).join())
  for (const page of [left, right]) await expect.poll(() => hasBoth(page)).toBe(true)
  for (const page of [left, right]) await untilState(page, 'Saved')
  await first?.start()

  await site.goOffline()
  await left.keyboard.type(' L2')
  await right.keyboard.type(' Y2')
  for (const page of [left, right]) await untilState(page, 'On this device')
  await site.goOnline()
  for (const page of [left, right]) await untilState(page, 'Saved')
  const textAt = async (page: Page) => (await wordsInEditor(page)).join('\n')
  // Saved is said of one's own words: the other's come a moment later.
  await expect.poll(async () => (await textAt(left)).includes(' Y2')).toBe(true)
  const words = await textAt(left)
  for (const typed of [' L1', ' L2', ' Y1', ' Y2']) expect(words.split(typed), words).toHaveLength(2)
  await expect.poll(() => textAt(right)).toBe(words)
})
