/**
 * Takes in mail by SMTP for the addresses of one domain, and hands on what it says. It relays
 * nothing, knows no account, and keeps nothing: what is not done when the sender hears “250” has
 * been refused, with words that say what to do.
 */
import type { AddressInfo } from 'node:net'
import type { ParsedMail } from 'mailparser'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { hash } from 'node:crypto'
import { answerIn } from './answer-text.ts'

export interface InboundMailPlace {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** Of the addresses: what follows the @. */
  readonly domain: string
}

export interface InboundMail {
  /** Before the @ of the address that it came to. */
  readonly local: string
  /** The one address of its From. */
  readonly from: string
  /** Its Message-ID, or a name made of all of it. */
  readonly id: string
  /** What was written in it; asked for once everything else is right. */
  words(): Promise<{ readonly text: string; readonly hasAttachments: boolean }>
}

/** What its sender is answered with; the text is one line of ASCII, with no word of the mail. */
export class InboundRefused extends Error {
  /** 4xx: the sender’s mail server tries again by itself. */
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.name = 'InboundRefused'
    this.responseCode = responseCode
  }
}

interface InboundOptions {
  readonly place: InboundMailPlace
  /** Whether an address has the form of one of ours, before the @. */
  readonly isOurs: (local: string) => boolean
  /** Counts a mail that is sent from there. */
  readonly isWithinLimit: (address: string) => boolean
  /** @throws InboundRefused */
  readonly take: (mail: InboundMail) => Promise<void>
  /** The words for whatever may not be told apart. */
  readonly refusal: () => string
  /** Never the mail’s words. */
  readonly onError: (error: unknown) => void
}

const maxBytes = 2_000_000
const maxHeadBytes = 64_000
const maxClients = 30
const maxHtml = 300_000

export async function startInboundMail(options: InboundOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { place, isOurs, isWithinLimit, refusal } = options
  // Loaded by those who take mail in.
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    name: place.domain,
    banner: 'answers to mails of this site only',
    // A mail server in front has what belongs to it: certificates, spam, signatures.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    maxClients,
    socketTimeout: 30_000,
    closeTimeout: 2_000,
    onMailFrom({ address }, session, callback) {
      if (address === '') return callback(new InboundRefused(550, '5.7.1 Automatic mail is not taken here.'))
      if (!isWithinLimit(session.remoteAddress))
        return callback(new InboundRefused(450, '4.7.1 Too many mails at once. Try again in ten minutes.'))
      callback()
    },
    onRcptTo({ address }, session, callback) {
      const at = address.lastIndexOf('@')
      if (address.slice(at + 1).toLowerCase() !== place.domain || !isOurs(address.slice(0, at)))
        return callback(new InboundRefused(550, refusal()))
      // Each answers one conversation; the rest comes again, one by one.
      if (session.envelope.rcptTo.length > 0) return callback(new InboundRefused(452, '4.5.3 One address at a time.'))
      callback()
    },
    async onData(stream, session, callback) {
      const refused = await refusalFor(stream, session, options)
      callback(refused, 'Your message is in the conversation.')
    },
  })
  // A line that breaks is the sender’s, and no fault here.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(place.port, place.host, () => resolve())
  })
  return {
    // Made by `listen` above: a TCP server has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** `null`: it was taken. */
async function refusalFor(stream: SMTPServerDataStream, session: SMTPServerSession, options: InboundOptions): Promise<Error | null> {
  try {
    await taken(await received(stream), session, options)
    return null
  } catch (error) {
    if (error instanceof InboundRefused) return error
    options.onError(error)
    return new InboundRefused(451, '4.3.0 It could not be taken just now. Your mail server tries again.')
  }
}

/** All of it, so that the sender hears the answer; of what is too large no more than may be. */
async function received(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The stream of a mail gives bytes.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes || stream.sizeExceeded)
    throw new InboundRefused(552, '5.3.4 This mail is too large: at most 2 MB. Send your words without attachments.')
  return Buffer.concat(chunks)
}

async function taken(raw: Buffer, session: SMTPServerSession, { refusal, take }: InboundOptions): Promise<void> {
  const head = await parsed(headOf(raw))
  const senders = head.from?.value ?? []
  const from = senders[0]?.address
  if (isAutomatic(head)) throw new InboundRefused(550, '5.7.1 Automatic mail is not taken here.')
  if (from === undefined || senders.length !== 1) throw new InboundRefused(550, refusal())
  const address = session.envelope.rcptTo[0]?.address ?? ''
  await take({
    local: address.slice(0, address.lastIndexOf('@')),
    from,
    id: head.messageId ?? hash('sha256', raw),
    async words() {
      const { text = '', attachments } = await parsed(raw)
      return { text: answerIn(text), hasAttachments: attachments.some(isMeant) }
    },
  })
}

function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return raw.subarray(0, Math.min(end < 0 ? raw.length : end + 4, maxHeadBytes))
}

async function parsed(raw: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser')
  try {
    return await simpleParser(raw, { skipTextToHtml: true, skipImageLinks: true, maxHtmlLengthToParse: maxHtml, checksumAlgo: false })
  } catch (error) {
    throw new InboundRefused(
      554,
      `5.6.0 This mail cannot be read. Send it as plain text. (${error instanceof Error ? error.name : 'error'})`,
    )
  }
}

/** RFC 3834, and what programs did before it: two machines are never to answer each other. */
function isAutomatic({ headers }: ParsedMail): boolean {
  const say = (name: string): string =>
    String(headers.get(name) ?? '')
      .trim()
      .toLowerCase()
  const submitted = say('auto-submitted')
  if (submitted !== '' && submitted !== 'no') return true
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(say('precedence'))) return true
  return ['list', 'x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => headers.has(name))
}

/** No picture of a signature and no proof of one: somebody wanted to send it. */
const isMeant = ({ contentType, related, size }: ParsedMail['attachments'][number]): boolean =>
  !/^application\/(?:pgp-|pkcs7-|x-pkcs7-)|^text\/calendar/u.test(contentType) && !(related === true && size < 20_000)
