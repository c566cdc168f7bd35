import type { Mutation } from '#shared/kernel/mutation.ts'
import { mutate } from '../../blocks/mutate.ts'
import { isRefusal, refusalOf } from '../../blocks/refusal-of.ts'
import { wordsFor } from '../../blocks/wording.ts'
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

async function one(mutation: Mutation<unknown>, args: unknown): Promise<string | null> {
  if (mutation.runs === 'server') return (await mutate(mutation, args)).message
  const device = await deviceSoon()
  const waits = device !== null && device.account !== null && (await device.unsentCount()).queued > 0
  return (await mutate(mutation, args, { first: waits ? 'device' : 'server' })).message
}
