/**
 * One socket on a room: reads its frames, numbers its updates, paces it, and says what became of
 * each. It speaks for one client id of the awareness, and under the identity that the server knows.
 * What it never does: acknowledge what is not on disk, or say a word before the document is loaded
 * (Y4: it is made after that).
 */
import type { Control, Level, RefusalCode } from '#shared/documents/protocol.ts'
import type { AwarenessEntry, ClientFrame } from './frames.ts'
import type { Account, CloseReason, PeerLink, RoomPeer } from './room-peer.ts'
import type { DocumentRoom } from './room.ts'
import type { Weighed } from './weighing.ts'
import type { Change } from './document-state.ts'
import type { StateVector } from '#shared/documents/inspect-vector.ts'
import { encodeStateVector, inspectStateVector } from '#shared/documents/inspect-vector.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { refusalOf } from './document-state.ts'
import { countOne } from '#server/sync/sync-metrics.ts'
import { Meter } from '#server/sync/meter.ts'
import { userIdIn } from './awareness-table.ts'
import { ackFrame, awarenessFrame, controlFrame, readFrame, step1Frame, step2Frame } from './frames.ts'

/** What came while the pace was exceeded, before that counts as a flood. */
const maxWaiting = 500
const lookAgainMs = 100
/** Carets that move with every key come faster than text; only the newest is passed on. */
const awarenessBurst = 400
const awarenessFramesPerSecond = 100
/** An answer of less is no full state. */
const smallAnswer = 16_384
/** Between two times that all is asked for. */
const askEveryMs = 2_000
const maxCongestedMs = 10_000
const silentMs = 30_000
/** Whose right has ended waits no longer for the last words being stored. */
const lastWordsMs = 1_000
/** When to try again in a document that takes nothing more in (settling.ts). */
const uncheckedAgainMs = 60_000
/** Stock providers give up on a line on which nothing came for 30 s. */
const heartbeatMs = 12_000

export class Peer implements RoomPeer {
  readonly room: DocumentRoom
  readonly link: PeerLink
  readonly account: Account
  level: Level
  #isOpen = true
  #inbox: ClientFrame[] = []
  #isPaced = false
  readonly #meter: Meter
  readonly #awarenessMeter: Meter
  readonly #fullStates: Meter
  #frames = 0
  #waiting: { readonly frame: number; readonly index: number }[] = []
  #acked = 0
  /**
   * Something of this line was neither taken nor refused: it has to come again, and nothing after
   * it can be acknowledged.
   */
  #isTurnedAway = false
  #askedAt = -Infinity
  #isAskPlanned = false
  #client: number | null = null
  /** Of its client id. */
  #isSure = false
  #spokeAt = 0
  #sentAt: number
  /** Since when, and from where on, nothing is passed on to it, because it does not keep up. */
  #behind: { readonly vector: StateVector; readonly since: number } | null = null

