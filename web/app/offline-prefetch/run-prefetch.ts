/**
 * One round of fetching for reading offline (docs/decisions/0034): one thing after another, each
 * once the browser is idle, and no further than the line, the budget and the reader's choice allow.
 * It counts no view and marks nothing as read: rows come over the sync connection, answers as a
 * prefetch.
 */
import { members } from '#shared/accounts/schema.ts'
import { rsvpsBy } from '#shared/events/queries.ts'
import { events } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { subscriptionsOf } from '#shared/subscriptions/queries.ts'
import { mapAddressOf } from '../../blocks/events/map-address.ts'
import type { PageAnswer } from '../../data/answer.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { PrefetchEvent, PrefetchStep } from './plan-prefetch.ts'
import { eventsOfList, hasRoom, isDue, planPrefetch, postsOfFront, prefetchLimits } from './plan-prefetch.ts'
import { picturesOfHtml, picturesOfText } from './screen-pictures.ts'

export type PrefetchDevice = Pick<
  Device,
  'account' | 'me' | 'read' | 'holds' | 'follow' | 'held' | 'free' | 'answers' | 'settings' | 'subscribe'
>

export interface PrefetchPorts {
  /** Online, in sight, on a line that is neither metered nor slow. Asked before every request. */
  readonly isWelcome: () => boolean
  readonly isInstalled: () => boolean
  /** Resolves once the browser has nothing better to do. */
  readonly idle: () => Promise<void>
  /** @throws when the server cannot be asked. `null`: it is another page now, or none. */
  readonly fetchAnswer: (address: string) => Promise<PageAnswer | null>
  /** @returns bytes that came anew. */
  readonly keepPictures: (page: string, urls: readonly string[]) => Promise<number>
  /** Bytes of the pictures that these pages want. */
  readonly picturesBytesOf: (pages: ReadonlySet<string>) => Promise<number>
  /** Device pixels across that a picture can show on this screen. */
  readonly pixels: number
  readonly after: (ms: number) => Promise<void>
  readonly now: () => number
}

/** What the rows of a thread may take to arrive; on a slower line nothing more is asked for. */
const patienceMs = 15_000
const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410])

/** @returns how many things it fetched; `null`: it was not the time for it. */
export async function runPrefetch(device: PrefetchDevice, ports: PrefetchPorts): Promise<number | null> {
  const settings = await device.settings.get()
  const now = ports.now()
  const due = isDue({
    choice: settings.prefetch,
    isMember: device.account !== null,
    isInstalled: ports.isInstalled(),
    lastAt: settings.prefetchedAt,
    begunAt: settings.prefetchBegunAt,
    now,
  })
  if (!due || !ports.isWelcome()) return null
  // Other tabs read it here.
  await device.settings.set({ prefetchBegunAt: now })
  const front = await ports.fetchAnswer(links.front({ limit: prefetchLimits.posts }))
  if (front === null || front.status !== 200) return 0
  const held = await device.held()
  const { steps, outdated } = planPrefetch({
    posts: postsOfFront(front.page),
    account: device.account,
    slug: device.me.slug,
    events: await meetingsOf(device, ports),
    followed: await followedBy(device),
    held,
    now,
  })
  for (const address of outdated) await device.free(address)
  const prefetched = new Set((await device.held()).flatMap(({ id, keep }) => (keep === 'prefetched' ? [id] : [])))
  let pictures = settings.pictures ? await ports.picturesBytesOf(prefetched) : 0
  let count = 0
  for (const step of steps) {
    await ports.idle()
    if (!ports.isWelcome() || !hasRoom(await device.held(), pictures)) break
    const wanted = await fetchStep(device, ports, step)
    if (wanted === 'late') break
    count += 1
    if (settings.pictures && wanted.urls.length > 0) pictures += await ports.keepPictures(wanted.page, wanted.urls)
  }
  if (count === steps.length || !hasRoom(await device.held(), pictures)) await device.settings.set({ prefetchedAt: ports.now() })
  return count
}

/** Slugs of members, where their names are here, and ids of posts. */
async function followedBy({ account, read }: PrefetchDevice): Promise<ReadonlySet<string>> {
  if (account === null) return new Set()
  const followed = (await read.list(subscriptionsOf(account))).filter(({ state }) => state === 'on')
  const ids = followed.flatMap(({ kind, targetId }) => (kind.startsWith('member') ? [targetId] : []))
  const people = await read.getMany(members, ids)
  return new Set([...people.map(({ slug }) => slug), ...followed.flatMap(({ kind, targetId }) => (kind === 'post' ? [targetId] : []))])
}

