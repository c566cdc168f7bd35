import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isOpenUntil } from '../kernel/durations.ts'
import { isSelf } from '../kernel/viewer.ts'
import { mayAct } from '../moderation/measure-rules.ts'
import { traceFigures } from './figures.ts'
import { tracesOfHash, tracesOfMember } from './queries.ts'
import type { SignInTrace, TraceKind } from './schema.ts'
import { altAccountLooks } from './schema.ts'

type Seen = Pick<SignInTrace, 'userId' | 'firstAt' | 'lastAt' | 'times'>

/** A browser or an address, and who signed in from it. */
export interface FoundTrace extends Pick<SignInTrace, 'kind' | 'hash'> {
  /** Of the member whose accounts are looked for; `null`: it began here. */
  readonly own: Seen | null
  /** The others, the last seen first. */
  readonly others: readonly Seen[]
}

export interface AltAccounts {
  readonly userId: string | null
  readonly endsAt: number
  /** Browsers before addresses, those with others first. */
  readonly traces: readonly FoundTrace[]
}

const order: readonly TraceKind[] = ['browser', 'address']

/**
 * What a look found; `undefined` where there is none of the viewer's that is not over.
 * @param read without read policies: traces are nobody's to read otherwise.
 */
export async function findAltAccounts(read: Read, viewer: Viewer, lookId: string, now: number): Promise<AltAccounts | undefined> {
  const look = await read.get(altAccountLooks, lookId)
  if (
    look === undefined ||
    !isOpenUntil(look.endsAt, traceFigures.lookMs, now) ||
    !isSelf(viewer, look.byId) ||
    !mayAct(viewer, 'lookForAltAccounts').allowed
  )
    return undefined
  const { userId, hashes, endsAt } = look
  const live = ({ expiresAt }: SignInTrace) => expiresAt > now
  const own = userId === null ? [] : (await read.list(tracesOfMember(userId))).filter(live)
  const found: FoundTrace[] = []
  for (const hash of userId === null ? hashes : own.map((trace) => trace.hash)) {
    const all = (await read.list(tracesOfHash(hash))).filter(live)
    const [first] = all
    if (first === undefined) continue
    found.push({
      ...{ kind: first.kind, hash },
      own: own.find((trace) => trace.hash === hash) ?? null,
      others: all.filter((trace) => trace.userId !== userId),
    })
  }
  const byKind = (a: FoundTrace, b: FoundTrace) => order.indexOf(a.kind) - order.indexOf(b.kind)
  const byOthers = (a: FoundTrace, b: FoundTrace) => Number(b.others.length > 0) - Number(a.others.length > 0)
  return { userId, endsAt, traces: found.toSorted((a, b) => byKind(a, b) || byOthers(a, b)) }
}
