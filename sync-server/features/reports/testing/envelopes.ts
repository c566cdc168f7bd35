import { crc32, deflateSync } from 'node:zlib'
import { ownPlace } from '#shared/reports/ingest.ts'

/** Envelopes as Sentry's client writes them, for tests. */

type Item = readonly [header: Readonly<Record<string, unknown>>, payload: string | Uint8Array]

export function envelope(items: readonly Item[], header: Readonly<Record<string, unknown>> = {}): Buffer {
  const parts: Uint8Array[] = [line({ dsn: ownPlace.dsn, sent_at: '2026-11-01T12:00:00.000Z', ...header })]
  for (const [itemHeader, payload] of items) parts.push(line(itemHeader), Buffer.from(payload), Buffer.from('\n'))
  return Buffer.concat(parts)
}

const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

export const eventId = (n: number): string => n.toString(16).padStart(32, '0')

export function errorEvent(n: number, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    event_id: eventId(n),
    timestamp: Date.UTC(2026, 10, 1, 12) / 1_000,
    platform: 'javascript',
    level: 'error',
    release: 'b1',
    tags: { route: '/posts/:postId/:slug?' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'Cannot read properties of undefined',
          mechanism: { handled: false },
          stacktrace: {
            frames: [
              { filename: 'https://essays.example/assets/client-abcdefgh.js', function: 'outer', lineno: 1, colno: 10, in_app: true },
              { filename: 'https://essays.example/assets/post-page-abcdefgh.js', function: 'drawPost', lineno: 1, colno: 20, in_app: true },
            ],
          },
        },
      ],
    },
    ...changes,
  }
}

export const errorEnvelope = (n: number, changes?: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Buffer =>
  envelope([[{ type: 'event' }, JSON.stringify(errorEvent(n, changes))]], { event_id: eventId(n), ...header })

export interface SaidFeedback {
  readonly name?: string
  readonly contact_email?: string
  readonly message?: string
  readonly associated_event_id?: string
}

export function feedbackEnvelope(
  n: number,
  said: SaidFeedback = {},
  picture?: Uint8Array,
  header?: Readonly<Record<string, unknown>>,
): Buffer {
  const feedback = {
    event_id: eventId(n),
    timestamp: Date.UTC(2026, 10, 1, 12) / 1_000,
    release: 'b1',
    contexts: {
      feedback: { message: 'The page is blank.', source: 'widget', url: 'https://essays.example/posts/1?token=s3cret', ...said },
    },
    tags: { build: 'b1', route: '/', locale: 'en', connection: 'offline' },
  }
  const items: Item[] = [[{ type: 'feedback' }, JSON.stringify(feedback)]]
  if (picture !== undefined)
    items.push([{ type: 'attachment', length: picture.length, filename: 'screenshot.png', content_type: 'image/png' }, picture])
  return envelope(items, { event_id: eventId(n), ...header })
}

/** A grey picture of that size. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
