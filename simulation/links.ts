/**
 * The two ways from a simulated tab to a node of the site: a line that lasts, and requests of their
 * own.
 */
import type { ServerMessage } from '#shared/sync/protocol.ts'
import type { OpenLink } from '#web/data/sync/link.ts'
import { parseServerMessage } from '#shared/sync/protocol.ts'
import type { OpenTab } from './browser.ts'
import type { Life } from './world/life.ts'
import { Line } from './world/network.ts'

export const openSocket =
  (tab: OpenTab, life: Life): OpenLink =>
  (events) => {
    const { profile, random } = tab
    const { world } = profile
    let isClosed = false
    world.connections.push(world.clockwork.now)
    const node = profile.site.anyNode(random)
    if (!profile.place.isOnline || profile.isPortal || profile.isWithoutSockets || node === undefined) {
      const timer = life.after(random.whole(20, 300), () => isClosed || events.onDown())
      const close = (): void => {
        isClosed = true
        timer.cancel()
      }
      return { isLasting: true, buffered: 0, send: () => undefined, close }
    }
    const line = new Line(world.clockwork, profile.place, random.fork(`line ${world.connections.length}`), {
      client: life,
      server: node.life,
    })
    profile.lines.add(line)
    node.connect(line, profile.signIn)
    line.client.onDown = () => {
      profile.lines.delete(line)
      if (!isClosed) events.onDown()
    }
    line.client.onMessage = (text) => {
      if (isClosed) return
      const message = parseServerMessage(text)
      if (message === null) return events.onDown()
      world.heard(tab, message)
      events.onMessages([message])
    }
    return {
      isLasting: true,
      get buffered() {
        return line.client.buffered()
      },
      send: (messages) => {
        for (const message of messages) {
          world.said(tab, message)
          line.client.send(JSON.stringify(message))
        }
      },
      close: () => {
        isClosed = true
        line.client.close()
      },
    }
  }

const answerWithinMs = 25_000

/** One request after another, as the browser's link does it. */
export const openPost =
  (tab: OpenTab, life: Life): OpenLink =>
  (events) => {
    const { profile, random } = tab
    const { world } = profile
    let isClosed = false
    let last: Promise<void> = Promise.resolve()
    const travel = (): Promise<void> => life.sleep(random.whole(...profile.place.weather.delayMs))
    const isLost = (): boolean => !profile.place.isOnline || random.chance(profile.place.weather.cuts)

    /** `null` when no answer came. */
    async function ask(text: string): Promise<string | null> {
      await travel()
      if (profile.isPortal) return '<!doctype html><title>Welcome to the hotel</title>'
      const node = profile.site.anyNode(random)
      if (node === undefined || isLost()) return null
      const gone = new Promise<null>((resolve) => node.life.onEnd(() => resolve(null)))
      const late = life.sleep(answerWithinMs).then(() => null)
      const answer = await Promise.race([node.post(text, profile.signIn), gone, late])
      await travel()
      return isLost() ? null : answer
    }

    async function request(text: string): Promise<void> {
      if (isClosed) return
      const answer = await ask(text)
      const messages = answer === null ? null : messagesOf(answer)
      if (isClosed || life.isOver) return
      if (messages === null) {
        isClosed = true
        return events.onDown()
      }
      for (const message of messages) world.heard(tab, message)
      events.onMessages(messages)
      events.onAnswered()
    }

    return {
      isLasting: false,
      buffered: 0,
      send: (messages) => {
        for (const message of messages) world.said(tab, message)
        const text = JSON.stringify({ messages })
        last = last.then(() => request(text)).catch((error: unknown) => world.unexpected(error, `${tab.name}: post`))
      },
      close: () => (isClosed = true),
    }
  }

/** `null` for what is none of ours. */
function messagesOf(text: string): readonly ServerMessage[] | null {
  try {
    // The server's own, or something else: then it has no such list.
    const { messages } = JSON.parse(text) as { readonly messages?: readonly unknown[] }
    const parsed = messages?.map((message) => parseServerMessage(JSON.stringify(message))) ?? [null]
    return parsed.every((message) => message !== null) ? parsed : null
  } catch {
    return null
  }
}
