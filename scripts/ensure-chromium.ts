// The journeys run in Debian's Chromium: a browser that a test tool downloads for itself is not to be had everywhere.
import { existsSync } from 'node:fs'
import { apt } from './apt.ts'
import { chromiumPackages, chromiumPath } from './chromium-path.ts'

const [wanted] = chromiumPackages
const isChosen = process.env['CHROMIUM_PATH'] !== undefined
const isRoot = process.getuid?.() === 0

if (isChosen) {
  if (!existsSync(chromiumPath)) refuse(`CHROMIUM_PATH is ${chromiumPath}, and there is no such file.`)
} else if (!existsSync(`/usr/bin/${wanted}`)) {
  // Another Chromium does as well, only slower.
  if (isRoot) install()
  if (!chromiumPackages.some((name) => existsSync(`/usr/bin/${name}`))) {
    const hint = `Install it (on Debian: apt-get install ${wanted}), or set CHROMIUM_PATH.`
    refuse(isRoot ? 'Chromium is missing, and apt-get could not install it.' : `Chromium is missing. ${hint}`)
  }
}

function install(): void {
  console.log('Installing Chromium …')
  const isKnown = apt(['update'])
  if (isKnown) apt(['install', '-y', '--no-install-recommends', wanted])
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 1
}
