import { memberByAddress, memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { traceFigures } from '#shared/alt-accounts/figures.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'
import { isId } from '#shared/kernel/ids.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import { measureLimits } from '#shared/moderation/measure-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

/** As much of a hash as tells it from the others. */
const shortLength = 8

/**
 * `/moderation/altAccounts`: a form; `?look=`: what its administrator found by it. `?slug=`,
 * `?userId=`, `?clientId=` and `?ip=` stand in the form: nothing is looked for before it is sent.
 */
export async function loadAltAccounts(data: PageData, { url }: LoadRequest) {
  const { read, viewer, altAccounts } = data
  authorizePage(mayAct(viewer, 'lookForAltAccounts'))
  const look = url.searchParams.get('look') ?? ''
  const found = isId(look) ? await altAccounts?.(look) : undefined
  return {
    head: { title: 'Alternative accounts', robots: 'noindex' as const },
    asked: await askedIn(data, url),
    retainedDays: traceFigures.traceMs / dayMs,
    maxReason: measureLimits.reason,
    isOver: look !== '' && found === undefined,
    found: found === undefined ? null : await shown(),
  }

  async function shown() {
    const { userId = null, endsAt = 0, traces = [] } = found ?? {}
    const ids = traces.flatMap(({ others }) => others.map((one) => one.userId))
    const cards = await memberCards(read, userId === null ? ids : [userId, ...ids])
    const cardOf = (id: string) => cards.get(id) ?? unknownMember
    return {
      member: userId === null ? null : cardOf(userId),
      minutes: Math.ceil((endsAt - data.now) / minuteMs),
      traces: traces.map(({ kind, hash, own, others }) => ({
        // Of an address no page needs more than tells it from the others.
        ...{ kind, short: hash.slice(0, shortLength), clientId: kind === 'browser' ? hash : null },
        own: own === null ? null : { firstAt: own.firstAt, lastAt: own.lastAt, times: own.times },
        others: others.map(({ userId: id, firstAt, lastAt, times }) => ({ ...{ id, firstAt, lastAt, times }, who: cardOf(id) })),
      })),
    }
  }
}

/** What stands in the form. */
async function askedIn({ read }: PageData, url: URL): Promise<{ readonly kind: 'member' | 'browser' | 'address'; readonly value: string }> {
  const given = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, 80)
  if (given('clientId') !== '') return { kind: 'browser', value: given('clientId') }
  if (given('ip') !== '') return { kind: 'address', value: given('ip') }
  const name = given('slug') || given('userId')
  return { kind: 'member', value: isId(name) ? ((await memberByAddress(read, name))?.slug ?? name) : name }
}

export const loads: Loads = { '/moderation/altAccounts': loadAltAccounts }
