/**
 * Where a page's answer comes from, in this order: the device's own rows; the server; what was kept
 * from last time; and then plainly "not on this device". It relies on the late chunk for everything
 * of the device, and does without until that is there: the first load knows none of it. It never
 * waits for the network where the device can answer, and never shows a kept page as the newest.
 */
import type { Answer, PageAnswer } from '../data/answer.ts'
import { addressOf } from './address.ts'
import type { BrowserRouter, LoadTask } from './browser-router.ts'
import type { DeviceSide, NotOnDevice } from './device-side.ts'
import { Unreachable, fetchAnswer, notOnDevice } from './fetch-answer.ts'
import type { FeatureRoute } from './route.ts'
import { pageRoutes } from './routes.ts'

/**
 * The server has said nothing for so long: what was kept is shown, and replaced when the answer
 * comes.
 */
const patienceMs = 3_000

export interface AnswerDeps {
  /** The device's part; brought on the first call. @throws when the browser cannot. */
  readonly bring: () => Promise<DeviceSide>
  /** As `bring`, if it is there already. */
  readonly side: () => DeviceSide | null
  readonly router: () => BrowserRouter
  /** A static page's answer that was fetched ahead and is fresh; nothing for all other pages. */
  readonly ahead: (task: LoadTask) => Answer | Promise<Answer | undefined> | undefined
  /** Leaves for a whole document. Never resolves. */
  readonly leaveFor: (url: URL) => Promise<never>
}

export async function answerFor(task: LoadTask, deps: AnswerDeps): Promise<Answer> {
  const route = pageRoutes.find(({ path }) => path === task.routeId) ?? null
  const current = deps.router().get().answer
  const answer = await newestAnswer(task, route, current, deps)
  // Where one writes, the editor says itself that the text is no longer one's own: what was typed
  // stays on the screen.
  const isOpen = task.why === 'refresh' && route?.isWriting === true && current.problem === null
  return isOpen && isTakenFrom(current, answer) ? current : answer
}

/** The page is gone for the very member to whom it was shown. */
function isTakenFrom(shown: PageAnswer, answer: Answer): boolean {
  if (answer.kind !== 'page' || answer.problem === null || answer.me === null || shown.me === null) return false
  const [before, now] = [shown.me.viewer, answer.me.viewer]
  return before.kind === 'member' && now.kind === 'member' && before.userId === now.userId
}

async function newestAnswer(task: LoadTask, route: FeatureRoute | null, current: PageAnswer, deps: AnswerDeps): Promise<Answer> {
  // The worker has given the empty shell: the network had its chance, now it is the device's turn.
  const isShell = task.why === 'refresh' && current.showing === notOnDevice.showing
  const side = isShell ? await deps.bring().catch(() => null) : deps.side()
  const own = (await side?.pages.answer(route, task, task.why === 'refresh' ? current : null)) ?? 'not-here'
  if (own !== 'not-here') return own

  const ahead = task.why === 'go' ? await deps.ahead(task) : undefined
  if (ahead !== undefined) return ahead
  const fresh = fetchAnswer(task.url, task.signal).catch((failure: unknown) => {
    if (failure instanceof Response) return deps.leaveFor(task.url)
    throw failure
  })
  // Whoever asks hears of a failure below, perhaps later.
  fresh.catch(() => undefined)
  const first = await (isShell ? 'late' : inTime(fresh))
  if (first !== 'late') return first
  // The page is on the screen, with whatever it was made from.
  if (task.why === 'refresh' && !isShell) return fresh.catch((failure: unknown) => whenUnreachable(failure, () => current))
  const kept = await fromDevice(route, task, deps)
  if (kept === 'not-here') return fresh.catch((failure: unknown) => whenUnreachable(failure, () => notOnDevice))
  void fresh.then(
    (answer) => void (answer.kind === 'page' && deps.router().show(answer, addressOf(task.url))),
    () => {}, // the line "as of" says it
  )
  return kept
}

/**
 * The device asked for what the server could not give; rows first, for the late chunk may have come
 * only now.
 */
async function fromDevice(route: FeatureRoute | null, task: LoadTask, { bring }: AnswerDeps): Promise<Answer | NotOnDevice> {
  const side = await bring().catch(() => null)
  if (side === null) return 'not-here'
  const own = await side.pages.answer(route, task, null)
  return own === 'not-here' ? side.pages.kept(route, task) : own
}

/**
 * @throws what is no matter of the network. `late` when the server cannot be reached, or takes its
 *   time.
 */
function inTime(fresh: Promise<Answer>): Promise<Answer | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), patienceMs)
    const settle = (done: () => void) => {
      clearTimeout(timer)
      done()
    }
    fresh.then(
      (answer) => settle(() => resolve(answer)),
      (failure: unknown) => settle(() => (failure instanceof Unreachable ? resolve('late') : reject(failure))),
    )
  })
}

function whenUnreachable(failure: unknown, instead: () => PageAnswer): PageAnswer {
  if (failure instanceof Unreachable) return instead()
  throw failure
}
