/** The device's own search, away from the page. It touches neither the network nor the disk. */
import { hereIndex } from './here-index.ts'
import type { FromHere, ToHere } from './messages.ts'

const index = hereIndex()
const say = (said: FromHere): void => postMessage(said)

addEventListener('message', ({ data }: MessageEvent<ToHere>) => {
  if (data.kind === 'put') return index.put(data.docs)
  if (data.kind === 'gone') return index.gone(data.names, data.underPosts)
  try {
    if (data.kind === 'quick') say({ kind: 'hits', n: data.n, hits: index.quick(data.typed, data.now) })
    else say({ kind: 'found', n: data.n, results: index.find(data.asked, data.now) })
  } catch (error) {
    say({ kind: 'failed', n: data.n, why: String(error) })
    reportError(error)
  }
})
