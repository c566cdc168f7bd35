/**
 * A device's mutations on their way through the writer: handed over in their order, many at once,
 * so that they share commits, and answered in that order. A mutation that could not be taken (a
 * bug, a full queue) is told once; those behind it come again with it.
 */
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Result, ServerMessage, WireMutation } from '#shared/sync/protocol.ts'
import { voidName } from '#shared/sync/protocol.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { NumberedRequest, Taken } from './numbered.ts'
import type { SessionSubscriptions, Voice } from './session-subscriptions.ts'
import type { Account } from './sync-ports.ts'
import { addSample, countOne } from './sync-metrics.ts'

/** Mutations of one session that the writer may have in hand. */
const maxInHand = 500
const retryAfterBugMs = 5_000
/**
 * A bug may be of the moment. One that is met so often is there to stay, and must not hold up all
 * that is behind it.
 */
const maxTries = 3

export class MutationsIn {
  readonly #subscriptionManager: SessionSubscriptions
  readonly #voice: Voice
  readonly #account: Account
  readonly #deviceClass: string
  #answers: Promise<void> = Promise.resolve()
  #inHand = 0
  /** Mutations that ran into a bug, and how often, by number. */
  readonly #failures = new Map<number, number>()
  /**
   * A mutation that could not be taken: those behind it will be sent again, so their gaps are no
   * news.
   */
  #stuckAt: number | null = null

  constructor(subscriptionManager: SessionSubscriptions, voice: Voice, account: Account, deviceClass = 'program') {
    this.#subscriptionManager = subscriptionManager
    this.#voice = voice
    this.#account = account
    this.#deviceClass = deviceClass
  }

  /** Every mutation that has come is answered. */
  async answered(): Promise<void> {
    for (let before: unknown; before !== this.#answers;) {
      before = this.#answers
      await this.#answers
    }
  }

  /**
   * Resolves once the next may come: whoever sends faster than the writer writes waits here, and
   * the link with them.
   */
  async take(mutations: readonly WireMutation[], device: string): Promise<void> {
    const { writer, hash, clock } = this.#subscriptionManager.ports
    const { userId } = this.#account
    const at = clock()
    for (const mutation of mutations) {
      const { n, v, name, args } = mutation
      if (mutation.at < at) addSample(this.#subscriptionManager.metrics.queueAgeMs, this.#deviceClass, at - mutation.at)
      const request: NumberedRequest = {
        name,
        args,
        userId,
        source: 'member',
        numbered: { device, n, v, hash: hash(JSON.stringify([name, v, args])) },
      }
      const taken = writer.take(request).catch((error: unknown) => this.#failed(request, error))
      this.#inHand += 1
      this.#answers = this.#answers.then(async () => {
        await this.#answer(mutation, await taken, device)
        this.#inHand -= 1
        this.#subscriptionManager.metrics.ackMs.add(clock() - at)
      })
    }
    if (this.#inHand > maxInHand) await this.#answers
  }

  /** A bug, or a store in trouble; the writer has told the log. */
  async #failed(request: NumberedRequest, error: unknown): Promise<Taken> {
    const again: Taken = { kind: 'busy', afterMs: retryAfterBugMs }
    if (error instanceof StoreFailure) return again
    const { n } = request.numbered
    const failures = (this.#failures.get(n) ?? 0) + 1
    this.#failures.set(n, failures)
    if (failures < maxTries) return again
    this.#failures.delete(n)
    return this.#subscriptionManager.ports.writer.take({ ...request, isGivenUp: true }).catch(() => again)
  }

  async #answer(mutation: WireMutation, taken: Taken, device: string): Promise<void> {
    const { n } = mutation
    switch (taken.kind) {
      case 'result':
        if (this.#stuckAt !== null && n <= this.#stuckAt) this.#stuckAt = null
        return this.#voice.send(await this.#withCurrent(mutation, taken.result))
      case 'gap':
        return this.#sendOnce(n, { t: 'gap', last: taken.last })
      case 'busy':
        return this.#sendOnce(n, { t: 'busy', afterMs: taken.afterMs })
      case 'corrupt':
        this.#subscriptionManager.ports.log(new Error('a number was used for two mutations'), `sync: device ${device}, number ${n}`)
        return this.#voice.bye('corrupt')
      case 'foreign':
        return this.#voice.bye('account')
    }
  }

  /**
   * Those behind a mutation that was not taken come again with it: one word is enough for all of
   * them.
   */
  #sendOnce(n: number, message: ServerMessage): void {
    if (this.#stuckAt !== null && n > this.#stuckAt) return
    this.#stuckAt = n
    this.#voice.send(message)
  }

  async #withCurrent({ name, args }: WireMutation, result: Result): Promise<Result> {
    const { metrics, ports } = this.#subscriptionManager
    // What a device called back leaves its number behind.
    if (name === voidName) return result
    countOne(metrics.mutations, result.outcome)
    if (result.error !== null && result.outcome === 'rejected') countOne(metrics.refusals, result.error.code)
    const key = result.error?.code === 'conflict' ? ports.rules.conflictingRow(name, args) : null
    const table = ports.rules.tables.find((each) => each.name === key?.kind)
    if (key === null || table === undefined) return result
    const current = await ports.store.read(async (read) =>
      permittedRead(read, await ports.viewerOf(read, this.#account.userId, ports.clock()), ports.policies).get(table, key.id),
    )
    return { ...result, current: current ?? null }
  }
}
