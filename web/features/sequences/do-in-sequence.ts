import type { Mutation } from '#shared/kernel/mutation.ts'
import { moderateSequence, setMainSequence } from '#shared/sequences/mutations.ts'
import { mutate } from '../../blocks/mutate.ts'
import { isRefusal, refusalOf } from '../../blocks/refusal-of.ts'
import { wordsFor } from '../../blocks/wording.ts'
import { sendMutation } from '../../data/mutation.ts'
import { deviceSoon } from '../../data/device/bring.ts'

/** One thing that is done to a sequence. */
export interface MutationCall {
  readonly mutation: Mutation<unknown>
  readonly args: unknown
}

export function callOf<Args>(mutation: Mutation<Args>, args: Args): MutationCall {
  // Only ever run with these very arguments.
  return { mutation: mutation as unknown as Mutation<unknown>, args }
}

/**
 * Does them one after the other: at the server, or where nobody can be asked, or what was done
 * before still waits, on the device behind that.
 * @returns words for the first that was not done; those after it are not tried.
 */
export async function doInSequence(make: () => Promise<readonly MutationCall[]>): Promise<string | null> {
  try {
    for (const { mutation, args } of await make()) {
      const words = await one(mutation, args)
      if (words !== null) return words
    }
    return null
  } catch (error) {
    if (isRefusal(error)) return wordsFor(refusalOf(error))
    throw error
  }
}

/** Done by moderators, with the server alone. */
const atServerOnly: ReadonlySet<string> = new Set([moderateSequence.name, setMainSequence.name])

async function one(mutation: Mutation<unknown>, args: unknown): Promise<string | null> {
  if (atServerOnly.has(mutation.name)) return sent(mutation.name, args)
  const device = await deviceSoon()
  const waits = device !== null && device.account !== null && (await device.unsentCount()).queued > 0
  if (!waits) return mutate(mutation, args)
  try {
    await device.commit(mutation, args)
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    // What is not held here cannot be judged here: the server knows it.
    return error.code === 'not-found' ? mutate(mutation, args) : wordsFor(refusalOf(error))
  }
}

async function sent(name: string, args: unknown): Promise<string | null> {
  const answer = await sendMutation(name, args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'rejected') return wordsFor(answer.error)
  return answer.outcome === 'later' ? 'That was a little fast. Try again in a moment.' : 'Not done: there is no connection.'
}
