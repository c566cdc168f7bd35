/**
 * What goes wrong with one of the nodes for a while; each resolves when it is over and the node is
 * left to find its way back by itself.
 */
import { setTimeout as after } from 'node:timers/promises'
import type { Random } from '../../world/random.ts'
import type { Node } from './nodes.ts'

type Fault = (node: Node, random: Random, isLong: boolean) => Promise<void>

export const faults: Readonly<Record<'kill' | 'restart' | 'freeze' | 'cut' | 'dead' | 'slow', Fault>> = {
  async kill(node, random) {
    await node.kill()
    await after(random.whole(0, 500))
    await node.start()
  },
  async restart(node) {
    await node.stop()
    await node.start()
  },
  async freeze(node, random, isLong) {
    node.freeze()
    // Past the patience for a lease, and for a transaction that stands still.
    await after(isLong ? random.whole(9_000, 30_000) : random.whole(1_500, 4_000))
    node.thaw()
  },
  async cut(node, random) {
    for (let times = random.whole(1, 4); times > 0; times -= 1) {
      node.line.cut()
      await after(random.whole(50, 400))
    }
  },
  async dead(node, random, isLong) {
    node.line.isDead = true
    await after(isLong ? random.whole(8_000, 40_000) : random.whole(1_500, 4_000))
    node.line.isDead = false
    // Half of the time the node has to find out by itself that nothing comes back on its lines.
    if (random.chance(0.5)) node.line.cut()
  },
  async slow(node, random) {
    node.line.delayMs = random.whole(20, 200)
    await after(random.whole(1_000, 3_000))
    node.line.delayMs = 0
  },
}

export type FaultName = keyof typeof faults
// As written above.
export const faultNames = Object.keys(faults) as readonly FaultName[]
