/**
 * A document's way to the server: the stock WebsocketProvider with a ticket, opened and opened
 * again by us (full jitter; at once when the browser is awake again), since rights, epochs and
 * sign-ins decide whether it may be. Where websockets are blocked the same difference goes by
 * requests. It says when everything in the document is stored there (`onStored`), what was refused,
 * and what the server says of rights and epoch. It never touches the disk, and never decides about
 * what was written.
 */
import { readVarString, readVarUint, clone, readVarUint8Array } from 'lib0/decoding'
import type { Decoder } from 'lib0/decoding'
import type { Awareness } from 'y-protocols/awareness'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import { messageYjsSyncStep1, writeSyncStep2 } from 'y-protocols/sync'
import { WebsocketProvider } from 'y-websocket'
import type { Doc } from 'yjs'
import type { RefusalCode } from '#shared/documents/protocol.ts'
import { closeCodes, documentFormat, frames, subprotocol } from '#shared/documents/protocol.ts'
import { collabPath } from '#shared/documents/rooms.ts'
import { retryPause } from '#shared/sync/rate-limit.ts'
import { Alarms } from '../sync/alarms.ts'
import { AckLedger } from './ack-ledger.ts'
import type { Clocks } from './bytes.ts'
import { decodeClocks, encodeClocks, isUnrelated } from './bytes.ts'
import { controlIn } from './control-frame.ts'
import { countingSocket } from './counting-socket.ts'
import type { DocumentPorts } from './document-ports.ts'
import { documentFile } from './document-files.ts'
import type { DocumentLink } from './documents-api.ts'
import type { Store } from '../store.ts'
import { ensureKnownClient } from './known-client.ts'
import { Presence } from './presence.ts'
import type { RequestFailure, Ticket, Tickets } from './requests.ts'
import { RequestError } from './requests.ts'

export interface RoomLinkEvents {
  /** Of every ticket, and of changes in between. @returns whether to go on: it is the caller's to close otherwise. */
  onAccess(access: Pick<Ticket, 'level' | 'epoch'>): Promise<boolean>
  /** Everything in the document is stored there now. */
  onStored(): void
  /** It holds less than it had said it stores: what it lacks is on its way (Y12). */
  onLost(): void
  /** Its history has nothing in common with what is here: nothing is sent, and nothing taken in. */
  onUnrelated(): void
  /** For good, or until something else is written. */
  onRefused(code: RefusalCode): void
  /** The difference by a request, at once. @returns what the server holds then, and whether that is all there is. @throws RequestError */
  exchange(): Promise<{ readonly stored: Clocks; readonly isWhole: boolean }>
}

export interface RoomLink {
  readonly provider: WebsocketProvider
  /** What is being put into the document just now comes over the socket, not from another tab. */
  isReceiving(): boolean
  /** What the server surely holds. */
  stored(): Clocks
  /** Something was written: requests send it soon, a socket has sent it already. */
  wrote(): void
  /** Try now. */
  wake(): void
  close(): void
}

interface RoomLinkOptions {
  readonly room: string
  readonly doc: Doc
  readonly awareness: Awareness
  /** What the server is known to hold. */
  readonly stored: Clocks
  /** Of the copy here; 0: it has never met the server's. */
  readonly epoch: () => number
  /** Where to say how the link stands. */
  readonly link: Store<DocumentLink>
  /** Then changes here are nobody's text, and stay here. */
  readonly onlyReads: () => boolean
}

const socketFailuresBeforePost = 3
const postEveryMs = 15_000
const postSoonMs = 1_500
const socketAgainMs = 60_000
/** After `refused gap` the server's state vector comes, and the answer to it; else the answer goes by itself. */
const gapMs = 5_000
const maxHitches = 6
const longestHitchMs = 16_000
/** A line that stood so long was a good one. */
const steadyMs = 10_000
const slowMs = 30_000
/** A way that swallows websockets does not say so. */
const openingMs = 10_000