/** Of those that are still to come as many as a page has: what is a year ahead can wait. */
const upcomingAsked = 200

/** Coming events that the reader answered, or whose group the reader follows; the next first. */
async function meetingsOf({ account, read }: PrefetchDevice, ports: PrefetchPorts): Promise<readonly PrefetchEvent[]> {
  if (account === null) return []
  const answers = await read.list(rsvpsBy(account, upcomingAsked))
  const answered = new Set(answers.flatMap(({ answer, postId }) => (answer === 'no' ? [] : [postId])))
  const followed = (await read.list(subscriptionsOf(account))).filter(({ kind, state }) => kind === 'group' && state === 'on')
  const groups = new Set<string | null>(followed.map(({ targetId }) => links.localGroup(targetId)))
  if (answered.size + groups.size === 0) return []
  const upcoming = await ports.fetchAnswer(links.upcomingEvents({ limit: upcomingAsked }))
  return eventsOfList(upcoming?.page)
    .map(({ id, groupHref }) => ({ id, groupHref: groups.has(groupHref) ? groupHref : null }))
    .filter(({ id, groupHref }) => groupHref !== null || answered.has(id))
}

function fetchStep(device: PrefetchDevice, ports: PrefetchPorts, step: PrefetchStep): Promise<WantedPictures | 'late'> {
  if (step.kind === 'answer') return fetchPage(device, ports, step)
  return step.kind === 'rows' ? fetchRows(device, ports, step.postId) : fetchMap(device, ports, step.eventId)
}

/** Where an event is, below its page; nothing where it is not on the map. */
async function fetchMap(device: PrefetchDevice, ports: PrefetchPorts, eventId: string): Promise<WantedPictures | 'late'> {
  const event = await device.read.get(events, eventId)
  const address = event === undefined ? null : mapAddressOf(event, ports.now())
  const known = (await device.held()).find(({ id }) => id === address)
  const isFresh = known !== undefined && ports.now() - known.lastUsed < prefetchLimits.freshMs
  return address === null || isFresh ? { page: '', urls: [] } : fetchPage(device, ports, { address, isPost: false })
}

interface WantedPictures {
  readonly page: string
  readonly urls: readonly string[]
}

async function fetchRows(device: PrefetchDevice, ports: PrefetchPorts, postId: string): Promise<WantedPictures | 'late'> {
  const shape = `thread:${postId}`
  await device.follow(shape, 'prefetched')
  if (!(await isComplete(device, shape, ports.after(patienceMs)))) return 'late'
  const post = await device.read.get(posts, postId)
  const revision = post && (await device.read.get(revisions, post.revisionId ?? post.latestRevisionId))
  return { page: shape, urls: revision === undefined ? [] : picturesOfText(revision.body, ports.pixels) }
}

/** A shape that left meanwhile (removed, hidden) is done with too. */
async function isComplete(device: PrefetchDevice, shape: string, patience: Promise<void>): Promise<boolean> {
  if (device.holds(shape)) return true
  let leave = () => {}
  const arrived = new Promise<boolean>((resolve) => {
    const look = async () => {
      if (device.holds(shape) || !(await device.held()).some(({ id }) => id === shape)) resolve(true)
    }
    leave = device.subscribe(({ shapes }) => {
      if (shapes.has(shape)) void look().catch(() => resolve(false))
    })
  })
  const came = await Promise.race([arrived, patience.then(() => false)])
  leave()
  return came
}

async function fetchPage(
  device: PrefetchDevice,
  ports: PrefetchPorts,
  { address, isPost }: Omit<Extract<PrefetchStep, { kind: 'answer' }>, 'kind'>,
): Promise<WantedPictures | 'late'> {
  const answer = await ports.fetchAnswer(address).catch(() => 'late' as const)
  if (answer === 'late') return 'late'
  const isUsable = answer !== null && answer.status === 200 && answer.problem === null && answer.form === null
  if (isUsable) await device.answers.keep(address, answer, 'prefetched')
  // Removed, or not for this reader any more: a copy from before must not open either.
  else if (answer !== null && goneStatuses.has(answer.status)) await device.free(address)
  return { page: address, urls: isUsable && isPost ? picturesOfHtml(Object.values(answer.bodies).join(''), ports.pixels) : [] }
}
