/**
 * Keeps a device in talk with the server: says hello, follows what is held, sends what is queued, takes in what comes, and comes back.
 * One thing at a time: messages, sendings and greetings pass through one loop, in order; what belongs to an earlier link is not heard.
 * Relies on the core for every fact (a crash between any two lines loses none) and on timers for every wait, never on the clock.
 * Never: more than one push unanswered, a mutation sent before the server has said who we are, a server asked again without a pause.
 */
import type { ClientMessage, Page, Result, ServerMessage } from '#shared/sync/protocol.ts'
import { retryPause, spreadPause } from '#shared/sync/rate-limit.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import type { AlarmName, ClientPorts, ClientStatus, Nudge, SyncClient } from './client-ports.ts'
import type { Done, SyncSession } from './core.ts'
import type { Link } from './link.ts'
import { Acknowledged } from './acknowledged.ts'
import { Alarms } from './alarms.ts'
import { isNothing } from './changed.ts'
import { maxRoundsInARow, socketFailuresBeforePost, StatusBoard, waits } from './client-ports.ts'
import { StaleSession } from './core.ts'
import { JobLoop } from './job-loop.ts'
import { Pacer } from './pacer.ts'
import { reportTrouble } from './report-trouble.ts'
import { StuckWatch } from './stuck-watch.ts'

type Message<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>

/** In the order of their importance: what has come is taken in before anything is said. */
const jobs = ['takeIn', 'connect', 'answered', 'round', 'follow', 'push'] as const

