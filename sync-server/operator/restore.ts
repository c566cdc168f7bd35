/**
 * `npm run restore -- FOLDER`: puts a backup into the store of the settings, which has to be empty.
 * The store gets a new epoch: devices fetch everything anew, and send again what they had already
 * sent and the backup has never heard of.
 */
import '#server/runtime-guard.ts'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { readConfigOrExit, say } from '../serve.ts'
import { giveUp } from './console.ts'
import { copyAtConsole, mirrorFiles } from './copying.ts'

const [given] = parseArgs({ allowPositionals: true }).positionals
if (given === undefined) giveUp('Usage: npm run restore -- FOLDER')
const folder = resolve(given)
await access(join(folder, 'lyceum.sqlite')).catch(() => giveUp(`There is no backup in ${folder}.`))
const { databaseUrl, dataDir, bucket } = readConfigOrExit({ isQuiet: true })

const { position } = await copyAtConsole({ databaseUrl: null, dataDir: folder }, { databaseUrl, dataDir })
if (bucket === null) say(`${await mirrorFiles(join(folder, 'files'), join(dataDir, 'files'))} pictures were brought.`)
const store = await openStore({ databaseUrl, dataDir }, serverRegistry.tables, serverRegistry.migrations)
const epoch = await store.renewEpoch()
await store.close()
say(`The store is as it was at change ${position}, of the new epoch ${epoch}. Start the server.`)
