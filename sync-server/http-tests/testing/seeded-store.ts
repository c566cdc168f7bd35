/**
 * A store with the example community, made once per run of the tests by a first start of the
 * product, whichever tier and file needs it first.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { startProduct } from '../../../scripts/product.ts'

const prefix = 'lyceum-seeded-for-'
const patienceMs = 180_000

export interface SeededStore {
  readonly folder: string
  /** Of every example member, as the first start tells the operator. */
  readonly password: string
}

/**
 * @param vitest the process of the run: test files run in processes of their own, and share who
 *   started them. Tiers share `npm test` (TEST_RUN).
 * @throws Error when the process that fills it has given up.
 */
export async function seededStore(vitest = process.ppid): Promise<SeededStore> {
  const run = Number(process.env['TEST_RUN'] ?? vitest)
  const place = join(tmpdir(), `${prefix}${run}`)
  const told = join(place, 'password')
  if (isFirst(place)) {
    removeAbandoned(run)
    const product = await startProduct({ dataDir: join(place, 'data'), settings: { SEED: 'on' } })
    const password = / password of (?:all|each)(?: is|:) (.+)/u.exec(product.output())?.[1]?.trim() ?? ''
    await isQuiet(product.origin, join(place, 'data'))
    await product.stop()
    writeFileSync(told, password)
  }
  for (let waited = 0; !existsSync(told); waited += 50) {
    if (waited > patienceMs) throw new Error('nobody filled the store')
    await after(50)
  }
  return { folder: join(place, 'data'), password: readFileSync(told, 'utf8') }
}

/**
 * Resolves when what follows in the background is done: search is whole, and all who follow the
 * journal have come to its end. Every copy of the store would do it again, beside its tests.
 */
async function isQuiet(origin: string, dataDir: string): Promise<void> {
  const store = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  const followed = store.prepare('SELECT min(seq) = (SELECT seq FROM sequencer) AS isToTheEnd FROM consumer_cursor')
  const isSearchWhole = async (): Promise<boolean> =>
    ((await (await fetch(`${origin}/api/search?query=the`)).json()) as { readonly isWhole?: boolean }).isWhole === true
  try {
    for (let waited = 0; followed.get()?.['isToTheEnd'] !== 1 || !(await isSearchWhole()); waited += 100) {
      if (waited > patienceMs) throw new Error('what follows in the background did not come to its end')
      await after(100)
    }
  } finally {
    store.close()
  }
}

function isFirst(place: string): boolean {
  try {
    mkdirSync(place)
    return true
  } catch {
    return false
  }
}

/** Stores of runs that have ended. */
function removeAbandoned(run: number): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    if (pid > 0 && pid !== run && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
