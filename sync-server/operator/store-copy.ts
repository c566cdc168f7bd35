/**
 * `npm run store:copy -- --from sqlite --to postgres://…`, and back: moves a community to another
 * store. It may be run while the server is up, and once more, which is quick, when it has been
 * stopped; then the server is started on the other store. The epoch stays: devices notice nothing.
 */
import '#server/runtime-guard.ts'
import { parseArgs } from 'node:util'
import { readConfigOrExit, say } from '../serve.ts'
import { giveUp } from './console.ts'
import { copyAtConsole, storeAddress } from './copying.ts'

const usage = 'Usage: npm run store:copy -- --from STORE --to STORE, each of them `sqlite`, `sqlite:FOLDER` or `postgres://…`.'
const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
const { dataDir } = readConfigOrExit({ isQuiet: true })
const [from, to] = [storeAddress(values.from ?? '', dataDir), storeAddress(values.to ?? '', dataDir)]
if (from === null || to === null) giveUp(usage)
if (values.from === values.to) giveUp('These are one and the same store.')

const { position } = await copyAtConsole(from, to)
say(
  `Copied as of change ${position}. What is written to the source from now on is not in it: stop the server, run this once more, and start it on the other store.`,
)
