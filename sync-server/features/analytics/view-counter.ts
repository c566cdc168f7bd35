/**
 * Counts how often the pages of posts are asked for, and for how long they were in sight. In
 * memory, written once a minute as sums of a day: what tells one visitor from another is a hash of
 * the address with a secret of this process and day, kept no longer than the day. Bounded: beyond
 * `maxKnown` nobody is told apart.
 */
import type { IncomingMessage } from 'node:http'
import { createHash, randomBytes } from 'node:crypto'
import { addressBlock } from '#server/http/client-address.ts'
import { isId } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const maxKnown = 200_000
const maxPosts = 20_000
/** In sight for so long, it counts as read. */
const readSeconds = 30
/** Of one visit: whoever leaves a page open is not reading it all night. */
const maxSeconds = 3_600
/** Addresses of one network that count apart in a post and day. */
const maxOfNetwork = 50
const machines = /bot|crawl|spider|slurp|preview|fetch|curl|wget|python|axios|monitor|headlesschrome|lighthouse|feed|rss|http/iu

export interface Sum {
  readonly postId: string
  readonly day: number
  views: number
  visitors: number
  reads: number
  seconds: number
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

export interface ViewCounter {
  /** Somebody who looks at a post's page asks for it. As cheap as can be. */
  isView(request: Asked): boolean
  /** Such a request, once the page was found: what was made up would fill the room there is. */
  note(request: Asked, address: string): void
  /** A browser says for how long it has had a post in sight; that there is one the caller knows. */
  noteSight(postId: string, seconds: number, request: Asked, address: string): void
  /** What was counted since the last time, at most so many lines. */
  take(most: number): readonly Sum[]
  /** Lines that could not be written. */
  putBack(sums: readonly Sum[]): void
}

export function createViewCounter(now: () => number): ViewCounter {
  let sums = new Map<string, Sum>()
  let known: Set<string> = new Set()
  let ofNetwork: Map<string, number> = new Map()
  let secret = randomBytes(16)
  let secretOf = Math.floor(now() / dayMs)

  const sumOf = (postId: string, day: number): Sum | null => {
    const name = `${postId}:${day}`
    const found = sums.get(name)
    if (found !== undefined || sums.size >= maxPosts) return found ?? null
    const made = { postId, day, views: 0, visitors: 0, reads: 0, seconds: 0 }
    sums.set(name, made)
    return made
  }
  const today = (): number => {
    const day = Math.floor(now() / dayMs)
    if (day !== secretOf) {
      secretOf = day
      secret = randomBytes(16)
      known = new Set()
      ofNetwork = new Map()
    }
    return day
  }
  const hashed = (text: string): string => createHash('sha256').update(secret).update(text).digest('base64url').slice(0, 16)
  /**
   * Whether somebody at this address is seen for the first time today in this. What a browser calls
   * itself it chooses, and so it does an address of its IPv6 network.
   */
  const isNew = (what: string, address: string): boolean => {
    const network = addressBlock(address)
    const place = hashed(`${what} ${network}`)
    const name = hashed(`${what} ${network.includes(':') ? network : address}`)
    const before = ofNetwork.get(place) ?? 0
    if (known.has(name) || known.size >= maxKnown || before >= maxOfNetwork) return false
    known.add(name)
    ofNetwork.set(place, before + 1)
    return true
  }

  return {
    isView: (request) => postSeen(request) !== null && !isMachine(request),
    note(request, address) {
      const postId = postSeen(request)
      if (postId === null || isMachine(request)) return
      const sum = sumOf(postId, today())
      if (sum === null) return
      sum.views += 1
      if (isNew(`view ${postId}`, address)) sum.visitors += 1
    },
    noteSight(postId, seconds, request, address) {
      if (!isId(postId) || isMachine(request) || !Number.isFinite(seconds) || seconds < 1) return
      const sum = sumOf(postId, today())
      // Once a day for each: nobody lifts a figure by sending it again.
      if (sum === null || !isNew(`sight ${postId}`, address)) return
      sum.seconds += Math.min(maxSeconds, Math.round(seconds))
      if (seconds >= readSeconds) sum.reads += 1
    },
    take(most) {
      const taken = [...sums.values()].slice(0, most)
      for (const { postId, day } of taken) sums.delete(`${postId}:${day}`)
      return taken
    },
    putBack(back) {
      const before = sums
      sums = new Map()
      for (const sum of [...before.values(), ...back]) {
        const into = sumOf(sum.postId, sum.day)
        if (into === null) continue
        into.views += sum.views
        into.visitors += sum.visitors
        into.reads += sum.reads
        into.seconds += sum.seconds
      }
    },
  }
}

const isMachine = ({ headers }: Asked): boolean => {
  const agent = headers['user-agent'] ?? ''
  return agent === '' || machines.test(agent.replace(/^Mozilla\/5\.0 /u, ''))
}

/**
 * The post whose page is asked for by somebody who looks at it: a document, or the app on its way
 * there. Not what is fetched ahead, or to be kept.
 */
function postSeen({ method, url = '', headers }: Asked): string | null {
  if (method !== 'GET') return null
  const purpose = headers['sec-purpose'] ?? headers['purpose']
  if (purpose !== undefined) return null
  const page = /^\/(?:posts|events)\/(.*)$/su.exec(url)?.[1]
  if (page !== undefined) {
    const target = headers['sec-fetch-dest']
    return target === undefined || target === 'document' ? idIn(page) : null
  }
  const inner = /^\/api\/page\?url=%2F(?:posts|events)%2F(.*)$/su.exec(url)?.[1]
  return inner === undefined ? null : idIn(inner)
}

function idIn(rest: string): string | null {
  const id = rest.slice(0, 26)
  const next = rest[26] ?? ''
  return isId(id) && (next === '' || next === '/' || next === '?' || next === '%') ? id : null
}
