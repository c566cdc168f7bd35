/**
 * Serves until told to stop: what `npm start` becomes when everything is made ready. Bundled by
 * `build.ts`; runs from the sources too.
 */
import { giveBackSoon } from './sync/give-back.ts'
import { readConfigOrExit, serve } from './serve.ts'

await serve(readConfigOrExit({ isQuiet: true }))
giveBackSoon()
