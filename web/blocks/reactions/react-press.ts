import type { Viewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { setReaction } from '#shared/reactions/mutations.ts'
import type { Proposal, Quote, ReactionValue } from '#shared/reactions/schema.ts'
import { partOf } from '#shared/reactions/schema.ts'
import { sendMutation } from '../../data/mutation.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { Device } from '../../data/device/device-api.ts'
import { askWhoIsSignedIn, currentMe } from '../../data/viewer.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { waitWords, wordsFor } from '../wording.ts'
import { knownRows } from './reaction-rows.ts'

export interface Pressed {
  readonly kind: 'post' | 'comment'
  readonly id: string
  /** See `partOf`. */
  readonly part: string
}

/** `comment:ID:PART:1`, as the plain form sends it. */
export function parsePart(value: string): Pressed | null {
  const [kind, id, part] = value.split(':')
  if ((kind !== 'post' && kind !== 'comment') || id === undefined || part === undefined) return null
  return { kind, id, part }
}

/**
 * Sets my reaction: on the device, which sends it when it can, or straight on the server where
 * there is none, or it does not hold the thing.
 * @param wanted `null`: as a press does: on, or off again.
 * @param quote the words, where they are new; those that stand there already are known by the part.
 * @param proposal of a typo: how the words should read.
 *
 * @returns what the reader has to be told, or `null`.
 */
export async function pressed(
  target: Pressed,
  wanted: ReactionValue | null,
  quote: Quote | null = null,
  proposal?: Proposal,
): Promise<string | null> {
  if (!currentMe().isKnown) await askWhoIsSignedIn()
  // Who is known to be a visitor waits for no device.
  const device = currentMe().isKnown && currentMe().viewer.kind === 'visitor' ? null : await deviceSoon()
  // Nobody can be asked: the device knows who was here last.
  const viewer: Viewer = currentMe().isKnown ? currentMe().viewer : (device?.viewer ?? currentMe().viewer)
  if (viewer.kind === 'visitor') {
    location.assign(links.react(target.id))
    return null
  }
  const known = knownRows(target.id).find(({ part }) => part === target.part)
  const reaction = target.part.split('~')[0] ?? ''
  const words = quote ?? known?.quote ?? null
  if (partOf(reaction, words) !== target.part) return 'Those words are no longer in the text.'
  const value = wanted ?? (known?.mine === undefined ? 1 : 0)
  const args = { targetKind: target.kind, targetId: target.id, reaction, quote: words, value, ...(proposal && { proposal }) }
  const done = device === null || device.account !== viewer.userId ? null : await onDevice(device, args)
  if (done !== null) return done.refused
  const answer = await sendMutation('reactions.set', args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'offline') return 'You’re offline, so your reaction wasn’t sent.'
  return answer.outcome === 'later' ? `You’re doing that too fast. Try again ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
}

/** What a device that does not hold the discussion cannot know. */
const isForServer: ReadonlySet<string | undefined> = new Set(['quote-is-gone', 'first-reaction-needs-karma', 'nothing-to-oppose'])

type Args = Parameters<typeof setReaction.run>[1]

/** `null`: the device cannot, or knows too little of the thing; the server can be asked. */
async function onDevice(device: Device, args: Args): Promise<{ readonly refused: string | null } | null> {
  try {
    // A hint has no text in which words could be found.
    if (args.quote === null) hintTarget(device, args.targetId)
    await device.commit(setReaction, args)
    return { refused: null }
  } catch (error) {
    if (!isRefusal(error)) return null
    return error.code === 'not-found' || isForServer.has(error.reason) ? null : { refused: wordsFor(refusalOf(error)) }
  }
}
