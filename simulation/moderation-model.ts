/**
 * What community.md 13.7 and 13.8 say, worked out by itself from a list of what happened: nothing
 * of the product's is asked here, and nothing is quick.
 */
export type Kind = 'post' | 'comment'

export interface Work {
  readonly id: string
  readonly authorId: string
  readonly kind: Kind
  readonly postId: string
  /** When others could read it first; of what waits, when it was sent. */
  at: number
  isWaiting: boolean
  /** By voter; the author's own is `own`. */
  readonly votes: Map<string, number>
  readonly own: number
}

interface Waiting {
  readonly since: number
  readonly reasons: Set<Reason>
}

/** Why somebody is in the queue, and under which tab, in the order of the tabs. */
const tabs = { content: 0, votes: 2, reported: 2, limitEnded: 2, bio: 3, snooze: 5, alert: 6 } as const
export type Reason = keyof typeof tabs

const hour = 3_600_000
const day = 24 * hour

interface Facts {
  readonly karma: number
  readonly last20: number
  readonly last20Posts: number
  readonly down: number
  readonly postDown: number
  readonly month: number
  readonly monthDown: number
}

/** The table of 13.8, row by row. */
const limits: readonly (readonly [Kind, number, number, (of: Facts) => boolean])[] = [
  ['post', 2, 7 * day, (of) => of.karma < 5],
  ['post', 1, 7 * day, (of) => of.karma < -2],
  ['post', 1, 7 * day, (of) => of.last20Posts < -15 && of.postDown >= 4],
  ['post', 1, 7 * day, (of) => of.last20Posts < -30 && of.postDown >= 10],
  ['post', 1, 14 * day, (of) => of.karma < 0 && of.last20 < -30 && of.postDown >= 5],
  ['post', 1, 21 * day, (of) => of.karma < 0 && of.last20Posts < -45 && of.postDown >= 5],
  ['post', 1, 28 * day, (of) => of.karma < 0 && of.last20 < -60 && of.postDown >= 5],
  ['comment', 1, 8_000, () => true],
  ['comment', 1, hour, (of) => of.last20 < 0 && of.down >= 3],
  ['comment', 3, day, (of) => of.karma < 5],
  ['comment', 3, day, (of) => of.karma < 2_000 && of.last20 < 1],
  ['comment', 1, day, (of) => of.karma < -2],
  ['comment', 1, day, (of) => of.last20 < -5 && of.down >= (of.karma >= 2_000 ? 7 : 4)],
  ['comment', 1, 3 * day, (of) => of.karma < 500 && of.last20 < -15 && of.down >= 5],
  ['comment', 1, 7 * day, (of) => of.karma < 0 && of.last20 < -1 && of.monthDown >= 5 && of.month <= -30],
]

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
const byOthers = ({ votes }: Work): number => sum([...votes.values()])

export class Model {
  readonly works = new Map<string, Work>()
  readonly karma = new Map<string, number>()
  readonly approved = new Set<string>()
  readonly banned = new Map<string, number>()
  readonly snoozed = new Map<string, number>()
  /** A moderator's own limit: no comment more than one a day, until then. */
  readonly limited = new Map<string, number>()
  readonly #queue = new Map<string, Waiting>()
  /** By member and kind of alert; those for which they are in the queue now. */
  readonly #told = new Map<string, number>()
  readonly #isOpen = new Set<string>()

  karmaOf(userId: string): number {
    return this.karma.get(userId) ?? 0
  }

  /** Newest first. */
  worksOf(userId: string, kind?: Kind): readonly Work[] {
    return [...this.works.values()]
      .filter((work) => work.authorId === userId && (kind === undefined || work.kind === kind))
      .toSorted((a, b) => b.at - a.at)
  }

  /** Ms until the next one may go out; 0: now. */
  waitMs(userId: string, kind: Kind, now: number, isOwnPost: boolean): number {
    const own = this.worksOf(userId)
    const facts = this.#factsOf(userId, own, now)
    const times = own.filter((work) => work.kind === kind).map(({ at }) => at)
    let until = now
    for (const [of, most, withinMs, applies] of limits) {
      const counted = times[most - 1]
      if (of !== kind || counted === undefined || (isOwnPost && withinMs !== 8_000)) continue
      if (applies(facts)) until = Math.max(until, counted + withinMs)
    }
    const [newest] = times
    if (kind === 'comment' && newest !== undefined && (this.limited.get(userId) ?? 0) > now)
      until = Math.max(until, Math.min(newest + day, this.limited.get(userId) ?? 0))
    return until - now
  }

