/**
 * A store with the example community, made once per run of the tests by a first start of the
 * product, whichever tier and file needs it first.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    await product.stop()
    writeFileSync(told, password)
  }
  for (let waited = 0; !existsSync(told); waited += 50) {
    if (waited > patienceMs) throw new Error('nobody filled the store')
    await after(50)
  }
  return { folder: join(place, 'data'), password: readFileSync(told, 'utf8') }
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