  constructor(room: DocumentRoom, link: PeerLink, account: Account, level: Level) {
    const { clock } = room.tools
    this.room = room
    this.link = link
    this.account = account
    this.level = level
    this.#sentAt = clock()
    this.#meter = new Meter(clock, documentLimits.framesBurst, documentLimits.framesPerSecond)
    this.#awarenessMeter = new Meter(clock, awarenessBurst, awarenessFramesPerSecond)
    this.#fullStates = new Meter(clock, documentLimits.fullStatesPerMinute, documentLimits.fullStatesPerMinute / 60)
    room.enter(this)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isSure(): boolean {
    return this.#isSure
  }

  get isBehind(): boolean {
    return this.#behind !== null
  }

  get mayWrite(): boolean {
    return this.level === 'edit' || this.level === 'own'
  }

  /** Those who work on the text see each other; who merely reads it neither sees nor is seen. */
  get takesPart(): boolean {
    return this.mayWrite || this.level === 'comment'
  }

  /** The document is loaded: the conversation may begin. */
  greet(): void {
    this.say({ t: 'rights', level: this.level })
    this.#sendPending()
    this.#sendPresence()
  }

  receive(bytes: Uint8Array): void {
    if (!this.#isOpen) return
    if (bytes.length > documentLimits.frameBytes) {
      this.say({ t: 'refused', frame: 0, code: 'too-large' })
      return this.close('tooLarge')
    }
    const frame = readFrame(bytes)
    if (frame === null) {
      this.say({ t: 'refused', frame: 0, code: 'malformed' })
      return this.close('malformed')
    }
    this.#inbox.push(frame)
    if (this.#inbox.length > maxWaiting) {
      this.say({ t: 'refused', frame: 0, code: 'flood' })
      return this.close('flood')
    }
    if (!this.#isPaced) this.#work()
  }

  say(control: Control): void {
    this.link.send(controlFrame(control))
  }

  setLevel(level: Level): void {
    // With `none` the line is at its end: it heard nothing of others since, and can only begin anew.
    if (!this.#isOpen || level === this.level || this.level === 'none') return
    const { takesPart: tookPart, mayWrite: couldWrite } = this
    this.level = level
    if (tookPart && !this.takesPart) this.#leaveAwareness()
    if (couldWrite && !this.mayWrite && this.#waiting.length > 0) return this.#notifyAfterLastWords()
    this.#sendLevel()
    if (!tookPart && this.takesPart) this.#sendPresence()
  }

  /**
   * What came before the right ended counts, and its writer is to know that it does, before their
   * device makes a draft of the rest.
   */
  #notifyAfterLastWords(): void {
    const { promise: isLongEnough, resolve } = Promise.withResolvers<void>()
    const stopWaiting = this.room.tools.timers.after(lastWordsMs, resolve)
    void Promise.race([this.room.settled(), isLongEnough]).then(() => {
      stopWaiting()
      this.settle()
      this.#sendLevel()
    })
  }

  #sendLevel(): void {
    if (!this.#isOpen) return
    this.say({ t: 'rights', level: this.level })
    if (this.level === 'none') this.close('ended')
  }

  relay(frame: Uint8Array, before: () => StateVector): void {
    if (!this.#isOpen || this.level === 'none' || this.#behind !== null) return
    const { clock } = this.room.tools
    if (this.link.buffered() > documentLimits.congestedBytes) {
      this.#behind = { vector: before(), since: clock() }
      return
    }
    this.#send(frame)
  }

  hearAwareness(frame: Uint8Array): void {
    if (this.takesPart && this.#behind === null) this.#send(frame)
  }

  settle(): boolean {
    let count = this.#acked
    for (let [head] = this.#waiting; head !== undefined && head.index <= this.room.committedIndex; [head] = this.#waiting) {
      count = head.frame
      this.#waiting.shift()
    }
    if (count > this.#acked && this.#isOpen) {
      this.#acked = count
      this.#send(ackFrame(count, this.room.knownSeq))
    }
    return this.#waiting.length === 0
  }

  look(now: number): void {
    if (!this.#isOpen) return
    if (this.#client !== null && now - this.#spokeAt > silentMs) this.#leaveAwareness()
    if (now - this.#sentAt > heartbeatMs) this.#send(awarenessFrame([]))
    if (this.link.buffered() > documentLimits.maxBufferedBytes) return this.close('slow')
    if (this.#behind === null) return
    if (this.link.buffered() <= documentLimits.congestedBytes / 4) this.caughtUp()
    else if (now - this.#behind.since > maxCongestedMs) this.close('slow')
  }

  /** The line has drained: all that it missed, as one difference. */
  caughtUp(): void {
    const behind = this.#behind
    if (behind === null || !this.#isOpen || this.level === 'none' || this.room.holdsBack) return
    this.#behind = null
    this.#send(step2Frame(this.room.answer(behind.vector)))
    this.#sendPresence()
  }

  close(reason: CloseReason): void {
    if (!this.#isOpen) return
    this.closed()
    this.link.close(reason)
  }

  /** The line is gone. */
  closed(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#inbox = []
    this.#leaveAwareness()
    this.room.leave(this)
  }

  #work(): void {
    this.#isPaced = false
    for (let [next] = this.#inbox; next !== undefined && this.#isOpen && !this.#isPaced; [next] = this.#inbox) {
      if (!this.#meter.take(0) || this.#mustWait(next)) return this.#pace()
      this.#inbox.shift()
      try {
        this.#handle(next)
      } catch (error) {
        // What is stored is read when it is needed, and one that cannot be read ends its own conversations alone.
        this.room.tools.log(error)
        return this.close('load')
      }
    }
    if (!this.#isPaced) this.link.resume()
  }

  /**
   * A step 1 is answered once nothing is held back; updates while the disk keeps up, and not by
   * what was refused.
   */
  #mustWait({ kind }: ClientFrame): boolean {
    if (kind === 'step1') return this.room.holdsBack
    return (
      kind === 'update' && (this.room.isShaken || this.room.weighing.isLooking || this.room.pendingBytes > documentLimits.documentBytes)
    )
  }

  #pace(): void {
    this.#isPaced = true
    this.link.pause()
    this.room.tools.timers.after(lookAgainMs, () => this.#work())
  }

  #handle(frame: ClientFrame): void {
    if (frame.kind !== 'awareness') this.#meter.take()
    if (frame.kind === 'update') this.#takeUpdate(frame.bytes, frame.isOffer)
    else if (frame.kind === 'step1') this.#answer(frame.stateVector)
    else if (frame.kind === 'query') this.#sendPresence()
    else if (this.#awarenessMeter.take()) this.#hear(frame.entries)
    else this.close('flood')
  }

  #takeUpdate(bytes: Uint8Array, isOffer: boolean): void {
    this.#frames += 1
    this.#judge(this.#frames, bytes, isOffer, null)
  }

  /** @param weighed what a worker said of it, where only that can tell */
  #judge(frame: number, bytes: Uint8Array, isOffer: boolean, weighed: Weighed | null): void {
    const judgement = this.room.judge(bytes, this.account.userId, isOffer)
    const isNews = this.mayWrite && 'change' in judgement
    if (isNews && weighed === null && !this.room.state.surelyHolds(judgement.change))
      return this.#weigh(frame, bytes, isOffer, judgement.change)
    const isTooMuch = weighed?.verdict === 'too-large' || weighed?.verdict === 'schema'
    const refused = isTooMuch ? weighed.verdict : refusalOf(judgement, this.mayWrite, isOffer)
    this.#isTurnedAway ||= (this.room.isUnchecked || weighed?.verdict === 'later') && isNews
    if (this.#isTurnedAway) return this.say({ t: 'busy', afterMs: uncheckedAgainMs })
    countOne(this.room.tools.metrics.updates, refused ?? (judgement.kind === 'known' ? 'known' : 'taken'))
    let index = judgement.kind === 'known' ? this.room.lastIndex : 0
    if (isNews && !isTooMuch) {
      index = this.room.take(judgement.change, this.account.userId, this, (code) => {
        if (code !== null) this.#refuse(frame, code)
      })
      if (weighed?.verdict === 'fits') weighed.take()
    }
    if (refused !== null) this.#refuse(frame, refused)
    this.#waiting.push({ frame, index })
    this.room.owe(this)
  }

  /** Nothing else of this line is read meanwhile. */
  #weigh(frame: number, bytes: Uint8Array, isOffer: boolean, change: Change): void {
    this.#isPaced = true
    this.link.pause()
    const judge = (weighed: Weighed): void => {
      if (!this.#isOpen) return
      try {
        this.#judge(frame, bytes, isOffer, weighed)
      } catch (error) {
        this.room.tools.log(error)
        return this.close('load')
      }
      this.#work()
    }
    void this.room.weighing.weigh(change).then(judge)
  }

  #refuse(frame: number, code: RefusalCode): void {
    if (!this.#isOpen) return
    this.say({ t: 'refused', frame, code })
    if (code === 'gap') this.#ask()
  }

  /**
   * With what we hold, the writer can send all that is missing; not in a loop, when part of it is
   * another's to bring.
   */
  #ask(): void {
    const { clock, timers } = this.room.tools
    if (this.#isAskPlanned) return
    this.#isAskPlanned = true
    timers.after(Math.max(0, this.#askedAt + askEveryMs - clock()), () => {
      this.#isAskPlanned = false
      this.#askedAt = clock()
      if (!this.#isOpen) return
      // What the store has refused is not held.
      if (this.room.isShaken) this.#ask()
      else this.#sendPending()
    })
  }

  #sendPending(): void {
    this.link.send(step1Frame(encodeStateVector(this.room.state.vectorFor(this.account.userId))))
  }

  #answer(encoded: Uint8Array): void {
    const inspected = inspectStateVector(encoded)
    if (!inspected.ok) {
      this.say({ t: 'refused', frame: 0, code: inspected.code === 'too-large' ? 'too-large' : 'malformed' })
      return this.close('malformed')
    }
    // It only waits for its last words being stored.
    if (this.level === 'none') return
    const answer = this.room.answer(inspected.vector)
    if (answer.length > smallAnswer && !this.#fullStates.take()) {
      this.say({ t: 'refused', frame: 0, code: 'flood' })
      return this.close('flood')
    }
    this.#send(step2Frame(answer))
  }

  #hear(entries: readonly AwarenessEntry[]): void {
    if (!this.takesPart) return
    // Providers also repeat what they have heard of others, and after a restart that may come
    // first: a state that names this account is surely its own.
    const named = this.#isSure ? undefined : entries.find(({ state }) => userIdIn(state) === this.account.userId)
    if (named !== undefined && this.#client !== null && this.#client !== named.client) this.#leaveAwareness()
    const own = this.#client ?? named?.client ?? entries[0]?.client
    const entry = entries.find(({ client }) => client === own)
    if (own === undefined || entry === undefined) return
    if (entry.state.length > documentLimits.awarenessBytes) return this.say({ t: 'refused', frame: 0, code: 'too-large' })
    const { awareness } = this.room
    const mayReplace = (other: RoomPeer): boolean => other.account.userId === this.account.userId || (entry === named && !other.isSure)
    const heard = awareness.set(this, own, entry, this.account, mayReplace)
    if (awareness.ownerOf(own) === this) {
      if (entry === named) {
        this.#isSure = true
        if (this.mayWrite) this.room.claim(own, this.account.userId)
      }
      this.#client = own
      this.#spokeAt = this.room.tools.clock()
    } else if (heard !== null) this.#client = null
    if (heard !== null) this.room.speak(heard, this)
  }

  #leaveAwareness(): void {
    const client = this.#client
    this.#client = null
    if (client === null || this.room.awareness.ownerOf(client) !== this) return
    const entry = this.room.awareness.remove(client)
    if (entry !== null) this.room.speak(entry, this)
  }

  #sendPresence(): void {
    const entries = this.room.awareness.all().filter(({ client }) => client !== this.#client)
    if (this.takesPart && entries.length > 0) this.#send(awarenessFrame(entries))
  }

  #send(frame: Uint8Array): void {
    this.#sentAt = this.room.tools.clock()
    this.link.send(frame)
  }
}