  #factsOf(userId: string, own: readonly Work[], now: number): Facts {
    const seen = own.filter(({ isWaiting }) => !isWaiting)
    const last = seen.slice(0, 20)
    const posts = seen.filter(({ kind }) => kind === 'post').slice(0, 20)
    const month = last.filter(({ at }) => at >= now - 30 * day)
    return {
      karma: this.karmaOf(userId),
      ...{ last20: sum(last.map(byOthers)), last20Posts: sum(posts.map(byOthers)), month: sum(month.map(byOthers)) },
      ...{ down: downVotersOf(last), postDown: downVotersOf(posts), monthDown: downVotersOf(month) },
    }
  }

  publish(work: Work): void {
    const { authorId, at } = work
    const snoozedUntil = this.snoozed.get(authorId)
    if (!this.approved.has(authorId)) this.raise(authorId, 'content', at)
    else if (snoozedUntil !== undefined && this.contributions(authorId) + 1 >= snoozedUntil) this.raise(authorId, 'snooze', at)
    this.works.set(work.id, work)
  }

  contributions(userId: string): number {
    return this.worksOf(userId).filter(({ isWaiting }) => !isWaiting).length
  }

  vote(voterId: string, work: Work, power: number): void {
    work.votes.set(voterId, power)
    this.karma.set(work.authorId, this.karmaOf(work.authorId) + power)
  }

  raise(userId: string, reason: Reason, now: number): void {
    const waiting = this.#queue.get(userId) ?? { since: now, reasons: new Set() }
    waiting.reasons.add(reason)
    this.#queue.set(userId, waiting)
  }

  /** Decided: what waited appears, if that is what was decided. */
  leave(userId: string, now: number, isLetIn: boolean): void {
    this.#queue.delete(userId)
    for (const key of this.#isOpen) if (key.startsWith(userId)) this.#isOpen.delete(key)
    if (!isLetIn) return
    this.approved.add(userId)
    for (const work of this.worksOf(userId)) if (work.isWaiting) Object.assign(work, { isWaiting: false, at: now })
  }

  /** By tab, those who have waited longest first. */
  queue(): readonly string[] {
    const tabOf = (id: string): number => Math.min(...[...(this.#queue.get(id)?.reasons ?? [])].map((reason) => tabs[reason]))
    const sinceOf = (id: string): number => this.#queue.get(id)?.since ?? 0
    return [...this.#queue.keys()].toSorted((a, b) => tabOf(a) - tabOf(b) || sinceOf(a) - sinceOf(b) || (a < b ? -1 : 1))
  }

  /** The alerts of 13.7, which look at how somebody's newest work was received. */
  lookForAlerts(userIds: readonly string[], now: number): void {
    for (const userId of userIds) {
      if ((this.limited.get(userId) ?? 0) > now) continue
      const seen = this.worksOf(userId).filter(({ isWaiting }) => !isWaiting)
      const both = [...ofKind(seen, 'post').slice(0, 20), ...ofKind(seen, 'comment').slice(0, 20)].toSorted((a, b) => b.at - a.at).slice(1)
      const karma = this.karmaOf(userId)
      if (karma < -5 && both.length >= 5) this.#alert(userId, 'karma', both, 30 * day, now)
      const downvoted = both.slice(0, 5).filter((work) => work.votes.size > 0 && scoreOf(work) <= 0)
      if (downvoted.length >= 2) this.#alert(userId, 'downvoted', downvoted, 7 * day, now)
      for (const [kind, count, least] of [
        ['comment', 10, 1.5],
        ['post', 5, 5],
      ] as const) {
        const last = ofKind(both, kind).slice(0, count)
        if (last.length < count || last.every(({ votes }) => votes.size === 0)) continue
        if (sum(last.map(scoreOf)) / count < least) this.#alert(userId, `average of ${kind}s`, last, 7 * day, now)
      }
    }
  }

  /** Once, until something newer counts. */
  #alert(userId: string, type: string, among: readonly Work[], withinMs: number, now: number): void {
    const at = among[0]?.at ?? 0
    const key = `${userId} ${type}`
    if (at <= now - withinMs || at <= (this.#told.get(key) ?? 0) || this.#isOpen.has(key)) return
    this.#told.set(key, now)
    this.#isOpen.add(key)
    this.raise(userId, 'alert', now)
  }
}

const ofKind = (works: readonly Work[], kind: Kind): readonly Work[] => works.filter((work) => work.kind === kind)
const scoreOf = (work: Work): number => work.own + byOthers(work)

function downVotersOf(works: readonly Work[]): number {
  const low = works.filter((work) => byOthers(work) <= 0)
  return new Set(low.flatMap(({ votes }) => [...votes].filter(([, power]) => power < 0).map(([voterId]) => voterId))).size
}

/** 13.4. */
export const weakPower = (karma: number): number => (karma >= 1_000 ? 2 : 1)
export const strongPower = (karma: number): number => {
  const steps = [10, 100, 250, 500, 1_000, 2_500, 5_000]
  return 1 + steps.filter((from) => karma >= from).length
}
