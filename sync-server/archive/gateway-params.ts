/**
 * What a mirror may ask, word by word: a parameter that is not named here, or has another form, is
 * refused before anything is asked of the archive's server, which odd requests are known to crash.
 * What a replicator sends along and we need not know is named too, and goes nowhere.
 */
import * as z from 'zod/mini'

export const gatewayLimits = {
  /** Requests a minute from one network. */
  perMinute: 1_200,
  /** Requests under way, of one network and of all. */
  openEach: 8,
  open: 48,
  docsAtOnce: 500,
  revsAtOnce: 50,
  bodyBytes: 262_144,
  /** Of a checkpoint, which is not kept. */
  checkpointBytes: 65_536,
  /** How long an answer may wait for something new. */
  waitMs: 25_000,
} as const

const word = (form: RegExp) => z.string().check(z.regex(form))
/** As in our documents: a table and a row. */
export const DocId = word(/^[a-z_]{1,30}:[\w:.-]{1,200}$/u)
const Rev = word(/^\d{1,10}-[\da-f]{32}$/u)
const flag = z.optional(z.enum(['true', 'false']))
const no = z.optional(z.literal('false'))
const count = z.optional(word(/^\d{1,9}$/u))

export const ChangesParams = z.strictObject({
  /** CouchDB puts words in quotes. */
  since: z._default(word(/^(?:\d{1,15}|now|"?[\w-]{1,2000}"?)$/u), '0'),
  limit: count,
  feed: z._default(z.enum(['normal', 'longpoll', 'continuous']), 'normal'),
  style: z._default(z.enum(['all_docs', 'main_only']), 'main_only'),
  heartbeat: z.optional(word(/^(?:\d{1,9}|true)$/u)),
  timeout: count,
  seq_interval: count,
  descending: no,
  include_docs: no,
  attachments: no,
  conflicts: no,
})
export type ChangesParams = z.infer<typeof ChangesParams>

/**
 * What is answered has its ancestors named, is the latest of its line, and has no attachments:
 * whatever is said here.
 */
export const BulkGetParams = z.strictObject({ revs: flag, latest: flag, attachments: flag })

export const BulkGetBody = z.strictObject({
  docs: z
    .array(
      z.strictObject({
        id: DocId,
        rev: z.optional(Rev),
        atts_since: z.optional(z.array(Rev).check(z.maxLength(gatewayLimits.revsAtOnce))),
      }),
    )
    .check(z.minLength(1), z.maxLength(gatewayLimits.docsAtOnce)),
})

export const DocParams = z.strictObject({
  rev: z.optional(Rev),
  /** A list in JSON, or `all`. */
  open_revs: z.optional(word(/^(?:all|\["[\da-f-]{34,43}"(?:,"[\da-f-]{34,43}"){0,49}\])$/u)),
  revs: flag,
  latest: flag,
  attachments: flag,
  att_encoding_info: flag,
  conflicts: no,
  meta: no,
  local_seq: no,
})

export const OpenRevs = z.array(Rev).check(z.maxLength(gatewayLimits.revsAtOnce))

/** As replicators name their checkpoints: a digest. */
export const CheckpointId = word(/^[\w.~+/=-]{1,200}$/u)

export const NoParams = z.strictObject({})
