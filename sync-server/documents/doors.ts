/**
 * The ways to a document besides its socket: tickets for it, and many documents brought up to date
 * in one request.
 */
import type { DiffAnswer, RefusalCode, TicketAnswer } from '#shared/documents/protocol.ts'
import type * as z from 'zod/mini'
import type { CloseReason } from './room-peer.ts'
import type { DocumentRoom } from './room.ts'
import type { Rooms, Signed } from './rooms.ts'
import type { Claims } from './tickets.ts'
import { encodeStateVector } from '#shared/documents/inspect-vector.ts'
import type { DiffRequest } from '#shared/documents/protocol.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { parseRoom } from '#shared/documents/rooms.ts'
import { runOperation } from '#server/sync/operations.ts'
import { countOne } from '#server/sync/sync-metrics.ts'
import { refusalOf } from './document-state.ts'
import { documentKey } from './compaction-operations.ts'
import { fromBase64, toBase64, vectorOf } from './encoded.ts'
import { takeWeighed } from './take-weighed.ts'
import { levelOf } from './keep-updates.ts'
import { documents } from './tables.ts'
import { readTicket, writeTicket } from './tickets.ts'

export interface Doors {
  tickets(account: Signed, names: readonly string[]): Promise<TicketAnswer>
  /** The claims of a ticket for this room and sign-in; else the reason to close the socket. */
  check(ticket: string | undefined, account: Signed | null, name: string): Promise<Claims | CloseReason>
  diff(account: Signed, request: z.infer<typeof DiffRequest>): Promise<DiffAnswer>
}

type Asked = z.infer<typeof DiffRequest>['rooms'][number]
type Answered = DiffAnswer['rooms'][number]

const firstEpoch = 1
/** Commits that a request waits through, while in each something new is held back. */
const maxTurns = 10

export function createDoors(rooms: Rooms): Doors {
  const { ports } = rooms
  let key: Promise<string> | null = null

  async function signer(): Promise<(text: string) => string> {
    key ??= runOperation(ports.writer, documentKey, 'tickets')
    try {
      const secret = await key
      return (text) => ports.sign(secret, text)
    } catch (error) {
      key = null
      throw error
    }
  }

  async function diffOne(account: Signed, { room: name, epoch, sv, update }: Asked, left: number): Promise<Answered> {
    const room = parseRoom(name)
    const gone = { room: name, gone: true } as const
    if (room === undefined) return gone
    const level = await ports.store.read((read) => levelOf(read, ports.viewerOf, account.userId, room, ports.clock()))
    if (level === 'none') return gone
    const found = await rooms.room(name)
    if (found === null) return gone
    const vector = vectorOf(fromBase64(sv))
    const mayWrite = level === 'edit' || level === 'own'
    const isCurrent = epoch === 0 || epoch === found.epoch
    const refused = update === undefined || update === '' || !isCurrent ? null : await bring(found, account, fromBase64(update), mayWrite)
    if (refused === 'again') return { room: name, again: true }
    // Of words of its own that are at odds with what others brought (decision 0020) it is to think
    // nothing stored.
    const vectorNow = () => (refused === 'identity' ? found.state.vectorFor(account.userId) : found.state.vector)
    const held = () => ({ room: name, epoch: found.epoch, level, sv: toBase64(encodeStateVector(vectorNow())), refused })
    // What is held here is committed: a device that reads it may count on it.
    for (let turn = 0; turn === 0 || (found.holdsBack && turn < maxTurns); turn += 1) await found.settled()
    if (found.holdsBack) return { room: name, again: true }
    // Of another epoch it holds nothing of worth; it is told which one there is, and asks anew.
    if (!isCurrent) return { ...held(), update: '' }
    const answer = found.answer(vector)
    return answer.length > left ? { room: name, again: true } : { ...held(), update: isEmpty(answer) ? '' : toBase64(answer) }
  }

  /** @returns why it is not taken; `again`: not now. */
  async function bring(found: DocumentRoom, account: Signed, bytes: Uint8Array, mayWrite: boolean): Promise<RefusalCode | 'again' | null> {
    await found.sound()
    const judgement = found.judge(bytes, account.userId, true)
    const refused = refusalOf(judgement, mayWrite, true)
    countOne(rooms.metrics.updates, refused ?? (judgement.kind === 'known' ? 'known' : 'taken'))
    if (!('change' in judgement) || !mayWrite) return refused
    if (found.isUnchecked) return 'again'
    const late = await takeWeighed(found, account.userId, bytes, true)
    return late ?? refused
  }

  return {
    async tickets(account, names) {
      const sign = await signer()
      const expiresAt = ports.clock() + documentLimits.ticketMs
      const found = await ports.store.read(async (read) => {
        const stored = new Map((await read.getMany(documents, names)).map((document) => [document.id, document.epoch]))
        const answers = []
        for (const name of names) {
          const room = parseRoom(name)
          const level = room === undefined ? 'none' : await levelOf(read, ports.viewerOf, account.userId, room, ports.clock())
          answers.push({ room: name, level, epoch: stored.get(name) ?? firstEpoch })
        }
        return answers
      })
      const ticketFor = ({ room, level, epoch }: (typeof found)[number]): string =>
        writeTicket(sign, { room, level, epoch, userId: account.userId, sessionId: account.sessionId, expiresAt })
      return {
        rooms: found.map((each) => (each.level === 'none' ? { ...each, ticket: null, epoch: 0 } : { ...each, ticket: ticketFor(each) })),
        expiresAt,
      }
    },
    async check(ticket, account, name) {
      if (parseRoom(name) === undefined) return 'absent'
      if (account === null || ticket === undefined) return 'ended'
      const checked = readTicket(await signer(), ticket, ports.clock())
      if (checked.kind === 'expired') return 'ended'
      if (checked.kind === 'false') return 'forbidden'
      const { claims } = checked
      const isTheirs = claims.room === name && claims.userId === account.userId && claims.sessionId === account.sessionId
      return isTheirs ? claims : 'forbidden'
    },
    async diff(account, { rooms: asked }) {
      const answers: Answered[] = []
      let left: number = documentLimits.diffBytes
      for (const each of asked) {
        // One after another, others in between: fifty documents are no reason for a pause.
        await ports.timers.turn()
        const answer = left <= 0 ? ({ room: each.room, again: true } as const) : await diffOne(account, each, left)
        if ('update' in answer) left -= (answer.update.length * 3) / 4
        answers.push(answer)
      }
      return { rooms: answers }
    },
  }
}

/** No structs and no deletions. */
function isEmpty(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0
}
