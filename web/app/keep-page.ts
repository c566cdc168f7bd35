/**
 * Keeps what the reader has opened, so that it opens again without a network: the thread's rows for
 * members, the finished answer for everybody, the whole document for the service worker, and the
 * pictures. Public pages alone; what is rendered for one viewer is kept as rows, or as an answer in
 * their account's database if it asks for that, or not at all. Part of the late chunk; runs when
 * the page is at rest, and asks the network for as little as it can: a document that was just
 * loaded is still in the browser's own cache.
 */
import { isId } from '#shared/kernel/ids.ts'
import { unpackLists } from '#shared/pages/packed-lists.ts'
import type { HandOver, PageAnswer } from '../data/answer.ts'
import type { Device, CachedScreen } from '../data/device/device-api.ts'
import { keepOnlyPicturesOf, keepPictures } from '../data/pictures.ts'
import { parsePage } from '../trusted-types.ts'
import type { FeatureRoute } from './route.ts'
import type { PackedHandOver } from './pack-hand-over.ts'
import { unpackHandOver } from './pack-hand-over.ts'

export interface OpenedPage {
  readonly route: FeatureRoute | null
  /** Path and query. */
  readonly address: string
  readonly answer: PageAnswer
  /** The document that the browser loaded; otherwise the app came here by itself. */
  readonly isFirst: boolean
  readonly build: string
}

const cachedHeaders = [
  'content-type',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'x-content-type-options',
] as const

const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410])

export async function keepPage(device: Device, page: OpenedPage): Promise<void> {
  const { answer, address } = page
  // It was withdrawn, or is not for this reader any more: a copy from before must not come up again
  // at every visit.
  if (goneStatuses.has(answer.status) && answer.isFromDevice !== true) return device.free(address)
  if (!isWorthIt(page, device.account)) return
  const postId = threadOf(answer.page)
  const thread = postId === undefined || device.account === null ? null : `thread:${postId}`
  if (thread !== null) await device.follow(thread)
  const sequenceId = sequenceOf(answer.page)
  if (sequenceId !== undefined && device.account !== null) await device.follow(`sequence:${sequenceId}`)
  const source = answer.me === null ? await documentOf(page) : null
  // Members' threads open from their rows, once all of them are here.
  const opensFromRows = thread !== null && device.holds(thread)
  const whole = opensFromRows ? null : (source?.answer ?? withBodies(answer, document))
  if (source !== null) await device.screens.keep(source.screen, whole)
  else if (whole !== null) await device.answers.keep(address, whole)
  const { pictures } = await device.settings.get()
  if (!pictures || savesData()) return
  await keepPictures(thread ?? address, picturesIn(source?.parsed ?? document))
  await keepOnlyPicturesOf(new Set((await device.held()).map(({ id }) => id)))
}

type Shown = Pick<OpenedPage, 'route' | 'address' | 'answer'>

/**
 * In the moment it is opened: what stands on the screen, from which the app shows it again, without
 * asking anybody. It may be left before there is time for more. @param drawn the document that this
 * page came as; `null` for one that came as data, which has its bodies and is not drawn yet
 */
export async function keepAtOnce(
  device: Pick<Device, 'account' | 'answers' | 'holds'>,
  page: Shown,
  drawn: Document | null,
): Promise<void> {
  const { answer, address } = page
  const thread = threadOf(answer.page)
  if (!isWorthIt(page, device.account) || answer.isFromDevice === true || (thread !== undefined && device.holds(`thread:${thread}`))) return
  const whole = drawn === null ? answer : withBodies(answer, drawn)
  if (whole !== null) await device.answers.keep(address, whole)
}

function isWorthIt({ answer, route }: Shown, account: string | null): boolean {
  if (route === null || route.offline !== 'saved' || !isForAllOr(account, answer)) return false
  return answer.status === 200 && answer.problem === null && answer.kept === undefined
}

