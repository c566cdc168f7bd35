import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const calmAfterMs = 4_000

/**
 * Once what starting left behind is garbage, gives it back to the system: modules that ran once,
 * half-empty pages. V8 would keep them until it is short of memory (11 MB in both threads,
 * docs/decisions/0008-memory.md). Takes some 50 ms, once. `GIVE_BACK=off`: never, for the tests'
 * servers, which end before it pays.
 */
export function giveBackSoon(): void {
  if (process.env['GIVE_BACK'] === 'off') return
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    // V8's own function, which it shows to contexts made from now on.
    const collect = runInNewContext('gc') as (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  }, calmAfterMs).unref()
}
