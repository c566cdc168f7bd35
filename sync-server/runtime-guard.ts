/**
 * Imported first by everything that is started by hand. Node 20 may be what a machine has; the
 * installed packages bring the right one. Nothing here may need a newer Node than the one it warns
 * about: Node 22.6 is the oldest that reads TypeScript at all, so the npm scripts, which find
 * `node_modules/.bin/node` first, are the way in.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const neededMajor = 24

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  const own = join(import.meta.dirname, '..', 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own) && process.env['LYCEUM_RESPAWNED'] !== 'yes') {
    const child = spawnSync(own, process.argv.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, LYCEUM_RESPAWNED: 'yes' },
      shell: process.platform === 'win32',
    })
    process.exit(child.status ?? 1)
  }
  console.error(
    `Lyceum needs Node ${neededMajor} or newer, this is ${process.versions.node}: run "npm ci" and then start it with "npm start".`,
  )
  process.exit(1)
}
