import { existsSync } from 'node:fs'

/**
 * Debian's packages with a browser for the journeys, the one wanted first: it has no windows to
 * draw and takes a quarter less computing. What stands in /usr/bin for it is a shell that waits for
 * the browser: who is to be killed is the browser itself.
 */
const packages = [
  { name: 'chromium-headless-shell', path: '/usr/lib/chromium/chromium-headless-shell' },
  { name: 'chromium', path: '/usr/bin/chromium' },
] as const

export const [wantedChromium] = packages

/** Where a browser is, or `undefined`. */
export const findChromium = (): string | undefined => process.env['CHROMIUM_PATH'] ?? packages.find(({ path }) => existsSync(path))?.path
