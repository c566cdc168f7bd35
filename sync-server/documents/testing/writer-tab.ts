/**
 * A browser tab that writes: a stock y-websocket provider with nothing of ours in it but what it is
 * given, and what it heard of frames 8 and 9.
 */
import { readVarString, readVarUint } from 'lib0/decoding'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Control, TicketAnswer } from '#shared/documents/protocol.ts'
import { bodyFragment, collabPath, ticketPath } from '#shared/documents/rooms.ts'
import { documentFormat, frames, subprotocol } from '#shared/documents/protocol.ts'

interface Site {
  readonly origin: string
}

/** @throws Error with the status of a refusal. */
export async function ticketFor(site: Site, userId: string, room: string): Promise<TicketAnswer['rooms'][number]> {
  const answer = await fetch(`${site.origin}${ticketPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin, cookie: `as=${userId}` },
    body: JSON.stringify({ rooms: [room] }),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  // What our own server answers.
  const { rooms } = (await answer.json()) as TicketAnswer
  const [found] = rooms
  if (found === undefined) throw new Error('no answer for the room')
  return found
}

/** The `ws` client as a browser would be: with the page's origin and cookie. */
export function socketOf(site: Site, userId: string): typeof globalThis.WebSocket {
  const headers = { origin: site.origin, cookie: `as=${userId}` }
  class Socket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { headers })
    }
  }
  // It does all that a provider asks of one.
  return Socket as unknown as typeof globalThis.WebSocket
}

export class WriterTab {
  readonly doc: Y.Doc
  readonly provider: WebsocketProvider
  readonly controls: Control[] = []
  acked = 0
  closedWith: number | null = null
  readonly #listeners = new Set<() => void>()

  constructor(site: Site, userId: string, room: string, ticket: string, doc: Y.Doc = new Y.Doc()) {
    this.doc = doc
    this.provider = new WebsocketProvider(`${site.origin.replace('http', 'ws')}${collabPath}`, room, doc, {
      protocols: [subprotocol(documentFormat), ticket],
      WebSocketPolyfill: socketOf(site, userId),
      disableBc: true,
    })
    this.provider.messageHandlers[frames.ack] = (_encoder, decoder) => {
      this.acked = readVarUint(decoder)
      this.#look()
    }
    this.provider.messageHandlers[frames.control] = (_encoder, decoder) => {
      // What our own server says.
      this.controls.push(JSON.parse(readVarString(decoder)) as Control)
      this.#look()
    }
    this.provider.on('sync', () => this.#look())
    this.provider.on('connection-close', (event) => {
      if (event !== null) this.closedWith = event.code
      this.#look()
    })
    this.provider.on('status', () => this.#look())
    this.provider.awareness.on('change', () => this.#look())
    doc.on('update', () => this.#look())
  }

  /** Opens one with a fresh ticket, and waits for the document. */
  static async open(site: Site, userId: string, room: string, doc?: Y.Doc): Promise<WriterTab> {
    const { ticket } = await ticketFor(site, userId, room)
    if (ticket === null) throw new Error('no ticket')
    const tab = new WriterTab(site, userId, room, ticket, doc)
    await tab.until(() => tab.provider.synced || tab.closedWith !== null)
    return tab
  }

  /** Resolves once it is so, at the latest change of anything here. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return
        this.#listeners.delete(look)
        resolve()
      }
      this.#listeners.add(look)
      look()
    })
  }

  /** A paragraph at the end. */
  write(text: string): void {
    writeParagraph(this.doc, text)
  }

  get text(): string {
    return textOf(this.doc)
  }

  close(): void {
    this.provider.destroy()
    this.provider.awareness.destroy()
  }

  #look(): void {
    for (const listen of this.#listeners) listen()
  }
}

export function writeParagraph(doc: Y.Doc, text: string): void {
  const body = doc.getXmlFragment(bodyFragment)
  doc.transact(() => {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(text)])
    body.insert(body.length, [paragraph])
  })
}

/** Paragraphs, one a line. */
export function textOf(doc: Y.Doc): string {
  const lines: string[] = []
  for (const block of doc.getXmlFragment(bodyFragment).toArray()) {
    if (block instanceof Y.XmlElement)
      lines.push(
        block
          .toArray()
          .map((text) => String(text))
          .join(''),
      )
  }
  return lines.join('\n')
}