/** The same for everybody, or of the member whose database this is, and asking to be kept there. */
function isForAllOr(account: string | null, { me, page }: PageAnswer): boolean {
  if (me === null) return true
  const isAsked = typeof page === 'object' && page !== null && 'ownCopy' in page && page.ownCopy === true
  return isAsked && me.viewer.kind === 'member' && me.viewer.userId === account
}

/** A page with a discussion says so by a `thread`: the id of the post. */
export function threadOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null || !('thread' in page)) return undefined
  return typeof page.thread === 'string' ? page.thread : undefined
}

/**
 * The page of a sequence, or of a post that stands in one, which leads on from there without a
 * network too.
 */
function sequenceOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null) return undefined
  const named = 'sequence' in page ? page.sequence : 'series' in page ? page.series : null
  const id = typeof named === 'object' && named !== null && 'id' in named ? named.id : undefined
  // The winners of a review are read like one, and have no rows that a device could follow.
  return typeof id === 'string' && isId(id) ? id : undefined
}

interface Source {
  readonly screen: Omit<CachedScreen, 'at'>
  readonly parsed: Document
  readonly answer: PageAnswer
}

/**
 * The document of this address as the server sends it; `null` when it cannot or must not be kept.
 */
async function documentOf({ address, isFirst, build }: OpenedPage): Promise<Source | null> {
  if (savesData() && !isFirst) return null
  let response: Response
  try {
    response = await fetch(address, { cache: isFirst ? 'force-cache' : 'no-cache', headers: { accept: 'text/html' } })
  } catch {
    return null // no connection: what is kept already stays
  }
  if (response.status !== 200 || response.redirected || response.type !== 'basic') return null
  if (response.headers.get('cache-control')?.includes('no-store') !== false) return null
  const html = await response.text()
  const headers = Object.fromEntries(
    cachedHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
  return sourceIn({ address, html, headers, build })
}

/** `null` for a page of another build, or one that cannot be kept whole. */
export function sourceIn(screen: Omit<CachedScreen, 'at'>): Source | null {
  const parsed = parsePage(screen.html)
  const handOver = handOverIn(parsed)
  if (handOver === null || handOver.site.build !== screen.build || handOver.answer.status !== 200) return null
  const answer = withBodies(handOver.answer, parsed)
  return answer === null ? null : { screen, parsed, answer }
}

function handOverIn(parsed: Document): HandOver | null {
  const text = parsed.getElementById('hand-over')?.textContent
  // Written by this site's server, and of this very build: checked by whoever asks.
  return text ? unpackHandOver(JSON.parse(text, unpackLists) as PackedHandOver) : null
}

/**
 * The answer with its bodies, read from the document in one pass; answers that came as data have
 * them already. `null` when a text has no name, or somebody else's script (a translator) has been
 * at the texts.
 */
export function withBodies(answer: PageAnswer, root: Document): PageAnswer | null {
  if (Object.keys(answer.bodies).length > 0) return answer
  if (/\btranslated-/u.test(root.documentElement.className)) return null
  const bodies: Record<string, string> = {}
  for (const element of root.querySelectorAll<HTMLElement>('[data-body], .c-body')) {
    const key = element.dataset['body'] ?? element.closest('li[id]')?.id
    if (key === undefined) return null
    bodies[key] = element.innerHTML
  }
  return { ...answer, bodies }
}

function picturesIn(root: Document): readonly string[] {
  return [...root.querySelectorAll('main img')].flatMap(
    (image) => keptWidth(image.getAttribute('srcset') ?? '') ?? image.getAttribute('src') ?? [],
  )
}

/**
 * Of an uploaded picture the one that suits most screens: the widest would be several times as
 * much.
 */
function keptWidth(srcset: string): string | null {
  return /(\S+) 960w/u.exec(srcset)?.[1] ?? null
}

/** The reader's wish to spare the line; not every browser knows it. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { readonly saveData?: boolean } | null)?.saveData === true
}
