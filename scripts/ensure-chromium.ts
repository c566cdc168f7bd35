// The journeys run in Debian's Chromium: a browser that a test tool downloads for itself is not to be had everywhere.
import { existsSync } from 'node:fs'
import { apt } from './apt.ts'

const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

if (!existsSync(path)) process.exitCode = install() ? 0 : 1

function install(): boolean {
  if (process.env['CHROMIUM_PATH'] !== undefined) return refuse(`CHROMIUM_PATH is ${path}, and there is no such file.`)
  if (process.getuid?.() !== 0)
    return refuse('Chromium is missing. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH.')
  console.log('Installing Chromium …')
  const isDone = apt(['update']) && apt(['install', '-y', '--no-install-recommends', 'chromium'])
  return (isDone && existsSync(path)) || refuse('Chromium is missing, and apt-get could not install it.')
}

function refuse(why: string): boolean {
  console.error(why)
  return false
}
