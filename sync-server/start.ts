/**
 * `npm start`: builds what is missing, fills an empty store, serves. Two steps in one process: when everything is made ready, the process
 * replaces itself by a fresh one, so that the server does not carry what building and seeding left in memory, and starts with
 * Node's compile cache on. Without that cache every thread loads the type stripper for our TypeScript: some 20 MB each (Node 24.21).
 */
import './runtime-guard.ts'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfigOrExit, say, serve } from './serve.ts'

const stepVariable = 'LYCEUM_STEP'
const cacheDir = join(import.meta.dirname, '..', 'dist', '.compile-cache')
// What keeps the server small (measured 2026-11, after 30 long pages and a load run: 238 MB without these, 201 with). The young generation may
// grow to 16 MB three times over; a quarter of that costs renders little. Compression runs on four threads, each of which glibc gives
// heaps of its own that it hardly ever returns: two are enough.
const flags = ['--max-semi-space-size=4']
const lean = { MALLOC_ARENA_MAX: '2' }

const config = readConfigOrExit({ isQuiet: process.env[stepVariable] === 'serve' })
if (process.env[stepVariable] === 'serve') await serve(config)
else await makeReady()

async function makeReady(): Promise<void> {
  enableCompileCache(cacheDir)
  const { buildWhenNeeded } = await import('./build.ts')
  await buildWhenNeeded(say)
  const { seedWhenEmpty } = await import('./seed-when-empty.ts')
  await seedWhenEmpty(config, say)
  const environment = { ...lean, ...process.env, [stepVariable]: 'serve', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? cacheDir }
  // Not there on Windows: the same process goes on then, a little heavier.
  if (process.execve === undefined || process.platform === 'win32') return void (await serve(config))
  // So that the first start finds the cache filled.
  await import('./product.ts')
  flushCompileCache()
  process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, import.meta.filename], environment)
}
