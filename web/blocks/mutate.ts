/**
 * The way to do a mutation from a screen. The mutation says where it runs (`runs`); what the server
 * cannot be asked about now the device keeps and sends later, and what the device cannot judge the
 * server is asked about. It never throws for a refusal or for the network.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import { deviceSoon } from '../data/device/bring.ts'
import { currentDevice } from '../data/device/current.ts'
import type { Device } from '../data/device/device-api.ts'
import { sendMutation } from '../data/mutation.ts'
import { isRefusal, refusalOf } from './refusal-of.ts'
import { reasonWords, wordsFor } from './wording.ts'

export interface Done {
  /** What the reader has to be told; `null`: it is done. */
  readonly message: string | null
  /** The server did it, and no row of this device shows it yet. */
  readonly wasSent: boolean
}

interface MutateOptions {
  /**
   * Where it is tried first, if not where the mutation says. `server`: the page that is asked for
   * next is made there.
   */
  readonly first?: 'device' | 'server'
  /**
   * A device that is still on its way is waited for before the server is asked, only when the
   * server cannot be, or not at all.
   */
  readonly patience?: 'first' | 'last' | 'none'
  /** Whose it is: the device of another account does not do it. */
  readonly by?: string
  /** A visitor's device keeps it for itself. */
  readonly isForVisitors?: boolean
  /** Gives the device what the page knows of the rows that it is about (`hints.ts`). */
  readonly hint?: (device: Device) => void
  readonly offline?: string
  readonly later?: (retryAfterMs: number) => string
}

export async function mutate<Args>(mutation: Mutation<Args>, args: Args, options: MutateOptions = {}): Promise<Done> {
  const { first = mutation.runs === 'device' ? 'device' : 'server', patience = 'first', offline, later } = options
  const isDeviceFirst = first === 'device' && mutation.runs !== 'server'
  if (isDeviceFirst) {
    const device = patience === 'first' ? await deviceSoon() : currentDevice.get()
    const done = await onDevice(device, mutation, args, options, true)
    if (done !== 'not-here') return done
  }
  const answer = await sendMutation(mutation.name, args)
  if (answer.outcome === 'applied') return { message: null, wasSent: true }
  if (answer.outcome === 'rejected') return refused(wordsFor(answer.error))
  if (isKeptInstead(answer.outcome)) {
    const done = await onDevice(await deviceSoon(), mutation, args, options, false)
    if (done !== 'not-here') return done
  }
  if (answer.outcome === 'later' && typeof answer.reason === 'string') return refused(reasonWords[answer.reason])
  if (answer.outcome === 'later') return refused(later?.(answer.retryAfterMs) ?? 'You’re doing that too fast. Try again in a moment.')
  return refused(offline ?? 'You’re offline, so nothing was changed.')

  /** Nobody can take it now but the device, which was not asked yet. */
  function isKeptInstead(outcome: 'later' | 'offline'): boolean {
    if (mutation.runs === 'server') return false
    if (isDeviceFirst) return patience === 'last' && currentDevice.get() === null
    return outcome === 'offline'
  }
}

const refused = (message: string): Done => ({ message, wasSent: false })

async function onDevice<Args>(
  device: Device | null,
  mutation: Mutation<Args>,
  args: Args,
  { by, isForVisitors = false, hint }: MutateOptions,
  canAskServer: boolean,
): Promise<Done | 'not-here'> {
  if (device === null || (device.account === null && !isForVisitors) || (by !== undefined && device.account !== by)) return 'not-here'
  try {
    hint?.(device)
    await device.commit(mutation, args)
    return { message: null, wasSent: false }
  } catch (error) {
    if (!isRefusal(error)) throw error
    // What is not held here cannot be judged here: the server knows it.
    return canAskServer && device.account !== null && error.code === 'not-found' ? 'not-here' : refused(wordsFor(refusalOf(error)))
  }
}