export function openRoomLink(
  { room, doc, awareness, stored, epoch, link, onlyReads }: RoomLinkOptions,
  ports: DocumentPorts,
  tickets: Tickets,
  events: RoomLinkEvents,
): RoomLink {
  const { timers } = ports
  const alarms = new Alarms<'retry' | 'post' | 'socket' | 'hitch' | 'steady' | 'opening'>(timers)
  const ledger = new AckLedger(stored)
  const presence = new Presence(awareness, timers)
  let isClosed = false
  let isConnecting = false
  /** Asked to try while it was trying. */
  let isWoken = false
  let isPosting = false
  let isExchanging = false
  let isReceiving = false
  let tries = 0
  let failures = 0
  /** Whole differences in a row that could not be taken. */
  let hitches = 0
  let isForeign = false
  /** The server's state vector, as it last said. */
  let there = encodeClocks(new Map())
  /** When it is hung up by us: how long until the next. */
  let pauseMs: number | null = null

  const provider = new WebsocketProvider(`${ports.socketOrigin}${collabPath}`, room, doc, {
    connect: false,
    awareness,
    shouldReconnect: () => false,
    WebSocketPolyfill: countingSocket({
      Base: ports.WebSocket,
      onlyReads,
      onUpdate(update, answersStep) {
        ledger.sent(update, answersStep)
        if (answersStep) alarms.cancel('hitch')
      },
      onTooLarge: () => void byRequest().then((isDone) => hangUp(isDone ? 0 : slowMs)),
      onPresence: (frame, send) => presence.send(frame, send),
    }),
  })
  /** Of this account's tabs, and of those that hold the same history: of two, each text would stand in the other once more. */
  const channel = (): string => `${documentFile(ports.account, room)}:${epoch()}`
  provider.bcChannel = channel()

  const [onSync] = provider.messageHandlers
  provider.messageHandlers[frames.sync] = (encoder, decoder, from, isSocket, type) => {
    if (isSocket && isForeign) return
    const isStep = isSocket && noteStep(clone(decoder))
    if (isForeign) return events.onUnrelated()
    // It was answered a moment ago, and the answer could not be taken: not again at once.
    if (isStep && hitches > 0 && alarms.has('hitch')) return
    isReceiving = isSocket
    try {
      onSync?.(encoder, decoder, from, isSocket, type)
    } finally {
      isReceiving = false
    }
  }
  provider.messageHandlers[frames.ack] = (_encoder, decoder, _from, isSocket) => {
    if (!isSocket) return
    ledger.acked(readVarUint(decoder))
    if (!ledger.isWhole) return
    hitches = 0
    alarms.cancel('hitch')
    events.onStored()
  }
  provider.messageHandlers[frames.control] = (_encoder, decoder, _from, isSocket) => {
    if (isSocket) takeControl(readVarString(decoder))
  }
  provider.on('status', ({ status }) => {
    if (status === 'connected') opened()
  })
  provider.on('connection-close', (event) => {
    // Also after a silence of 30 s (no event): it would go on with an old ticket.
    provider.shouldConnect = false
    if (!isClosed) queueMicrotask(() => closed(event?.code ?? 1006))
  })

  /** @returns whether the server has said what it holds. */
  function noteStep(decoder: Decoder): boolean {
    if (readVarUint(decoder) !== messageYjsSyncStep1) return false
    there = readVarUint8Array(decoder)
    const held = decodeClocks(there)
    isForeign = isUnrelated(ledger.stored, held)
    if (!isForeign && ledger.serverHolds(held)) events.onLost()
    return true
  }

  function takeControl(text: string): void {
    const control = controlIn(text)
    if (control === null) return
    if (control.t === 'refused') refused(control.frame, control.code)
    // Rights, or another epoch: what holds is in the next ticket. The server closes by itself where it must.
    if (control.t === 'rights' || control.t === 'reset') {
      tickets.forget(room)
      if (control.t === 'rights') restand().catch(ports.report)
    }
    if (control.t === 'busy') hangUp(control.afterMs)
  }

  function refused(frame: number, code: RefusalCode): void {
    const wasWhole = ledger.refused(frame)
    // No text in it: presence, too much of it or not ours.
    if (frame === 0) return
    if (code === 'gap' || code === 'identity') hitched(code, wasWhole)
    else if (code === 'flood') hangUp(retryPause(++tries, ports.random()))
    else events.onRefused(code)
  }

  /**
   * It builds on what the server lacks. Usually the next answer to its state vector mends it: a
   * whole difference brings others' words too that the server lost with a crash. What only their
   * writer may bring, or what is at odds with what others brought of one's own (decision 0020),
   * waits; about a minute, then it is refused for good.
   */
  function hitched(code: RefusalCode, wasWhole: boolean): void {
    if (!wasWhole) {
      if (!alarms.has('hitch')) alarms.set('hitch', gapMs, sendWhole)
      return
    }
    hitches += 1
    if (hitches <= maxHitches) return alarms.set('hitch', Math.min(2 ** hitches * 1_000, longestHitchMs), sendWhole)
    hitches = 0
    events.onRefused(code)
  }

  function sendWhole(): void {
    const { ws } = provider
    if (ws === null || link.get() !== 'on') return
    const encoder = createEncoder()
    writeVarUint(encoder, frames.sync)
    writeSyncStep2(encoder, doc, there)
    ws.send(toUint8Array(encoder))
  }

  /** @returns whether to go on */
  async function stands(ticket: Ticket): Promise<boolean> {
    if (isClosed || !(await events.onAccess(ticket)) || isClosed) return false
    if (provider.bcChannel !== channel()) {
      ensureKnownClient(awareness, doc)
      provider.disconnectBc()
      provider.bcChannel = channel()
      provider.connectBc()
    }
    return true
  }

  /** Asks for the rights while the socket stands. */
  async function restand(): Promise<void> {
    try {
      await stands(await tickets.get(room))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
  }

  function opened(): void {
    ledger.opened()
    failures = 0
    isPosting = false
    alarms.cancel('retry', 'post', 'socket', 'opening')
    link.set('on')
    alarms.set('steady', steadyMs, () => (tries = 0))
  }

  function closed(code: number): void {
    const wasOn = link.get() === 'on'
    alarms.cancel('steady', 'hitch', 'opening')
    if (isClosed) return
    // The server has said no to this ticket, or something it stood for has changed.
    if (code >= 4400 && code < 4500) tickets.forget(room)
    if (code === closeCodes.version) return void link.set('outdated')
    if (code === closeCodes.flood || code === closeCodes.malformed) tries = Math.max(tries, 6)
    if (!wasOn) {
      // A handshake that was refused tells no reason.
      tickets.forget(room)
      failures += 1
    }
    link.set('off')
    if (code === closeCodes.tooLarge) return void byRequest().then((isDone) => retryLater(isDone ? 0 : slowMs))
    if (code === closeCodes.absent) return wait('waiting', slowMs)
    if (failures >= socketFailuresBeforePost) return beginPosting()
    const pause = pauseMs
    pauseMs = null
    if (pause === null) retryLater()
    else retryLater(pause)
  }

  async function connect(): Promise<void> {
    if (isClosed || isConnecting || provider.ws !== null) return
    isConnecting = true
    alarms.cancel('retry')
    if (!isPosting) link.set('connecting')
    try {
      const ticket = await tickets.get(room)
      if (!(await stands(ticket))) return
      if (ticket.ticket === null) return wait('waiting', slowMs)
      provider.protocols = [subprotocol(documentFormat), ticket.ticket]
      alarms.set('opening', openingMs, () => hangUp(retryPause(tries, ports.random())))
      provider.connect()
    } catch (error) {
      if (!(error instanceof RequestError)) ports.report(error)
      stumble(error instanceof RequestError ? error : new RequestError('busy'))
    } finally {
      isConnecting = false
    }
    if (!isWoken) return
    isWoken = false
    again()
  }

  function stumble({ why, afterMs }: RequestError): void {
    if (isClosed) return
    const states: Readonly<Partial<Record<RequestFailure, DocumentLink>>> = { ended: 'ended', outdated: 'outdated' }
    const state = states[why]
    if (state === 'outdated') return void link.set('outdated')
    if (state !== undefined) return wait(state, slowMs)
    link.set('off')
    retryLater(Math.max(afterMs, retryPause(tries, ports.random())))
  }

  /** Not to be opened by trying; a sign (`wake`) may come sooner. */
  function wait(state: DocumentLink, ms: number): void {
    link.set(state)
    alarms.set('retry', ms * (1 + ports.random()), again)
  }

  function retryLater(ms = retryPause(tries, ports.random())): void {
    if (isClosed) return
    tries += 1
    alarms.set('retry', ms, again)
  }

  const again = (): void => void connect().catch(ports.report)

  /** At once, whatever the line still says: a dead one would take its time to close. */
  function hangUp(ms: number): void {
    if (isClosed || provider.ws === null) return
    pauseMs = ms
    provider.ws.onclose?.(new CloseEvent('close', { code: 4000 }))
  }

  function beginPosting(): void {
    isPosting = true
    alarms.set('socket', socketAgainMs, again)
    postNow()
  }

  function postNow(): void {
    alarms.cancel('post')
    byRequest()
      .then(() => {
        if (!isClosed && isPosting && !alarms.has('post')) alarms.set('post', postEveryMs, postNow)
      })
      .catch(ports.report)
  }

  /** @returns whether everything is stored now. */
  async function byRequest(): Promise<boolean> {
    if (isClosed || isExchanging) return false
    isExchanging = true
    try {
      const ticket = await tickets.get(room)
      if (!(await stands(ticket))) return false
      if (ticket.ticket === null) {
        link.set('waiting')
        return false
      }
      const { stored: there, isWhole } = await events.exchange()
      ledger.serverHolds(there)
      if (isPosting) link.set('post')
      if (isWhole) events.onStored()
      return isWhole
    } catch (error) {
      if (!(error instanceof RequestError)) ports.report(error)
      if (isPosting) link.set(error instanceof RequestError && error.why === 'ended' ? 'ended' : 'off')
      return false
    } finally {
      isExchanging = false
    }
  }

  provider.connectBc()
  again()
  return {
    provider,
    isReceiving: () => isReceiving,
    stored: () => ledger.stored,
    wrote() {
      if (isPosting) alarms.set('post', postSoonMs, postNow)
    },
    wake() {
      if (isClosed || link.get() === 'outdated' || link.get() === 'on') return
      tries = 0
      isWoken = isConnecting
      if (isPosting) postNow()
      again()
    },
    close() {
      isClosed = true
      alarms.clear()
      link.set('off')
      ensureKnownClient(awareness, doc)
      provider.destroy()
      presence.stop()
    },
  }
}
