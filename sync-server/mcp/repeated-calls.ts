/**
 * A model whose tool did not answer in time calls it again, with the same words: that is one wish,
 * and makes one thing. It is known by its key, tool and arguments for ten minutes from the first
 * call on, also while that is still under way; whoever wants the same twice within them gives a
 * `requestId` of their own. Names follow from the stretch of the clock in which a call began, so
 * that a restart of the server forgets only what began in the stretch before.
 */
import { sha256 } from '#server/features/api/key-token.ts'

const windowMs = 600_000
/** Each is some hundred bytes; a member's keys have sixty mutations a minute. */
const maxRemembered = 10_000

export class RepeatedCalls {
  readonly #seen = new Map<string, { readonly name: string; readonly at: number }>()

  /** The idempotency key of a call: the same for the same call again. */
  nameOf(keyId: string, tool: string, args: unknown, now: number): string {
    const call = sha256(JSON.stringify([keyId, tool, args]))
    const known = this.#seen.get(call)
    if (known !== undefined && now - known.at < windowMs) return known.name
    const name = `call-${sha256(`${call} ${Math.floor(now / windowMs)}`)}`
    this.#seen.delete(call)
    this.#seen.set(call, { name, at: now })
    for (const [oldest, { at }] of this.#seen) {
      if (this.#seen.size <= maxRemembered && now - at < windowMs) break
      this.#seen.delete(oldest)
    }
    return name
  }
}
