/**
 * `npm start`: builds what is missing, fills an empty store, serves. When everything is made ready,
 * the process replaces itself by a fresh one that runs the built server, so that nothing stays in
 * memory of building, seeding and reading TypeScript.
 */
import './runtime-guard.ts'
import { pathToFileURL } from 'node:url'
import { buildWhenNeeded, builtServer } from './build.ts'
import { lowMemoryEnvironment, lowMemoryFlags } from './low-memory-node.ts'
import { readConfigOrExit, say } from './serve.ts'

const config = readConfigOrExit()
await buildWhenNeeded(say)
// Not before the guard has looked at the version: this needs `node:sqlite`.
const { seedWhenEmpty } = await import('./seed-when-empty.ts')
await seedWhenEmpty(config, say)
// Not there on Windows: the same process goes on then, a little heavier.
if (process.execve === undefined || process.platform === 'win32') await import(pathToFileURL(builtServer).href)
else
  process.execve(process.execPath, [process.execPath, ...lowMemoryFlags, ...process.execArgv, builtServer], {
    ...lowMemoryEnvironment,
    ...process.env,
  })
