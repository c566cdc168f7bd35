/**
 * What the commands that copy a store have in common: which one is meant, how far it is, and what
 * became of it.
 */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CopyReport, CopyStep } from '#server/store/copy-store.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import { openEnd } from '#server/store/copy-end.ts'
import { CopyRefused, copyStore } from '#server/store/copy-store.ts'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { say } from '../serve.ts'
import { giveUp } from './console.ts'

/** `sqlite`: the file in `dataDir`; `sqlite:FOLDER`; `postgres://…`. `null` for anything else. */
export function storeAddress(text: string, dataDir: string): StoreAddress | null {
  if (text === 'sqlite') return { databaseUrl: null, dataDir }
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) return { databaseUrl: null, dataDir: text.slice('sqlite:'.length) }
  return /^postgres(?:ql)?:\/\/./u.test(text) ? { databaseUrl: text, dataDir } : null
}

/** Says how far it is, and ends the command with a sentence where nothing came of it. */
export async function copyAtConsole(from: StoreAddress, to: StoreAddress): Promise<CopyReport> {
  // Brought to this version's form first: what is copied is that.
  await (await openStore(from, serverRegistry.tables, serverRegistry.migrations)).close()
  const [source, target] = [await openEnd(from), await openEnd(to)]
  try {
    const { tables, migrations = [] } = serverRegistry
    const report = await copyStore({ from: source, to: target, tables, knownSchema: migrations.length, onStep: progress() })
    const { rows, brought, removed, digest } = report
    say(`${rows} rows are the same on both sides, by digest ${digest.slice(0, 16)}; ${brought} were brought, ${removed} taken away.`)
    return report
  } catch (error) {
    if (error instanceof CopyRefused) giveUp(error.message)
    throw error
  } finally {
    await source.close()
    await target.close()
  }
}

const sayEveryMs = 2_000

function progress(): (step: CopyStep) => void {
  let last = Date.now()
  return ({ step, table, done }) => {
    if (Date.now() - last < sayEveryMs) return
    last = Date.now()
    say(`${step === 'copy' ? 'Copying' : 'Comparing'} ${table}: ${done.toLocaleString('en')} rows`)
  }
}

/**
 * What is below one folder into another: each file whole or not at all, those that have gone taken
 * away. @returns how many were brought
 */
export async function mirrorFiles(from: string, to: string): Promise<number> {
  const wanted = await filesBelow(from)
  const there = await filesBelow(to)
  let brought = 0
  for (const [path, bytes] of wanted) {
    if (there.get(path) === bytes) continue
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, `${path}.coming`))
    await rename(join(to, `${path}.coming`), join(to, path))
    brought += 1
  }
  for (const path of there.keys()) if (!wanted.has(path)) await rm(join(to, path), { force: true })
  return brought
}

async function filesBelow(folder: string): Promise<ReadonlyMap<string, number>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (path) => [path.slice(folder.length + 1), (await stat(path)).size] as const)))
}
