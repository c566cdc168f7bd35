/**
 * `npm run backup -- FOLDER`: the store and its pictures into a folder, also while the server runs;
 * of one moment. The same folder again brings only what has changed since. Whatever the store is,
 * what lies in the folder is a SQLite store.
 */
import '#server/runtime-guard.ts'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfigOrExit, say } from '../serve.ts'
import { giveUp } from './console.ts'
import { copyAtConsole, mirrorFiles } from './copying.ts'

const [given] = parseArgs({ allowPositionals: true }).positionals
if (given === undefined) giveUp('Usage: npm run backup -- FOLDER')
const folder = resolve(given)
const { databaseUrl, dataDir, bucket } = readConfigOrExit({ isQuiet: true })
if (folder === resolve(dataDir)) giveUp('That is where the store itself lies.')

const { position } = await copyAtConsole({ databaseUrl, dataDir }, { databaseUrl: null, dataDir: folder })
if (bucket === null) say(`${await mirrorFiles(join(dataDir, 'files'), join(folder, 'files'))} pictures were brought.`)
else say('The pictures are in the bucket of FILES_URL, and not in the backup.')
say(`${folder} is a backup as of change ${position}.`)
