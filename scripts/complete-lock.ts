// `npm run lock`, after every change of the dependencies. The registry this is built against lacks
// many packages that carry a program for another system; npm leaves them out of the lock file, and
// `npm ci` then refuses the lock file as incomplete. Their names say which system they are for, so
// the entries npm would have made can be written from them; on any other system npm does not even
// look for the package.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingEntries, readLock } from './lock-file.ts'
import { projectDir } from './steps.ts'

const path = join(projectDir, 'package-lock.json')
const text = readFileSync(path, 'utf8')
const missing = missingEntries(readLock(text))

// What stands is written back as it stands.
const lock: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(text)
const packages = Object.fromEntries([...Object.entries(lock.packages), ...missing].sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
console.log(`${missing.length} entries added to package-lock.json.`)
