// The journeys run in Debian's Chromium: a browser that a test tool downloads for itself is not to
// be had everywhere.
import { existsSync } from 'node:fs'
import { apt } from './apt.ts'
import { findChromium, wantedChromium } from './chromium-path.ts'

const { name, path } = wantedChromium
const isRoot = process.getuid?.() === 0
const chosen = process.env['CHROMIUM_PATH']

if (chosen !== undefined) {
  if (!existsSync(chosen)) refuse(`CHROMIUM_PATH is ${chosen}, and there is no such file.`)
} else if (!existsSync(path)) {
  if (isRoot) install()
  // Another Chromium does as well, only slower.
  if (findChromium() === undefined) {
    const hint = `Install it (on Debian: apt-get install ${name}), or set CHROMIUM_PATH.`
    refuse(isRoot ? 'Chromium is missing, and apt-get could not install it.' : `Chromium is missing. ${hint}`)
  }
}

function install(): void {
  console.log('Installing Chromium …')
  if (apt(['update'])) apt(['install', '-y', '--no-install-recommends', name])
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 1
}
