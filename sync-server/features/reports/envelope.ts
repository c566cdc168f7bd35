/**
 * Reads an envelope as Sentry's clients send it (develop.sentry.dev, "Envelopes", read 2026-11-21):
 * a line of JSON, then items, each a line of JSON and its bytes. Everything in it is a stranger's
 * word: what is not exactly as our own client makes it is refused whole, quietly.
 */
import { isNestedDeeper } from '#shared/sync/protocol.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { readPng } from './png.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface ReportItem {
  readonly type: 'event' | 'feedback'
  readonly json: JsonObject
}

export type EnvelopeItem =
  | ReportItem
  | { readonly type: 'client_report' | 'profile' | 'profile_chunk'; readonly json: JsonObject }
  | { readonly type: 'attachment'; readonly png: Uint8Array; readonly width: number; readonly height: number }

export interface Envelope {
  readonly eventId: string | null
  readonly items: readonly EnvelopeItem[]
}

/** Thrown for an envelope that is not taken. `status` is all that its sender hears. */
export class EnvelopeRefused extends Error {
  readonly status: 400 | 403

  constructor(status: 400 | 403, why: string) {
    super(why)
    this.name = 'EnvelopeRefused'
    this.status = status
  }
}

const jsonTypes = ['event', 'feedback', 'client_report', 'profile', 'profile_chunk'] as const
const longestLine = 16_384
/** Frames of exceptions stand at the eighth level. */
const nesting = 16
const newline = 0x0a

/** @param isOurs whether a DSN is the one that reports go to. @throws EnvelopeRefused */
export function readEnvelope(bytes: Uint8Array, isOurs: (dsn: string) => boolean): Envelope {
  const head = lineFrom(bytes, 0)
  const header = objectOf(head.line)
  const { dsn, event_id: namedId } = header
  if (typeof dsn !== 'string' || !isOurs(dsn)) throw new EnvelopeRefused(403, 'another DSN')
  const items: EnvelopeItem[] = []
  for (let at = head.next; at < bytes.length;) {
    if (bytes[at] === newline && at === bytes.length - 1) break
    if (items.length === reportLimits.itemsPerEnvelope) throw new EnvelopeRefused(400, 'too many items')
    const line = lineFrom(bytes, at)
    const itemHeader = objectOf(line.line)
    const { payload, next } = payloadFrom(bytes, line.next, itemHeader['length'])
    items.push(itemOf(itemHeader, payload))
    at = next
  }
  return checked(namedId, items)
}

/** One report at most, a picture only with feedback, and one id for all of it. */
function checked(namedId: unknown, items: readonly EnvelopeItem[]): Envelope {
  const reports = items.filter(isReport)
  const pictures = items.filter((item) => item.type === 'attachment')
  if (items.length === 0 || reports.length > 1 || pictures.length > 1) throw new EnvelopeRefused(400, 'not one report')
  if (pictures.length === 1 && reports[0]?.type !== 'feedback') throw new EnvelopeRefused(400, 'a picture of nothing')
  const [report] = reports
  if (report === undefined) return { eventId: null, items }
  const eventId = report.json['event_id'] ?? namedId
  if (typeof eventId !== 'string' || !/^[0-9a-f]{32}$/u.test(eventId)) throw new EnvelopeRefused(400, 'no event id')
  if (namedId !== undefined && namedId !== eventId) throw new EnvelopeRefused(400, 'two event ids')
  return { eventId, items }
}

export function isReport(item: EnvelopeItem): item is ReportItem {
  return item.type === 'event' || item.type === 'feedback'
}

function itemOf(header: JsonObject, payload: Uint8Array): EnvelopeItem {
  if (header['type'] === 'attachment') {
    if (header['filename'] !== 'screenshot.png' || header['content_type'] !== 'image/png')
      throw new EnvelopeRefused(403, 'an attachment that is no screenshot')
    const picture = readPng(payload)
    if (picture === null) throw new EnvelopeRefused(400, 'not a PNG')
    return { type: 'attachment', png: payload, ...picture }
  }
  const type = jsonTypes.find((each) => each === header['type'])
  if (type === undefined) throw new EnvelopeRefused(403, 'a type that is not taken')
  return { type, json: objectOf(payload) }
}

function payloadFrom(bytes: Uint8Array, from: number, length: unknown): { readonly payload: Uint8Array; readonly next: number } {
  if (length === undefined) {
    const end = bytes.indexOf(newline, from)
    return end < 0 ? { payload: bytes.subarray(from), next: bytes.length } : { payload: bytes.subarray(from, end), next: end + 1 }
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || from + length > bytes.length)
    throw new EnvelopeRefused(400, 'a length that lies')
  const end = from + length
  if (end < bytes.length && bytes[end] !== newline) throw new EnvelopeRefused(400, 'a length that lies')
  return { payload: bytes.subarray(from, end), next: end + 1 }
}

function lineFrom(bytes: Uint8Array, from: number): { readonly line: Uint8Array; readonly next: number } {
  const found = bytes.subarray(from, from + longestLine).indexOf(newline)
  if (found >= 0) return { line: bytes.subarray(from, from + found), next: from + found + 1 }
  if (bytes.length - from > longestLine) throw new EnvelopeRefused(400, 'a line too long')
  return { line: bytes.subarray(from), next: bytes.length }
}

function objectOf(bytes: Uint8Array): JsonObject {
  const value = parsed(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isNestedDeeper(value, nesting))
    throw new EnvelopeRefused(400, 'not an object')
  // Just looked at: an object and no list.
  return value as JsonObject
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new EnvelopeRefused(400, 'not JSON')
  }
}
