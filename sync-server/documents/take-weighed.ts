import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { DocumentRoom } from './room.ts'

/**
 * Takes what a request brings, once a worker has looked at it where only that can tell. Resolves
 * when it is stored.
 * @param isOffer all that a copy holds
 * @param isRewrite as of `DocumentRoom.take`
 * @returns why it is not taken; `again`: not now.
 */
export async function takeWeighed(
  room: DocumentRoom,
  userId: string,
  bytes: Uint8Array,
  isOffer: boolean,
  isRewrite = false,
): Promise<RefusalCode | 'again' | null> {
  const first = room.judge(bytes, userId, isOffer)
  if (!('change' in first)) return first.kind === 'refused' ? first.code : null
  const weighed = await room.weighing.weigh(first.change)
  if (weighed.verdict === 'later') return 'again'
  if (weighed.verdict !== 'fits') return weighed.verdict
  // It was built anew meanwhile.
  if (room.isShaken) return 'again'
  const judgement = room.judge(bytes, userId, isOffer)
  if (!('change' in judgement)) return judgement.kind === 'refused' ? judgement.code : null
  return new Promise((resolve) => {
    room.take(judgement.change, userId, null, resolve, isRewrite)
    weighed.take()
  })
}
