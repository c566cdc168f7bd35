import type { Mutation } from '#shared/kernel/mutation.ts'
import { sendMutation } from '../data/mutation.ts'
import { deviceSoon } from '../data/device/bring.ts'
import { isRefusal, refusalOf } from './refusal-of.ts'
import { wordsFor } from './wording.ts'

/**
 * Does a mutation at the server, so that the page that is asked for next shows it; where nobody can
 * be asked, on the device, which sends it later. For what a member sets for themselves, and a page
 * made by the server depends on.
 * @returns words when it was not done.
 */
export async function mutate<Args>(mutation: Mutation<Args>, args: Args): Promise<string | null> {
  const answer = await sendMutation(mutation.name, args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'rejected') return wordsFor(answer.error)
  if (answer.outcome === 'later') return 'That was a little fast. Try again in a moment.'
  const device = await deviceSoon()
  if (device === null || device.account === null) return 'Not done: there is no connection.'
  try {
    await device.commit(mutation, args)
    return null
  } catch (error) {
    if (isRefusal(error)) return wordsFor(refusalOf(error))
    throw error
  }
}
