/**
 * Searches what this device holds. The first search gathers everything into a worker's index; later
 * ones bring what has changed since. The worker and its index go with the account, and after some
 * minutes in which nobody searched: nothing of it is ever on disk, so there is nothing to forget
 * but the rows themselves.
 */
import { posts } from '#shared/posts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { searchSynonyms } from '#shared/search/schema.ts'
import { synonymsIn } from '#shared/search/synonyms.ts'
import type { SearchAsked } from '#shared/search/params.ts'
import type { Hit } from '#shared/search/results.ts'
import type { SearchResults } from '#shared/search/search.ts'
import { currentDevice } from '../device/current.ts'
import type { Changed, Device } from '../device/device-api.ts'
import { startWorker } from '../../trusted-types.ts'
import { createStore } from '../store.ts'
import { docsOfPost, findablePosts, memberDocs, sequenceDocs, tagDocs } from './gather.ts'
import type { FromLocalSearch, ToLocalSearch } from './messages.ts'
// oxlint-disable-next-line import/default -- with this query Vite exports the address of the worker's own file
import workerUrl from './search-worker.ts?worker&url'

type Asked<Kind extends ToLocalSearch['kind']> = Omit<Extract<ToLocalSearch, { kind: Kind }>, 'kind' | 'n'>

interface Search {
  readonly device: Device
  find(asked: Asked<'find'>): Promise<SearchResults>
  quick(asked: Asked<'quick'>): Promise<readonly Hit[]>
  end(): void
}

const open = createStore<Search | null>(null)
const idleMs = 180_000
/** A search that takes longer will not come. */
const patienceMs = 30_000

export const searchLocally = async (device: Device, asked: SearchAsked, now: number): Promise<SearchResults> =>
  searchOf(device).find({ asked, now })

/** The first hits, while one types. */
export const quickLocally = async (device: Device, typed: string, now: number): Promise<readonly Hit[]> =>
  searchOf(device).quick({ typed, now })

function searchOf(device: Device): Search {
  const before = open.get()
  if (before !== null && before.device !== device) before.end()
  const search = before?.device === device ? before : begin(device)
  open.set(search)
  return search
}

function begin(device: Device): Search {
  const worker = startWorker(workerUrl, 'search')
  const waiting = new Map<number, PromiseWithResolvers<FromLocalSearch>>()
  const changedPosts = new Set<string>()
  const changedComments = new Set<string>()
  const changedSequences = new Set<string>()
  let areSynonymsNew = true
  let counter = 0
  let idle: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()
  const say = (message: ToLocalSearch): void => worker.postMessage(message)

  worker.addEventListener('message', ({ data }: MessageEvent<FromLocalSearch>) => {
    const asked = waiting.get(data.n)
    waiting.delete(data.n)
    if (data.kind === 'failed') asked?.reject(new Error(data.why))
    else asked?.resolve(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    reportError(event.error ?? new Error(`search worker: ${event.message}`))
    end()
  })
  const leaveDevice = device.subscribe(({ rows }: Changed) => {
    for (const row of rows) {
      const [table, id = ''] = row.split('/')
      if (table === posts.name || table === 'writings') changedPosts.add(id)
      else if (table === comments.name) changedComments.add(id)
      else if (table === searchSynonyms.name) areSynonymsNew = true
      else if (table === sequences.name) changedSequences.add(id)
      else if (table === tagRels.name) changedPosts.add(id.split(':')[0] ?? '')
    }
  })
  const leaveAccount = currentDevice.subscribe(() => {
    if (currentDevice.get() !== device) end()
  })

  function end(): void {
    clearTimeout(idle)
    leaveDevice()
    leaveAccount()
    worker.terminate()
    if (open.get() === search) open.set(null)
    for (const { reject } of waiting.values()) reject(new Error('the search has ended'))
    waiting.clear()
  }

  const userId = device.viewer.kind === 'member' ? device.viewer.userId : null

  async function gather(): Promise<void> {
    const found = await findablePosts(device.read, userId)
    const others = [await tagDocs(device.read, found), await memberDocs(device.read), await sequenceDocs(device.read, userId)]
    say({ kind: 'put', docs: others.flat() })
    for (const post of found) say({ kind: 'put', docs: await docsOfPost(device.read, post) })
  }

  /**
   * What has changed comes anew with all of its thread: threads are small, and changes between two
   * searches few.
   */
  async function bringChanges(): Promise<void> {
    const ids = new Set(changedPosts)
    const talked = [...changedComments]
    const here = await device.read.getMany(comments, talked)
    for (const { postId } of here) ids.add(postId)
    const left = talked.filter((id) => !here.some((comment) => comment.id === id))
    if (left.length > 0) say({ kind: 'gone', names: left.map((id) => ({ kind: 'comments', id })), underPosts: [] })
    if (changedSequences.size > 0) {
      say({ kind: 'gone', names: Array.from(changedSequences, (id) => ({ kind: 'sequences', id })), underPosts: [] })
      changedSequences.clear()
      say({ kind: 'put', docs: await sequenceDocs(device.read, userId) })
    }
    changedPosts.clear()
    changedComments.clear()
    say({ kind: 'gone', names: Array.from(ids, (id) => ({ kind: 'posts', id })), underPosts: [...ids] })
    const found = await device.read.getMany(posts, [...ids])
    for (const post of found) say({ kind: 'put', docs: await docsOfPost(device.read, post) })
  }

  async function bringSynonyms(): Promise<void> {
    if (!areSynonymsNew) return
    areSynonymsNew = false
    const groups = await synonymsIn(device.read).catch((error: unknown) => {
      areSynonymsNew = true
      throw error
    })
    say({ kind: 'synonyms', groups })
  }

  let isGathered = false
  async function ask(question: (n: number) => ToLocalSearch): Promise<FromLocalSearch> {
    clearTimeout(idle)
    idle = setTimeout(end, idleMs)
    // One after another: what is being gathered is not gathered twice.
    const ready = last.then(bringSynonyms).then(() => (isGathered ? bringChanges() : gather()))
    last = ready.catch(() => undefined)
    await ready
    isGathered = true
    const n = (counter += 1)
    const answer = Promise.withResolvers<FromLocalSearch>()
    waiting.set(n, answer)
    say(question(n))
    const late = setTimeout(() => answer.reject(new Error('the search takes too long')), patienceMs)
    return answer.promise.finally(() => clearTimeout(late))
  }

  const search: Search = {
    device,
    async find(asked) {
      const answer = await ask((n) => ({ kind: 'find', n, ...asked }))
      if (answer.kind !== 'found') throw new Error(`the search answers ${answer.kind}`)
      return answer.results
    },
    async quick(asked) {
      const answer = await ask((n) => ({ kind: 'quick', n, ...asked }))
      if (answer.kind !== 'hits') throw new Error(`the search answers ${answer.kind}`)
      return answer.hits
    },
    end,
  }
  return search
}
