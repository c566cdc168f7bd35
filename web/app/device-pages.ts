/**
 * Pages answered by the device: a route's own load over the rows that are here, giving the very
 * answer that the server gives. It relies on the device's permitted read and on shapes being held
 * whole; it never says "not found", "not allowed" or "removed": what the device cannot show is "not
 * here", and the server decides. Part of the late chunk: all loads come with it.
 */
import { members } from '#shared/accounts/schema.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData, SiteFacts } from '#shared/pages/page-data.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { bodyKey } from '../blocks/comments/thread-view-keys.ts'
import type { Answer, PageAnswer } from '../data/answer.ts'
import { deviceState } from '../data/device-state.ts'
import type { Device } from '../data/device/device-api.ts'
import { DeviceTrouble } from '../data/device/port.ts'
import { addressOf } from './address.ts'
import { answerPage } from './answer-page.ts'
import { bodyHtml } from './body-html.ts'
import { variantAddress, cachedVariantOf } from './front-of-device.ts'
import { localRead, listsFromDevice } from './local-read.ts'
import { NotStoredError } from './not-stored-error.ts'
import type { FeatureRoute, LoadRequest } from './route.ts'

export type NotOnDevice = 'not-here'
/** What pages need of the device. */
export type PagesDevice = Pick<Device, 'viewer' | 'me' | 'read' | 'holds'> & { readonly answers: Pick<Device['answers'], 'get'> }

export interface DevicePages {
  /**
   * Over rows that are held whole, with what is queued in them.
   * @param shown what stands on this very page already; `null` on the way to another.
   */
  answer(route: FeatureRoute | null, request: LoadRequest, shown: PageAnswer | null): Promise<Answer | NotOnDevice>
  /**
   * In place of what cannot be had now: the answer kept from last time, or a list of what is here.
   */
  kept(route: FeatureRoute | null, request: LoadRequest): Promise<Answer | NotOnDevice>
  /**
   * Brings into memory what the page of a post is made from, if it is held: somebody is about to go
   * there.
   */
  readAhead(postId: string): Promise<void>
  /** The shapes that the answer given last for this address was made from. */
  shapesOf(address: string): ReadonlySet<string>
}

/** Lists of posts that can be made from the posts that happen to be here. */
const listPaths: ReadonlySet<string> = new Set(['/', '/recommendations', '/unread', '/allPosts', '/allComments'])
const sliceMs = 24
const addressesKnown = 50

export function devicePages(site: SiteFacts, device: () => PagesDevice, now: () => number): DevicePages {
  const bodies = bodyHtml(site.origin)
  const shapesByAddress = new Map<string, ReadonlySet<string>>()
  /** Threads on their way into memory: asked for by a press, and again by its end. */
  const coming = new Map<string, Promise<readonly Comment[]>>()

  const bring = (postId: string): Promise<readonly Comment[]> => {
    const known = coming.get(postId)
    if (known !== undefined) return known
    const begun = bringThread(device().read, postId).finally(() => coming.delete(postId))
    coming.set(postId, begun)
    return begun
  }

  const dataOver = (read: Read, mayLack: boolean): PageData => ({
    read,
    isOfDevice: true,
    ...(mayLack && { mayLack }),
    viewer: device().viewer,
    isGone: async () => false,
    now: now() + deviceState.get().clockOffset,
    site,
    html: bodies.html,
    // What is written here is a document, or goes by the server's forms.
    markdown: null,
    own: null,
    form: null,
  })

  /** The load's answer, drawn again when maths or colours have come for it. */
  const run = async (
    route: FeatureRoute,
    read: Read,
    request: LoadRequest,
    shown: PageAnswer | null = null,
    mayLack = false,
  ): Promise<Answer | NotOnDevice> => {
    const attempt = () => answerPage(route, dataOver(read, mayLack), request, shown?.parts)
    try {
      let answer = await attempt()
      if (await bodies.bringMissing()) answer = await attempt()
      // The device says no to nothing: it may be behind.
      if (answer.kind === 'page' && answer.problem !== null) return 'not-here'
      if (answer.kind === 'moved') return answer
      return { ...answer, me: answer.me === null ? null : meOf(device()), isFromDevice: true }
    } catch (error) {
      if (error instanceof NotStoredError) return 'not-here'
      throw error
    }
  }

  const pages: DevicePages = {
    async answer(route, request, shown) {
      if (route === null || route.offline === 'none' || route.isReducedOffline === true) return 'not-here'
      const shapes = new Set<string>()
      const postId = request.params['postId']
      if (postId !== undefined && device().holds(`thread:${postId}`)) {
        await renderInSlices(await bring(postId), bodies.html)
      }
      const answer = await run(route, localRead(device(), shapes), request, shown)
      if (answer !== 'not-here') {
        shapesByAddress.set(addressOf(request.url), shapes)
        for (const oldest of shapesByAddress.keys()) if (shapesByAddress.size > addressesKnown) shapesByAddress.delete(oldest)
      }
      return answer === 'not-here' || answer.kind === 'moved' ? answer : withOthersPosts(answer, shown)
    },
    async kept(route, request) {
      if (route?.isReducedOffline === true) {
        const answer = await run(route, localRead(device(), new Set()), request)
        if (answer !== 'not-here') return answer
      }
      const variant = await variantAddress(device(), route, request, now())
      const found = await device().answers.get(addressOf(request.url))
      const whole = found === undefined ? null : cachedVariantOf(found.answer, variant)
      if (found !== undefined && whole !== null)
        return { ...whole, form: null, me: whole.me === null ? null : meOf(device()), kept: { at: found.at } }
      if (route?.isOwn === true) {
        const answer = await run(route, localRead(device(), new Set(), false), request, null, true)
        return answer === 'not-here' || answer.kind === 'moved' ? 'not-here' : answer
      }
      if (route === null || !listPaths.has(route.path)) return 'not-here'
      const { read, postCount } = await listsFromDevice(device(), now())
      if (postCount === 0) return 'not-here'
      const answer = await run(route, read, variant)
      return answer === 'not-here' || answer.kind === 'moved' ? 'not-here' : { ...answer, kept: { posts: postCount } }
    },
    async readAhead(postId) {
      if (device().holds(`thread:${postId}`)) await bring(postId)
    },
    shapesOf: (address) => shapesByAddress.get(address) ?? new Set(),
  }
  return {
    ...pages,
    answer: (...asked) => pages.answer(...asked).catch(cannotBeRead),
    kept: (...asked) => pages.kept(...asked).catch(cannotBeRead),
    readAhead: (postId) => pages.readAhead(postId).catch(() => undefined),
  }
}

