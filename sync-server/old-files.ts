/**
 * Files of earlier builds stay for a while beside the present ones: open tabs, and a server that
 * still runs, load some parts only when they are needed.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dayMs } from '#shared/kernel/durations.ts'

/** An open tab may live for weeks. */
const keepAssetsMs = 14 * dayMs
const keepServerMs = 2 * dayMs
/** One build writes all of its files within this time. */
const oneBuildMs = 600_000

/**
 * Called before a build: what the present one has was in use until now, however long ago it was
 * made. Its age counts from here.
 */
export async function markAsUsed(dist: string, now: number): Promise<void> {
  const isPresent = await presentAssets(dist)
  const assets = (await filesUnder(join(dist, 'client/assets'))).filter(isPresent)
  const server = join(dist, 'server')
  const builtAt = existsSync(join(server, 'run.js')) ? (await stat(join(server, 'run.js'))).mtimeMs : Infinity
  const running: string[] = []
  for (const file of await filesUnder(server)) if ((await stat(file)).mtimeMs > builtAt - oneBuildMs) running.push(file)
  // Just too old to be taken for files of the build that begins now.
  const at = (now - oneBuildMs - 1_000) / 1_000
  for (const file of [...assets, ...running]) await utimes(file, at, at)
}

/** Called after a client build. */
export async function removeOldAssets(dist: string, now: number): Promise<void> {
  const isPresent = await presentAssets(dist)
  for (const file of await filesUnder(join(dist, 'client/assets')))
    if (!isPresent(file) && now - (await stat(file)).mtimeMs > keepAssetsMs) await rm(file, { force: true })
}

/**
 * Called after a client build: source maps are no reader's business. Each stays as long as its file
 * does.
 */
export async function moveMaps(dist: string): Promise<void> {
  const client = join(dist, 'client')
  const maps = join(dist, 'maps')
  await mkdir(maps, { recursive: true })
  for (const file of await filesUnder(client)) if (file.endsWith('.map')) await rename(file, join(maps, basename(file)))
  for (const map of await filesUnder(maps)) {
    const name = basename(map, '.map')
    if (!existsSync(join(client, 'assets', name)) && !existsSync(join(client, name))) await rm(map, { force: true })
  }
}

/** Called after a server build: what that has written is new, so age tells. */
export async function removeOldServer(dist: string, now: number): Promise<void> {
  for (const file of await filesUnder(join(dist, 'server')))
    if (now - (await stat(file)).mtimeMs > keepServerMs) await rm(file, { force: true })
}

/** Whether a file, or what it is the compressed form of, is one of the client build's. */
async function presentAssets(dist: string): Promise<(file: string) => boolean> {
  const path = join(dist, 'client/.vite/manifest.json')
  const manifest = existsSync(path) ? await readFile(path, 'utf8') : ''
  const assets = join(dist, 'client/assets')
  return (file) => manifest.includes(`assets/${file.slice(assets.length + 1).replace(/\.(?:br|gz)$/u, '')}"`)
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
