import type { Mutation } from '#shared/kernel/mutation.ts'
import { sendMutation } from '../data/mutation.ts'
import { deviceSoon } from '../data/device/bring.ts'
import { isRefusal, refusalOf } from './refusal-of.ts'
import { wordsFor } from './wording.ts'

export interface LocalOutcome {
  /** What the reader has to be told; `null`: nothing. */
  readonly words: string | null
  /** The server did it at once, and no row of this device shows it. */
  readonly wasSent: boolean
}

/**
 * Does a mutation on the device, which sends it when it can; where there is none, at the server at
 * once. For what is shown from the device's own rows.
 */
export async function mutateLocally<Args>(mutation: Mutation<Args>, args: Args): Promise<LocalOutcome> {
  const device = await deviceSoon()
  if (device !== null && device.account !== null) {
    try {
      await device.commit(mutation, args)
      return { words: null, wasSent: false }
    } catch (error) {
      if (isRefusal(error)) return { words: wordsFor(refusalOf(error)), wasSent: false }
      throw error
    }
  }
  const answer = await sendMutation(mutation.name, args)
  if (answer.outcome === 'applied') return { words: null, wasSent: true }
  if (answer.outcome === 'offline') return { words: 'Not done: there is no connection.', wasSent: false }
  const words = answer.outcome === 'later' ? 'That was a little fast. Try again in a moment.' : wordsFor(answer.error)
  return { words, wasSent: false }
}
