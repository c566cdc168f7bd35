/**
 * How a navigation is answered (docs/decisions, first-landing 5): a post that a member's device
 * keeps for this address at once, as it was, with the headers it came with: the app shows behind it
 * what is newer. Else the network; and when that fails or says nothing for three seconds, whatever
 * is kept, or the shell, which looks further on the device. Lists are asked of the network first: a
 * list that is shown old and then changes under the reader is worse than one that comes a little
 * later.
 */
import type { StoredDocument } from './cached.ts'

const patienceMs = 3_000
/** With a network at hand nobody waits longer for the database; without one it is all there is. */
const atOnceMs = 800
const atLastMs = 6_000

export interface NavigationDeps {
  /** Of this worker: a document of another build asks for files that are not here. */
  readonly build: string
  readonly kept: (address: string) => Promise<StoredDocument | undefined>
  /** @throws when nobody can be reached. */
  readonly network: () => Promise<Response>
  readonly shell: () => Promise<Response | undefined>
  readonly after: (ms: number) => Promise<unknown>
  /**
   * Whether the shell looks further on this device: else a slow network is better than a word that
   * nothing is here.
   */
  readonly looksFurther: () => Promise<boolean>
}

export async function answerNavigation(request: Pick<Request, 'url' | 'cache'>, deps: NavigationDeps): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const network = deps.network()
  // Heard below; until then a failure is nobody's fault.
  network.catch(() => undefined)
  // A reload asks for what is new.
  const isAtOnce = pathname.startsWith('/posts/') && request.cache !== 'no-cache' && request.cache !== 'reload'
  const found = deps.kept(`${pathname}${search}`)
  const within = (ms: number) => Promise.race([found, deps.after(ms).then(() => undefined)]).then((kept) => usable(kept, deps.build))
  const atOnce = isAtOnce ? await within(atOnceMs) : undefined
  if (atOnce?.isRefreshed === true) return documentOf(atOnce)
  const first = await Promise.race([network.catch(() => undefined), deps.after(patienceMs).then(() => undefined)])
  if (first !== undefined && !isGateway(first.status)) return first
  const kept = await within(atLastMs)
  if (kept !== undefined) return documentOf(kept)
  const late = first === undefined && !(await deps.looksFurther()) ? await network.catch(() => undefined) : undefined
  if (late !== undefined && !isGateway(late.status)) return late
  return (await deps.shell()) ?? first ?? network
}

/** A proxy that found nobody behind it. */
const isGateway = (status: number): boolean => status === 502 || status === 504

function usable(kept: StoredDocument | undefined, build: string): StoredDocument | undefined {
  return kept?.build === build ? kept : undefined
}

/**
 * The time it was kept at stands on the root element, for the page to say so when nothing newer can
 * be had.
 */
function documentOf({ html, headers, at }: StoredDocument): Response {
  const marked = html.replace(/^(<!doctype html>\s*<html)/iu, `$1 data-kept="${Math.round(at)}"`)
  return new Response(marked, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}
