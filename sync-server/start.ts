/**
 * `npm start`: builds what is missing, fills an empty store, serves. When everything is made ready, the process replaces itself by a fresh
 * one that runs the built server, so that nothing stays in memory of building, seeding and reading TypeScript.
 */
import './runtime-guard.ts'
import { pathToFileURL } from 'node:url'
import { buildWhenNeeded, builtServer } from './build.ts'
import { readConfigOrExit, say } from './serve.ts'

// Under load they save 38 MB (docs/decisions/0008-memory.md). V8's young generation may grow to 16 MB three times over; a quarter of that costs
// renders little. Compression runs on four threads, each of which glibc gives heaps of its own that it hardly returns: two are enough.
const flags = ['--max-semi-space-size=4']
const lean = { MALLOC_ARENA_MAX: '2' }

const config = readConfigOrExit()
await buildWhenNeeded(say)
// Not before the guard has looked at the version: this needs `node:sqlite`.
const { seedWhenEmpty } = await import('./seed-when-empty.ts')
await seedWhenEmpty(config, say)
// Not there on Windows: the same process goes on then, a little heavier.
if (process.execve === undefined || process.platform === 'win32') await import(pathToFileURL(builtServer).href)
else process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, builtServer], { ...lean, ...process.env })
