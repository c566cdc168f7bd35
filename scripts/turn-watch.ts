/**
 * Loaded first by a server (`node --import`): prints each turn of its event loop that computed
 * long, as `turn ENDED CPU-MS`. CPU time of the main thread alone counts, so a machine that others
 * keep busy lengthens no turn.
 */
import { isMainThread } from 'node:worker_threads'

const everyMs = 10
/** Shorter ones are nobody's concern. */
const shownMs = 50

if (isMainThread) {
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const ms = Math.round((user + system) / 1_000)
    if (ms >= shownMs) process.stderr.write(`turn ${Date.now()} ${ms}\n`)
  }, everyMs).unref()
}
