/**
 * A whole core and a subscription manager whose clock stands still, for tests of what devices are
 * told.
 */
import type { Core } from './core.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { SyncPorts } from '#server/sync/sync-ports.ts'
import { aCore } from './core.ts'
import { TestDevice } from './test-device.ts'
import { deviceSubscriptions } from '#server/device-subscriptions.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'

export const post = idOf(1)
export const thread = `thread:${post}`
export const ada = idOf(100)
export const ben = idOf(200)
export const eve = idOf(300)

export interface Scene {
  readonly core: Core
  readonly subscriptionManager: ReturnType<typeof deviceSubscriptions>
  readonly clock: { now: number }
  readonly ended: Set<string>
  readonly logged: string[]
  /** Time passes, and the subscription manager looks around. */
  tick(ms: number): Promise<void>
  device(userId: string, n?: number, options?: { readonly takes?: boolean; readonly isLasting?: boolean }): TestDevice
}

type WriterPort = SyncPorts['writer']

/**
 * Ada, Ben and Eve, Ada's published essay, and a subscription manager whose clock stands still.
 * @param ports `writer`: another one, or made of the scene's own; `writerClock`: else it stands
 * still too; `filled`: a store that has them already
 */
export async function aScene(
  ports: {
    readonly writer?: WriterPort | ((own: WriterPort) => WriterPort)
    readonly writerClock?: () => number
    readonly filled?: () => Promise<TestPlace>
  } = {},
): Promise<Scene> {
  const core = await aCore(ports.writerClock, ports.filled)
  if (ports.filled === undefined) {
    for (const n of [100, 200, 300]) await core.join(n)
    // Else its tags wait for approval.
    await core.earn(ada)
    await core.must({ name: 'posts.publish', args: publishArgs({ id: post, revisionId: idOf(2) }), userId: ada })
  }
  const clock = { now: T0 }
  const ended = new Set<string>()
  const logged: string[] = []
  const operations: (() => void)[] = []
  const subscriptionManager = deviceSubscriptions({
    store: core.store,
    writer: typeof ports.writer === 'function' ? ports.writer(core.writer) : (ports.writer ?? core.writer),
    build: 'b1',
    log: (_error, about) => logged.push(about),
    clock: () => clock.now,
    openSessions: async (_read, ids) => new Set(ids.filter((id) => !ended.has(id))),
    timers: {
      every: (_ms, work) => {
        operations.push(work)
        return () => undefined
      },
      after: () => () => undefined,
      turn: () => new Promise((resolve) => setImmediate(resolve)),
    },
  })
  return {
    core,
    subscriptionManager,
    clock,
    ended,
    logged,
    async tick(ms) {
      clock.now += ms
      for (const work of operations) work()
      // What the subscription manager does by itself has no promise: a few turns see it through.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await subscriptionManager.caughtUp()
    },
    device: (userId, n = 1, options = {}) =>
      new TestDevice(subscriptionManager, { id: idOf(9_000 + n), account: { sessionId: `s-${userId}`, userId }, ...options }),
  }
}

export const commenting = (n: number, changes: Record<string, unknown> = {}) => ({
  name: 'comments.post',
  args: { id: idOf(n), postId: post, parentId: null, body: paragraph(`Comment ${n}`), ...changes },
})
export const bookmarking = (targetId = post, isSaved = true) => ({ name: 'bookmarks.set', args: { targetKind: 'post', targetId, isSaved } })
export const voting = (value: number) => ({ name: 'votes.set', args: { targetKind: 'post', targetId: post, axis: 'approval', value } })
export const lives = (scene: Scene, id: string) => scene.core.store.read((read) => read.get(comments, id))

export async function setGroups(scene: Scene, userId: string, groups: readonly 'moderators'[]): Promise<void> {
  await scene.core.store.write(async ({ tx }) => {
    const member = await tx.get(members, userId)
    if (member !== undefined) await tx.put(members, { ...member, groups: [...groups] })
  })
  await scene.subscriptionManager.caughtUp()
}
