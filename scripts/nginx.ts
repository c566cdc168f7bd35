// The test of deploy/nginx wants a real nginx. Where there is none, Debian's is fetched and
// unpacked beside the checkout: installed, it would start by itself on the machine's own ports.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apt } from './apt.ts'
import { projectDir } from './steps.ts'

const installed = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'

/**
 * Path of the program; `null`: there is none, and only root may fetch the lists of packages.
 * @throws Error when fetching fails.
 */
export function findNginx(): string | null {
  if (existsSync(installed)) return installed
  const folder = join(projectDir, '.cache/nginx')
  const unpacked = join(folder, 'usr/sbin/nginx')
  if (existsSync(unpacked)) return unpacked
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  mkdirSync(folder, { recursive: true })
  const isFetched = apt(['update']) && apt(['download', 'nginx'], folder)
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (!isFetched || file === undefined || spawnSync('dpkg', ['-x', file, '.'], { cwd: folder }).status !== 0 || !existsSync(unpacked))
    throw new Error('nginx could not be fetched: install it (on Debian: apt-get install nginx), or set NGINX_PATH.')
  return unpacked
}
