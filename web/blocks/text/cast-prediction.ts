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
    offline: 'The prediction was not sent: there is no connection.',
    later: (ms) => `That was a lot at once. You can go on ${waitWords(ms)}.`,
  })
  return message
}