/** A database that was let go, or fails, has nothing: the server is asked. */
function cannotBeRead(error: unknown): NotOnDevice {
  if (error instanceof DeviceTrouble) return 'not-here'
  throw error
}

export function meOf({ viewer, me }: PagesDevice): NonNullable<PageAnswer['me']> {
  return { viewer, name: me.name, slug: me.slug, votes: [] }
}

/**
 * Posts that link to this one, questions that hang together with it, and its neighbours in a
 * sequence, are in shapes of their own, most of which are not here: those that the server has named
 * stay, and so does that it is a winner of its year.
 */
function withOthersPosts(answer: PageAnswer, shown: PageAnswer | null): PageAnswer {
  if (typeof answer.page !== 'object' || answer.page === null) return answer
  const before = mentions(shown?.page)
  const here = mentions(answer.page)
  const mentionedIn = before !== null && here !== null && before.length > here.length ? { mentionedIn: before } : {}
  const named = seriesIn(shown?.page)
  const series = here !== null && named !== null && !isWhole(seriesIn(answer.page)) ? { series: named } : {}
  const hanging = relatedIn(shown?.page)
  const related = hanging !== null && hanging.size > (relatedIn(answer.page)?.size ?? 0) ? { related: hanging.value } : {}
  const chip = winnerChipIn(shown?.page)
  const won = here !== null && chip !== null ? { kindChip: chip } : {}
  return { ...answer, page: { ...answer.page, ...mentionedIn, ...series, ...related, ...won } }
}

/** That a post stands in the gallery of its year: only the server knows. */
function winnerChipIn(page: unknown): object | null {
  if (typeof page !== 'object' || page === null || !('kindChip' in page)) return null
  const { kindChip } = page
  if (typeof kindChip !== 'object' || kindChip === null || !('href' in kindChip)) return null
  return String(kindChip.href).startsWith(links.bestOf()) ? kindChip : null
}

function relatedIn(page: unknown): { readonly size: number; readonly value: unknown } | null {
  if (typeof page !== 'object' || page === null || !('related' in page)) return null
  const { related } = page
  if (typeof related !== 'object' || related === null || !('questions' in related) || !('parent' in related)) return null
  const count = Array.isArray(related.questions) ? related.questions.length : 0
  return { size: count + Number(related.parent !== null), value: related }
}

function seriesIn(page: unknown): unknown {
  return typeof page === 'object' && page !== null && 'series' in page ? page.series : null
}

/** Whether all of the sequence is here, so that what comes before and after is known. */
function isWhole(series: unknown): boolean {
  return typeof series === 'object' && series !== null && 'isWhole' in series && series.isWhole === true
}

function mentions(page: unknown): readonly unknown[] | null {
  if (typeof page !== 'object' || page === null || !('mentionedIn' in page)) return null
  return Array.isArray(page.mentionedIn) ? page.mentionedIn : null
}

/**
 * What a discussion's page is made from, asked for together: the load asks for one thing after the
 * other, and then finds it in memory.
 */
async function bringThread(read: Read, postId: string): Promise<readonly Comment[]> {
  const [post, found] = await Promise.all([read.get(posts, postId), read.list(commentsOfPost(postId))])
  const authorIds = new Set([post, ...found].flatMap((row) => row?.authorId ?? []))
  await Promise.all([
    post === undefined ? null : read.get(revisions, post.revisionId ?? post.latestRevisionId),
    read.getMany(tallies, [postId, ...found.map(({ id }) => id)]),
    read.getMany(members, [...authorIds]),
  ])
  return found
}

/**
 * The texts of a long discussion, a few at a time, so that a click is heard in between; the load
 * then finds them ready.
 */
async function renderInSlices(found: readonly Comment[], html: PageData['html']): Promise<void> {
  let pause = performance.now() + sliceMs
  for (const comment of found) {
    if (comment.removedBy !== null) continue
    // As web/blocks/comments/thread-view.ts asks for them; standings, and with them trust, are the
    // server's.
    html(comment.body, { idPrefix: `${bodyKey(comment.id, 'thread')}-`, profile: 'comment', trusted: false })
    if (performance.now() < pause) continue
    await new Promise((resolve) => setTimeout(resolve))
    pause = performance.now() + sliceMs
  }
}
