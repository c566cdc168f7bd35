/**
 * How many times slower than the machine of the budgets this one is just now: processors differ,
 * and neighbours slow them. Budgets in CPU time are multiplied by it, so that they judge the code.
 */

/**
 * About the least that `fixedWork` took on the machine of the budgets, on 2026-11-28: 28 to 60 ms
 * beside others' work.
 */
const fixedWorkMs = 30
const rows = 9_000

/** @returns 1 or more: a fast machine makes no budget smaller. */
export function machineSlowness(times = 1): number {
  const taken = Array.from({ length: times }, cpuMsOfFixedWork).toSorted((a, b) => a - b)
  return Math.max(1, (taken[taken.length >> 1] ?? 0) / fixedWorkMs)
}

const measuredForMs = 5_000
let measured = { at: -Infinity, slowness: 1 }

/** A budget in CPU milliseconds, as this machine would need it now. */
export function onThisMachine(ms: number): number {
  const at = performance.now()
  if (at - measured.at > measuredForMs) measured = { at, slowness: machineSlowness(5) }
  return ms * measured.slowness
}

function cpuMsOfFixedWork(): number {
  const before = process.cpuUsage()
  fixedWork()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Objects, texts, sorting and parsing: memory and processor as the product uses them. */
function fixedWork(): number {
  let seed = 1
  const made = Array.from({ length: rows }, (_, n) => {
    seed = (seed * 48_271) % 2_147_483_647
    return { id: n, key: seed.toString(36), words: `${seed} ${seed % 97} ${seed % 89}`.split(' ') }
  })
  const texts = JSON.stringify(made.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
  const parsed = new Map((JSON.parse(texts) as typeof made).map((row) => [row.key, row.words.join('-').replaceAll(/\d/gu, 'x')]))
  return parsed.size
}
