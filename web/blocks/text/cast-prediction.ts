import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { setPrediction } from '#shared/predictions/mutations.ts'
import { hintTarget } from '../hints.ts'
import { mutate } from '../mutate.ts'
import { waitWords } from '../wording.ts'

type Said = Parameters<typeof setPrediction.run>[1]

/** @returns what the reader has to be told, or `null`. */
export async function castPrediction(viewer: MemberViewer, args: Said): Promise<string | null> {
  const { message } = await mutate(setPrediction, args, {
    ...{ by: viewer.userId, patience: 'none', hint: (device) => hintTarget(device, args.postId) },
    offline: 'You’re offline, so your prediction wasn’t sent.',
    later: (ms) => `You’re doing that too fast. Try again ${waitWords(ms)}.`,
  })
  return message
}
