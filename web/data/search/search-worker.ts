/** The device's own search, away from the page. It touches neither the network nor the disk. */
import { localIndex } from './local-index.ts'
import type { FromLocalSearch, ToLocalSearch } from './messages.ts'

const index = localIndex()
const say = (said: FromLocalSearch): void => postMessage(said)

addEventListener('message', ({ data }: MessageEvent<ToLocalSearch>) => {
  if (data.kind === 'put') return index.put(data.docs)
  if (data.kind === 'gone') return index.gone(data.names, data.underPosts)
  if (data.kind === 'synonyms') return index.setSynonyms(data.groups)
  try {
    if (data.kind === 'quick') say({ kind: 'hits', n: data.n, hits: index.quick(data.typed, data.now) })
    else say({ kind: 'found', n: data.n, results: index.find(data.asked, data.now) })
  } catch (error) {
    say({ kind: 'failed', n: data.n, why: String(error) })
    reportError(error)
  }
})
