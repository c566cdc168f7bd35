/**
 * `npm run reindex`: has the search index made anew, by the server that runs (with the next thing
 * that is written there) or at its next start. Searching goes on meanwhile.
 */
import '../runtime-guard.ts'
import { openIndex } from '#server/search/engine.ts'
import { readConfigOrExit, say } from '../serve.ts'

const { databaseUrl, dataDir } = readConfigOrExit({ isQuiet: true })
const index = await openIndex({ databaseUrl, dataDir })
await index.setState({ ...(await index.state()), isWhole: false })
await index.close()
say('The search index will be made anew: by a running server with the next change, otherwise at its start.')
