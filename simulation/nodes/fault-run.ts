/**
 * Three nodes on one PostgreSQL under writing, voting, typing and reading, of which in each round
 * one fails in some way and is left to recover. In the end: what was acknowledged is there,
 * everything is there once, sums are those of what is summed, the journal has no holes, all nodes
 * show the same. The seed decides which node fails how and when; what the processes make of it is
 * theirs.
 */
import { setTimeout as after } from 'node:timers/promises'
import { Client } from '#server/http-tests/testing/client.ts'
import type { Draft } from '../documents/testing/drafts.ts'
import { makeDrafts } from '../documents/testing/drafts.ts'
import { until } from '../faults/testing/world.ts'
import { randomFrom } from '../world/random.ts'
import { askNode } from './testing/ask-node.ts'
import type { FaultName } from './testing/faults.ts'
import { faultNames, faults } from './testing/faults.ts'
import type { Nodes } from './testing/nodes.ts'
import { startNodes } from './testing/nodes.ts'
import { startTyping } from './testing/typing.ts'
import { startWriting } from './testing/writing.ts'

export interface FaultRun {
  /** What was not as it has to be. */
  readonly problems: readonly string[]
  /** What was done, in order. */
  readonly history: readonly string[]
  readonly figures: Readonly<Record<string, number>>
}

const nodeCount = 3
const draftCount = 2
const recoverWithinMs = 45_000

/** @param say hears the history as it happens. */
export async function runFaults(rounds: number, seed: string, say: (line: string) => void = () => undefined): Promise<FaultRun> {
  // Each provider listens for the end of the process.
  process.setMaxListeners(0)
  const random = randomFrom(`nodes ${seed}`)
  const startedAt = performance.now()
  const history: string[] = []
  const problems: string[] = []
  const note = (line: string): void => {
    history.push(`${((performance.now() - startedAt) / 1_000).toFixed(2)} s  ${line}`)
    say(history.at(-1) ?? '')
  }
  let drafts: readonly Draft[] = []
  const nodes = await startNodes({
    count: nodeCount,
    async prepare(databaseUrl) {
      drafts = await makeDrafts({ databaseUrl, dataDir: '' }, draftCount)
    },
  })
  try {
    const seeded = new Set((await nodes.table('comments')).map(({ id }) => id))
    const writing = await startWriting(nodes, random.fork('writing'))
    const typing = await startTyping(nodes, drafts, random.fork('typing'))
    const reading = startReading(nodes)
    note('all are at it')
    const recoveryMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const name = round < faultNames.length ? random.fork('order').pick(remaining(round, seed)) : random.pick(faultNames)
      const at = random.whole(0, nodeCount - 1)
      const node = nodes.all[at]
      if (node === undefined) throw new RangeError('a node is needed')
      note(`round ${round}: ${name} at node ${at}`)
      const badBefore = reading.bad.length
      await faults[name](node, random.fork(`round ${round}`), round >= faultNames.length && random.chance(0.2))
      const overAt = performance.now()
      await until(`node ${at} is ready again`, async () => (await readiness(nodes, at)) === 200, recoverWithinMs).catch(
        (error: unknown) => {
          problems.push(`round ${round}, ${name}: ${String(error)}`)
        },
      )
      recoveryMs.push(performance.now() - overAt)
      note(`node ${at} is ready after ${Math.round(performance.now() - overAt)} ms`)
      writing.nudge()
      const bad = reading.bad.slice(badBefore)
      if (bad.length > 0) note(`readers were shown: ${bad.join(', ')}`)
      // A planned restart is to be seen by nobody.
      if (name === 'restart') problems.push(...bad.map((one) => `round ${round}, restart: a reader was shown ${one}`))
      await after(random.whole(200, 900))
    }
    note('all is well again')
    for (const look of [typing.end, writing.end, reading.end, () => faultsOfPages(nodes, seeded)])
      problems.push(...(await look().catch((error: unknown) => [String(error)])))
    const [medianMs = 0] = recoveryMs.toSorted((a, b) => a - b).slice(recoveryMs.length >> 1)
    const figures = {
      ...{ rounds, comments: writing.typed, keys: typing.keys, pages: reading.pages(), pagesFailed: reading.bad.length },
      ...{ recoveryMs: Math.round(medianMs), slowestRecoveryMs: Math.round(Math.max(0, ...recoveryMs)) },
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    }
    if (problems.length > 0) for (const [at, node] of nodes.all.entries()) note(`node ${at} said:\n${node.output().slice(-4_000)}`)
    return { problems, history, figures }
  } finally {
    await nodes.stop()
  }
}

/** Of the first rounds each is another fault, in an order of the seed's. */
function remaining(round: number, seed: string): readonly FaultName[] {
  const random = randomFrom(`order ${seed}`)
  const order = faultNames.map((name) => ({ name, at: random.next() })).toSorted((a, b) => a.at - b.at)
  return order.slice(round, round + 1).map(({ name }) => name)
}

async function readiness(nodes: Nodes, at: number): Promise<number> {
  return askNode(nodes, at, '/readyz').then(
    ({ status }) => status,
    () => 0,
  )
}

function startReading(nodes: Nodes) {
  const bad: string[] = []
  const client = new Client(nodes.proxy.origin)
  let isOver = false
  let pages = 0
  const read = async (): Promise<void> => {
    while (!isOver) {
      const path = ['/', '/allPosts', '/api/me', '/feed.xml'][pages % 4] ?? '/'
      pages += 1
      const status = await client.open(path).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status !== 200) bad.push(`${path}: ${status}`)
      await after(25)
    }
  }
  const reading = read()
  return {
    bad,
    pages: () => pages,
    async end(): Promise<readonly string[]> {
      isOver = true
      await reading
      return []
    },
  }
}

/**
 * Every node shows every thread as it is stored: of those who were written in, the last that came,
 * by its address (a page has a thousand). @param seeded which comments were there before
 */
async function faultsOfPages(nodes: Nodes, seeded: ReadonlySet<unknown>): Promise<readonly string[]> {
  const found: string[] = []
  const written = (await nodes.table('comments')).filter(({ id }) => !seeded.has(id))
  const newest = new Map(written.map((row) => [String(row['postId']), String(row['id'])]))
  for (const [postId, commentId] of newest) {
    const post = (await nodes.table('posts')).find((row) => row['id'] === postId)
    if (post?.['status'] !== 'published' || post['kind'] !== 'post') continue
    for (let at = 0; at < nodeCount; at += 1) {
      const shows = async (): Promise<boolean> =>
        (await askNode(nodes, at, `/posts/${postId}/${String(post['slug'])}?commentId=${commentId}`)).text.includes(
          `data-comment="${commentId}"`,
        )
      await until('shown', shows, 5_000).catch(() => found.push(`node ${at} does not show ${commentId} on ${postId}`))
    }
  }
  return found
}
