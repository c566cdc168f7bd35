import * as z from 'zod/mini'
import { prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { staff } from '../kernel/visibility.ts'

export const checkNames = ['words', 'links', 'repeated', 'newLinks'] as const
export type CheckName = (typeof checkNames)[number]

export const checkLimits = {
  /** Characters of a list, and lines of it that count. */
  terms: 4_000,
  lines: 200,
  days: 365,
  count: 100,
  /** Characters of a text that are looked at. */
  text: 100_000,
  /** A shorter text says nothing by being repeated: "Thanks!". */
  repeatedText: 60,
} as const

/** What a check looks for; which of it a check asks for stands in `checkFacts`. */
export const CheckSettings = z.object({
  isOn: z.boolean(),
  /** Words, phrases or hosts, one a line. */
  terms: prose(checkLimits.terms),
  days: z.number().check(z.int(), z.gte(1), z.lte(checkLimits.days)),
  count: z.number().check(z.int(), z.gte(1), z.lte(checkLimits.count)),
})
export type CheckSettings = z.infer<typeof CheckSettings>

/** As administrators have set it; id: its name. A check without a row is as it was shipped. */
export const ContentCheck = z.extend(CheckSettings, { id: z.enum(checkNames), changedAt: Time })
export type ContentCheck = z.infer<typeof ContentCheck>

export const contentChecks = defineTable({ name: 'content_checks', row: ContentCheck, indexes: [], visibility: staff })

/** All are shipped switched off: what they find is first looked at on past posts. */
export const shippedChecks = {
  words: { isOn: false, terms: 'buy followers\nguest post\nguaranteed profit\nwhatsapp me\ncasino bonus', days: 30, count: 1 },
  links: { isOn: false, terms: 'bit.ly\ntinyurl.com\nt.me\nwa.me', days: 30, count: 1 },
  repeated: { isOn: false, terms: '', days: 30, count: 1 },
  newLinks: { isOn: false, terms: '', days: 7, count: 3 },
} as const satisfies Readonly<Record<CheckName, CheckSettings>>
