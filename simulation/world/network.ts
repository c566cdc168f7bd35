/**
 * Links between tabs and server nodes: what a websocket over a bad network does. Frames keep their
 * order while the line is sound; a line may be cut (either end hears of it late, or never: half
 * open), stall, and, behind a bad proxy, repeat frames. Whatever was under way when it was cut is
 * lost, the answer to a committed mutation included. A frame is never lost or overtaken on a line
 * that stands: that is what TCP is for.
 */
import type { Clockwork } from './clockwork.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'

export interface Weather {
  readonly delayMs: readonly [low: number, high: number]
  /** Chances, for each frame. */
  readonly cuts: number
  readonly repeats: number
  /** Chance that a cut is not told to one of the ends. */
  readonly halfOpen: number
}

export const fairWeather: Weather = { delayMs: [5, 60], cuts: 0, repeats: 0, halfOpen: 0 }

/** One end of a line. */
export interface LineEnd {
  send(text: string): void
  close(): void
  /** Sent, and not yet at the other end. In bytes. */
  buffered(): number
  onMessage: (text: string) => void
  onDown: () => void
}

export interface Place {
  /** Whose network it is; `null` for the server's. */
  readonly name: string
  weather: Weather
  isOnline: boolean
}

const nobody = (): void => undefined

export class Line {
  readonly client: LineEnd
  readonly server: LineEnd
  isCut = false
  /** Nothing passes until then. */
  stalledUntil = 0
  #lastArrival = { client: 0, server: 0 }
  #inFlight = { client: 0, server: 0 }
  readonly #clockwork: Clockwork
  readonly #place: Place
  readonly #random: Random
  readonly #lives: { readonly client: Life; readonly server: Life }

  constructor(clockwork: Clockwork, place: Place, random: Random, lives: { readonly client: Life; readonly server: Life }) {
    this.#clockwork = clockwork
    this.#place = place
    this.#random = random
    this.#lives = lives
    this.client = this.#end('server')
    this.server = this.#end('client')
    // A dead process's side is closed by its system; the other end hears of it after a while.
    lives.client.onEnd(() => this.cut('told'))
    lives.server.onEnd(() => this.cut('told'))
  }

  /** `told`: both ends hear of it soon. `unsaid`: each hears of it or not, as the weather is. */
  cut(how: 'told' | 'unsaid'): void {
    if (this.isCut) return
    this.isCut = true
    for (const side of ['client', 'server'] as const) {
      if (how === 'unsaid' && this.#random.chance(this.#place.weather.halfOpen)) continue
      const [low, high] = this.#place.weather.delayMs
      const ms = how === 'told' ? this.#random.whole(low, high) : this.#random.whole(0, 400)
      this.#lives[side].after(ms, () => this[side].onDown())
    }
  }

  #end(to: 'client' | 'server'): LineEnd {
    return {
      onMessage: nobody,
      onDown: nobody,
      send: (text) => this.#send(to, text),
      close: () => {
        // Its own frames still arrive, as a closing handshake comes behind them.
        this.#clockwork.after(Math.max(0, this.#lastArrival[to] - this.#clockwork.now) + 1, () => this.cut('told'))
      },
      buffered: () => this.#inFlight[to],
    }
  }

  #send(to: 'client' | 'server', text: string): void {
    if (this.isCut) return
    const { weather, isOnline } = this.#place
    if (!isOnline || this.#random.chance(weather.cuts)) {
      this.cut('unsaid')
      return
    }
    this.#inFlight[to] += text.length
    // A greeting opens the conversation; a proxy that garbles even that lets nobody through.
    const isGreeted = this.#lastArrival.client > 0
    this.#deliver(to, text)
    if (isGreeted && this.#random.chance(weather.repeats)) {
      this.#inFlight[to] += text.length
      this.#deliver(to, text)
    }
  }

  #deliver(to: 'client' | 'server', text: string): void {
    const { delayMs } = this.#place.weather
    const now = this.#clockwork.now
    const arrival = Math.max(now, this.stalledUntil) + this.#random.whole(delayMs[0], delayMs[1])
    const at = Math.max(arrival, this.#lastArrival[to])
    this.#lastArrival[to] = at
    this.#clockwork.after(at - now, () => {
      this.#inFlight[to] -= text.length
      if (this.isCut) return
      if (!this.#place.isOnline) return this.cut('unsaid')
      this.#lives[to].does(() => this[to].onMessage(text))
    })
  }
}
