/**
 * Two people a document who type while nodes fail. What was called saved is there, and every key is
 * there once.
 */
import { setTimeout as after } from 'node:timers/promises'
import { decodeStateVector, encodeStateVector } from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { documentFormat, subprotocol } from '#shared/documents/protocol.ts'
import type { Draft, Person } from '../../documents/testing/drafts.ts'
import { ticketsOf } from '../../documents/testing/drafts.ts'
import type { StockWriter } from '../../documents/testing/stock-writer.ts'
import { stockWriter } from '../../documents/testing/stock-writer.ts'
import { until } from '../../faults/testing/world.ts'
import type { Random } from '../../world/random.ts'
import { askNode } from './ask-node.ts'
import type { Nodes } from './nodes.ts'

export interface Typing {
  readonly keys: number
  /** @returns what is not as it has to be */
  end(): Promise<readonly string[]>
}

/** A ticket lasts five minutes, and a stock provider knows no other than it was given. */
const renewEveryMs = 60_000
const patienceMs = 120_000

export async function startTyping(nodes: Nodes, drafts: readonly Draft[], random: Random): Promise<Typing> {
  const writers = await Promise.all(
    drafts.flatMap(({ room, authors }) => authors.map(async (person) => ({ person, writer: await join(nodes, room, person) }))),
  )
  const keys = new Map<string, string[]>(drafts.map(({ room }) => [room, []]))
  let isOver = false

  async function type({ writer }: (typeof writers)[number], at: number): Promise<void> {
    const own = random.fork(`typist ${at}`)
    for (let n = 0; !isOver; n += 1) {
      const key = `<${at}.${n}>`
      keys.get(writer.room)?.push(key)
      writer.type(key)
      await after(own.whole(100, 500))
    }
  }

  const renewing = setInterval(() => {
    for (const { person, writer } of writers)
      ticketOf(nodes, writer.room, person).then(
        (ticket) => (writer.provider.protocols = protocolsOf(ticket)),
        () => undefined, // all nodes are away: the next time
      )
  }, renewEveryMs)
  const typing = writers.map(type)

  return {
    get keys() {
      return [...keys.values()].flat().length
    },
    async end() {
      isOver = true
      clearInterval(renewing)
      await Promise.all(typing)
      try {
        const isSaved = (): boolean => writers.every(({ writer }) => writer.provider.synced && writer.savedClock === writer.clock)
        await untilOf(nodes, 'every word saved', isSaved, () => writers.map(({ writer }) => writer))
        const found = await Promise.all(
          drafts.map(async ({ room, authors: [person] }) => {
            const reader = await join(nodes, room, person)
            const isSame = () => writersOf(room).every((writer) => textOf(writer) === textOf(reader))
            await untilOf(nodes, 'all in step', isSame, () => [reader, ...writersOf(room)])
            const text = textOf(reader)
            reader.close()
            const wrong = (keys.get(room) ?? []).filter((key) => text.split(key).length !== 2)
            return wrong.map((key) => `${room}: ${key} is there ${text.split(key).length - 1} times`)
          }),
        )
        return found.flat()
      } finally {
        for (const { writer } of writers) writer.close()
      }
    },
  }

  function writersOf(room: string): readonly StockWriter[] {
    return writers.map(({ writer }) => writer).filter((writer) => writer.room === room)
  }
}

async function join(nodes: Nodes, room: string, person: Person): Promise<StockWriter> {
  const writer = stockWriter({ origin: nodes.proxy.origin, person, room, ticket: await ticketOf(nodes, room, person) })
  await untilOf(
    nodes,
    'in step',
    () => writer.provider.synced,
    () => [writer],
  )
  return writer
}

/** @throws Error with what each node says and what became of each of the writers' lines */
async function untilOf(nodes: Nodes, what: string, holds: () => boolean, waiting: () => readonly StockWriter[]): Promise<void> {
  await until(what, holds, patienceMs).catch(async (error: unknown) => {
    const ready = await Promise.all(
      nodes.all.map((_, at) =>
        Promise.race([
          askNode(nodes, at, '/readyz').then(({ status, text }) => `${status} ${text.slice(0, 200)}`),
          after(5_000, 'no answer', { ref: false }),
        ]).catch(String),
      ),
    )
    throw new Error(`${String(error)}: ${JSON.stringify({ ready, waiting: waiting().map(stateOf) })}`)
  })
}

async function ticketOf(nodes: Nodes, room: string, person: Person): Promise<string> {
  return (await ticketsOf(nodes.proxy.origin, person, [room])).get(room) ?? ''
}

/** For whoever has to find out why it does not come to an end. */
function stateOf({ room, doc, provider, savedClock, clock, story }: StockWriter) {
  return {
    room,
    client: doc.clientID,
    ...{ isConnected: provider.wsconnected, isSynced: provider.synced, mayConnect: provider.shouldConnect },
    ...{ tries: provider.wsUnsuccessfulReconnects, savedClock, clock },
    holds: Object.fromEntries(decodeStateVector(encodeStateVector(doc))),
    story,
  }
}

function protocolsOf(ticket: string): string[] {
  return [subprotocol(documentFormat), ticket]
}

function textOf({ doc }: StockWriter): string {
  // As Yjs writes it, `<` and all: keys are found in it as they were typed.
  return JSON.stringify(doc.getXmlFragment(bodyFragment).toJSON())
}
