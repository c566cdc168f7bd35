import { existsSync } from 'node:fs'

/** Debian's packages with a browser for the journeys, the one wanted first: it has no windows to draw and takes a quarter less computing. */
export const chromiumPackages = ['chromium-headless-shell', 'chromium'] as const

const [wanted] = chromiumPackages
const found = chromiumPackages.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** Where the browser is, or would be once it is installed. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? found ?? `/usr/bin/${wanted}`
