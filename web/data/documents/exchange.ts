/**
 * Brings copies of documents and the server together by `POST /collab/diff`, many in one request:
 * each says what it holds and what the server may lack. What the server answers is taken in; where
 * it still lacks something (its state was another than we knew), it is sent once more. Deletions
 * are in no state vector: a copy with something unsent sends its deletions every time.
 */
import type { DiffAnswer, Level, RefusalCode } from '#shared/documents/protocol.ts'
import { documentFormat, documentLimits } from '#shared/documents/protocol.ts'
import type { Clocks } from './bytes.ts'
import { covers, decodeClocks, fromBase64, isUnrelated, readClocks, toBase64 } from './bytes.ts'
import type { Fetch } from './requests.ts'
import { askDifferences } from './requests.ts'

/** A document on this device. */
export interface Copy {
  readonly room: string
  /** 0: it has never met the server's. */
  readonly epoch: number
  /** What the server surely holds of it. */
  readonly stored: Clocks
  /** State vector, V1, of what is held now. */
  vector(): Uint8Array
  /** What somebody who holds so much lacks; `null`: nothing here is unsent. */
  difference(stored: Clocks): Uint8Array | null
  take(update: Uint8Array): Promise<void> | void
  /**
   * What is on disk for good once all that was written so far is; absent where there is no disk.
   * @throws DeviceTrouble
   */
  onDisk?(): Promise<Clocks>
}

export type Exchanged =
  | {
      readonly kind: 'done'
      readonly epoch: number
      readonly level: Level
      /** What the server holds now. */
      readonly stored: Clocks
      /** Everything that was here when it began is stored there. */
      readonly isWhole: boolean
      readonly refused: RefusalCode | null
    }
  /**
   * The server's history is another: nothing was taken in. `isLost`: it holds nothing of what it
   * had said it stores (Y12).
   */
  | { readonly kind: 'reset'; readonly isLost: boolean }
  /** Not there, or not ours to read. */
  | { readonly kind: 'gone' }

/** Not for good: too fast, or it builds on what the server lacks, which others may still bring. */
export const mayPass = (code: RefusalCode): boolean => code === 'gap' || code === 'identity' || code === 'flood'

type Answer = DiffAnswer['rooms'][number]

const maxRounds = 4

/** A copy that is missing from the answer could not be done now. @throws RequestError */
export async function exchange(fetch: Fetch, copies: readonly Copy[]): Promise<ReadonlyMap<string, Exchanged>> {
  const done = new Map<string, Exchanged>()
  const stored = new Map(copies.map((copy) => [copy.room, copy.stored]))
  let left = copies
  for (let round = 0; round < maxRounds && left.length > 0; round += 1) {
    const more: Copy[] = []
    for (const some of batches(left, (copy) => stored.get(copy.room) ?? new Map())) {
      const answers = new Map((await askDifferences(fetch, request(some))).map((answer) => [answer.room, answer]))
      for (const sent of some) {
        const answer = answers.get(sent.copy.room)
        const outcome = answer === undefined ? 'again' : await takeAnswer(sent, answer)
        if (outcome === 'again') more.push(sent.copy)
        else {
          done.set(sent.copy.room, outcome)
          // Taken but for something, or refused because it knew less than we thought: what it lacks
          // is known now.
          if (outcome.kind === 'done' && !outcome.isWhole && (outcome.refused === null || outcome.refused === 'gap')) {
            stored.set(sent.copy.room, outcome.stored)
            more.push(sent.copy)
          }
        }
      }
    }
    left = more
  }
  return done
}

interface Sending {
  readonly copy: Copy
  readonly vector: Uint8Array
  readonly update: Uint8Array | null
}

/** As many at a time as one request may carry. */
function* batches(copies: readonly Copy[], storedOf: (copy: Copy) => Clocks): Iterable<readonly Sending[]> {
  let batch: Sending[] = []
  let bytes = 0
  for (const copy of copies) {
    const update = copy.difference(storedOf(copy))
    const size = update?.length ?? 0
    if (batch.length === documentLimits.diffRooms || (batch.length > 0 && bytes + size > documentLimits.diffBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push({ copy, update, vector: copy.vector() })
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function request(sendings: readonly Sending[]): Parameters<typeof askDifferences>[1] {
  const rooms = sendings.map(({ copy: { room, epoch }, vector, update }) => ({
    room,
    epoch,
    sv: toBase64(vector),
    ...(update === null ? {} : { update: toBase64(update) }),
  }))
  return { format: documentFormat, rooms }
}

async function takeAnswer({ copy, vector, update }: Sending, answer: Answer): Promise<Exchanged | 'again'> {
  if ('gone' in answer) return { kind: 'gone' }
  if ('again' in answer) return 'again'
  if (copy.epoch !== 0 && answer.epoch !== copy.epoch) return { kind: 'reset', isLost: false }
  const stored = readClocks(answer.sv)
  // Brought together, what stands in both would stand there twice.
  if (copy.epoch !== 0 && answer.refused !== 'identity' && isUnrelated(copy.stored, stored)) return { kind: 'reset', isLost: true }
  const news = fromBase64(answer.update)
  if (news.length > 0) await copy.take(news)
  const isWhole = answer.refused === null && (update === null || covers(stored, decodeClocks(vector)))
  return { kind: 'done', epoch: answer.epoch, level: answer.level, stored, isWhole, refused: answer.refused }
}