/** @param term this leader's, from `core.lead()`; `null` where every tab syncs by itself. */
export function createClient(ports: ClientPorts, term: number | null): SyncClient {
  const { core, timers } = ports
  const alarms = new Alarms<AlarmName>(timers)
  const board = new StatusBoard(ports.onStatus)
  const stuck = new StuckWatch(ports, board)
  let link: Link | null = null
  let session: SyncSession | null = null
  let pacer: Pacer | null = null
  /** Counts links: what an earlier one brings is not heard. */
  let generation = 0
  let isWelcome = false
  let isPosting = false
  let isStopped = false
  let maySend = true
  let tries = 0
  let socketFailures = 0
  let rounds = 0
  /** Of links that do not last: a request is out; its answer is taken in before the next one, which says where we stand then. */
  let isAsking = false
  let isMoreThere = false
  let inbox: ServerMessage[] = []
  let told = new Set<string>()
  const acknowledged = new Acknowledged()
  const inFlight = new Set<number>()
  const loop = new JobLoop(jobs, { takeIn, connect, answered, round, follow, push }, trouble)

  function settle<T>({ value, changed }: Done<T>): T {
    if (!isNothing(changed)) ports.onChanged(changed)
    return value
  }

  function trouble(error: unknown): void {
    if (error instanceof StaleSession) {
      // Where every tab syncs by itself none takes over: another tab has met a restored server, or taken a new id.
      if (term === null) return comeAgain()
      stop()
      return ports.onDeposed()
    }
    if (isStopped) return
    if (reportTrouble(ports, error) === 'device') board.show({ trouble: 'device' })
    comeAgain()
  }

  async function connect(): Promise<void> {
    if (link !== null) return
    alarms.cancel('retry')
    board.show({ link: 'connecting', via: isPosting ? 'post' : 'socket' })
    const hello = await greet()
    if (isStopped) return
    const mine = (generation += 1)
    const opened = (isPosting ? ports.openPost : ports.openSocket)({
      onMessages: (messages) => mine === generation && hear(messages),
      onAnswered: () => mine === generation && loop.want('answered'),
      onDown: () => mine === generation && down(),
    })
    if (mine !== generation) return opened.close() // it has failed at once
    link = opened
    pacer = opened.isLasting ? new Pacer(timers, (message) => opened.send([message])) : null
    isAsking = !opened.isLasting
    alarms.set('hello', waits.helloMs, down)
    opened.send([hello])
  }

  async function greet(): Promise<ClientMessage> {
    const greeting = settle(await core.greet(term))
    session = greeting.session
    acknowledged.of(session.device)
    told = new Set(greeting.hello.shapes.map(({ id }) => id))
    return greeting.hello
  }

  function hear(messages: readonly ServerMessage[]): void {
    if (link?.isLasting === true) {
      alarms.set('silence', syncLimits.silenceMs, down)
      if (isWelcome) alarms.set('ping', syncLimits.pingEveryMs, ping)
    }
    inbox.push(...messages)
    loop.want('takeIn')
  }

  async function takeIn(): Promise<void> {
    const results: Result[] = []
    // Answers that came together are one transaction.
    for (let next = inbox[0]; next?.t === 'result'; next = inbox[0]) {
      results.push(next)
      inbox.shift()
    }
    if (inbox.length > (results.length > 0 ? 0 : 1)) loop.want('takeIn')
    if (results.length > 0) return takeResults(results)
    const message = inbox.shift()
    if (message !== undefined && session !== null) await take(message, session)
    if (session?.isOutOfStep === true) comeAgain()
  }

  async function take(message: ServerMessage, current: SyncSession): Promise<void> {
    // Nothing counts before the server has said who we are.
    if (!isWelcome && message.t !== 'welcome' && message.t !== 'bye') return
    switch (message.t) {
      case 'welcome':
        return takeWelcome(message, current)
      case 'viewer':
        settle(await core.takeViewer(current, message.viewer))
        // What was dropped with the old rights may be followed again.
        return loop.want('follow')
      case 'page':
        return takePage(message, current)
      case 'reset':
        return void settle(await core.takeReset(current, message))
      case 'drop':
        told.delete(message.shape)
        return void settle(await core.takeDrop(current, message))
      case 'digest':
        return takeDigest(message, current)
      case 'gap':
        settle(await core.takeGap(current, message.last))
        // What was asked for is sent next; should that not be it either, there has been a pause.
        return pause(retryPause(tries, ports.random()))
      case 'busy':
        return pause(spreadPause(message.afterMs, message.afterMs, ports.random()))
      case 'pong':
        return board.show({ clockOffset: message.now - timers.now() })
      case 'bye':
        return takeBye(message, current)
    }
  }

  async function takeWelcome(welcome: Message<'welcome'>, current: SyncSession): Promise<void> {
    const mine = generation
    const { isStranger, isRestored } = settle(await core.takeWelcome(current, welcome))
    if (mine !== generation) return
    alarms.cancel('hello')
    if (isStranger) return closeDoor('auth', 'account')
    if (isRestored) ports.report('restored', `up to ${welcome.lastMutation}`)
    isWelcome = true
    stuck.moved()
    if (!isPosting) socketFailures = 0
    const problem = board.status.trouble === 'corrupt' ? 'corrupt' : null
    board.show({ link: 'on', trouble: problem, clockOffset: welcome.now - timers.now(), build: welcome.build })
    alarms.set('steady', waits.steadyMs, () => (tries = 0))
    if (!alarms.has('tick')) alarms.set('tick', waits.tickMs, tick)
    if (link?.isLasting === true) {
      alarms.set('ping', syncLimits.pingEveryMs, ping)
      loop.want('follow')
      loop.want('push')
    } else if (!alarms.has('socket')) alarms.set('socket', waits.socketAgainMs, trySocket)
  }

  async function takePage(page: Page, current: SyncSession): Promise<void> {
    const mine = generation
    const isTaken = settle(await core.takePage(current, page))
    if (isTaken) isMoreThere = true
    tell(mine, [{ t: 'took', pages: 1 }])
  }

  async function takeDigest(digest: Message<'digest'>, current: SyncSession): Promise<void> {
    const mine = generation
    const { refill, isEqual } = settle(await core.takeDigest(current, digest))
    if (!isEqual) ports.report('digest', `${digest.shape} at ${digest.to}`)
    if (refill === null) return
    tell(mine, [
      { t: 'unfollow', shapes: [refill.id] },
      { t: 'follow', shapes: [refill] },
    ])
  }

  async function takeResults(results: readonly Result[]): Promise<void> {
    if (session === null) return
    const mine = generation
    const taken = await core.takeResults(session, results)
    const upTo = settle(taken)
    if (taken.changed.shapes.length > 0) loop.want('follow')
    if (mine !== generation) return
    for (const { n } of results) inFlight.delete(n)
    stuck.moved()
    if (board.status.trouble === 'stuck') board.show({ trouble: null })
    acknowledged.set(upTo)
    if (inFlight.size > 0) return alarms.set('answer', waits.answerMs, down)
    alarms.cancel('answer')
    if (link?.isLasting === true) loop.want('push')
  }

  /** To a link that lasts; a request of its own is not worth it. */
  function tell(mine: number, messages: readonly ClientMessage[]): void {
    if (mine === generation && isWelcome) for (const message of messages) pacer?.say(message)
  }

  async function push(): Promise<void> {
    const mine = generation
    if (!isWelcome || !maySend || session === null || link === null || inFlight.size > 0 || alarms.has('pause')) return
    if (link.buffered > syncLimits.frameBytes || isAsking) return
    const offer = settle(await core.offer(session))
    if (mine !== generation) return
    if (offer.isSpent) return renewId()
    if (offer.nextAt !== null)
      alarms.set('later', Math.min(Math.max(0, offer.nextAt - timers.now()), waits.maxLaterMs), () => loop.want('push'))
    if (offer.mutations.length === 0) return tell(mine, link.isLasting ? acknowledged.message() : [])
    for (const { n } of offer.mutations) inFlight.add(n)
    alarms.set('answer', waits.answerMs, down)
    const message: ClientMessage = { t: 'push', mutations: offer.mutations }
    if (link.isLasting) return tell(mine, [message])
    const hello = await greet()
    if (mine === generation) ask([hello, message, ...acknowledged.message()])
  }

  async function renewId(): Promise<void> {
    if (session === null) return
    settle(await core.takeNewId(session))
    ports.report('new-id', 'the numbers of this device fitted no more')
    comeAgain()
  }

  async function follow(): Promise<void> {
    if (!isWelcome || session === null || link === null) return
    if (!link.isLasting) return loop.want('round')
    const mine = generation
    const { follow: fresh, unfollow } = settle(await core.followChanges(session, told))
    if (mine !== generation) return
    if (session.isOutOfStep) return comeAgain()
    for (const id of unfollow) told.delete(id)
    for (const { id } of fresh) told.add(id)
    if (unfollow.length > 0) tell(mine, [{ t: 'unfollow', shapes: unfollow }])
    if (fresh.length > 0) tell(mine, [{ t: 'follow', shapes: fresh }])
  }

  /** Where each sending stands alone: asks what is new. */
  async function round(): Promise<void> {
    const mine = generation
    if (link === null || link.isLasting || !isWelcome) return
    if (isAsking) isMoreThere = true
    else {
      const hello = await greet()
      if (mine === generation) ask([hello])
    }
  }

  function ask(messages: readonly ClientMessage[]): void {
    isAsking = true
    alarms.cancel('round')
    link?.send(messages)
  }

  /** A request's answer has been taken in. */
  async function answered(): Promise<void> {
    isAsking = false
    if (!isWelcome) return
    // What a lost answer leaves open is offered again.
    inFlight.clear()
    alarms.cancel('answer')
    alarms.set('round', waits.roundMs, () => loop.want('round'))
    rounds = isMoreThere ? rounds + 1 : 0
    if (isMoreThere && rounds < maxRoundsInARow) loop.want('round')
    isMoreThere = false
    loop.want('push')
  }

  function ping(): void {
    if (link?.isLasting !== true || !isWelcome) return
    tell(generation, [{ t: 'ping' }])
    alarms.set('ping', syncLimits.pingEveryMs, ping)
  }

  function pause(ms: number): void {
    inFlight.clear()
    alarms.cancel('answer')
    alarms.set('pause', Math.max(ms, waits.leastPauseMs), () => loop.want('push'))
  }

  /** The link is dead, or was never one. */
  function down(): void {
    const wasSocket = link?.isLasting === true
    const wasWelcome = isWelcome
    hangUp()
    if (wasSocket && !wasWelcome) socketFailures += 1
    isPosting = wasSocket && !wasWelcome && socketFailures >= socketFailuresBeforePost
    if (isPosting) loop.want('connect')
    else retryLater()
  }

  function trySocket(): void {
    if (!isPosting) return
    hangUp()
    isPosting = false
    loop.want('connect')
  }

  function hangUp(): void {
    generation += 1
    link?.close()
    pacer?.stop()
    link = pacer = null
    isWelcome = false
    inbox = []
    inFlight.clear()
    loop.forget()
    alarms.cancel('hello', 'silence', 'ping', 'answer', 'later', 'pause', 'round', 'steady', 'socket')
  }

  function retryLater(ms = retryPause(tries, ports.random())): void {
    if (isStopped) return
    tries += 1
    board.show({ link: 'off', via: null })
    alarms.set('retry', ms, () => loop.want('connect'))
  }

  /** A greeting says what is true of this device. */
  function comeAgain(): void {
    hangUp()
    retryLater()
  }

  /** Not to be opened by trying. */
  function closeDoor(why: 'auth' | 'old', problem: ClientStatus['trouble']): void {
    hangUp()
    board.show({ link: why, via: null, trouble: problem })
    alarms.set('patience', waits.patienceMs, () => undefined)
  }

  async function takeBye({ code, afterMs, spreadMs }: Message<'bye'>, theirs: SyncSession): Promise<void> {
    if (code === 'auth' || code === 'account') return closeDoor('auth', code === 'account' ? code : null)
    if (code === 'version') return closeDoor('old', null)
    hangUp()
    if (code === 'corrupt') {
      ports.report('corrupt', theirs.device)
      const mayGoOn = settle(await core.takeCorrupt(theirs))
      maySend = mayGoOn
      if (!mayGoOn) board.show({ trouble: 'corrupt' })
    }
    if (code === 'malformed') ports.report('malformed', 'the server did not understand this device')
    // Coming back at once would meet the same answer.
    if (code === 'malformed' || code === 'flood') tries = Math.max(tries, 6)
    const own = code === 'restart' ? 0 : retryPause(tries, ports.random())
    retryLater(own + spreadPause(afterMs, spreadMs, ports.random()))
  }

  function tick(): void {
    alarms.set('tick', waits.tickMs, tick)
    stuck.look(isWelcome && maySend).catch(trouble)
    nudge('tick')
  }

  function nudge(why: Nudge): void {
    if (isStopped) return
    if (why === 'queue') return isWelcome ? loop.want('push') : undefined
    if (why === 'shapes') return isWelcome ? loop.want('follow') : undefined
    if (!alarms.has('tick')) alarms.set('tick', waits.tickMs, tick)
    // Whatever was said before was said as somebody else.
    if (why === 'signed-in') hangUp()
    if (link !== null) {
      if (isWelcome) loop.want('push')
      if (isWelcome && link.isLasting && (why === 'visible' || why === 'online' || why === 'offline')) {
        ping()
        alarms.set('silence', waits.probeMs, down)
      }
      if (!link.isLasting && why !== 'tick' && why !== 'offline') loop.want('round')
      return
    }
    const isClosed = board.status.link === 'auth' || board.status.link === 'old'
    if (isClosed && why !== 'signed-in' && (why === 'tick' || alarms.has('patience'))) return
    if (why === 'offline' || (why === 'tick' && alarms.has('retry'))) return
    loop.want('connect')
  }

  function stop(): void {
    isStopped = true
    loop.stop()
    hangUp()
    alarms.clear()
    board.show({ link: 'off', via: null })
  }

  return { nudge, status: () => board.status, stop }
}
