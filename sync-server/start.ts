/** `npm start`: builds what is missing, opens the store, fills it the first time, serves. */
import './runtime-guard.ts'
import { buildWhenNeeded } from './build.ts'
import { readConfigOrExit, say, serve } from './serve.ts'

const config = readConfigOrExit()
await buildWhenNeeded(say)
await serve(config)
