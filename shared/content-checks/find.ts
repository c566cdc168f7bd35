/**
 * What a check finds in one text. No pattern of the operator's is run: words, phrases and hosts are
 * compared as they are, so that the longest list over the longest text takes milliseconds.
 */
import type { Doc, DocNode } from '../text/nodes.ts'
import { plainText } from '../text/measure.ts'
import { dayMs } from '../kernel/durations.ts'
import type { CheckName, CheckSettings } from './schema.ts'
import { checkLimits } from './schema.ts'

export interface CheckedText {
  readonly body: Doc
  readonly title: string
  readonly at: number
  /** When its author joined. */
  readonly joinedAt: number
  /** Earlier texts of the same author, with when they came; asked by `repeated`. */
  readonly earlier: readonly { readonly body: Doc; readonly at: number }[]
}

/** Why the text is marked, in words for the moderators; `null`: it isn't. */
export function findIn(name: CheckName, settings: CheckSettings, text: CheckedText): string | null {
  return finders[name](settings, text)
}

type Finder = (settings: CheckSettings, text: CheckedText) => string | null

const finders: Readonly<Record<CheckName, Finder>> = {
  words({ terms }, { title, body }) {
    const within = ` ${plainWords(`${title}\n${plainText(body)}`)} `
    const found = linesOf(terms).filter((term) => within.includes(` ${plainWords(term)} `))
    return found.length === 0 ? null : `Contains ${quoted(found)}`
  },
  links({ terms }, { body }) {
    const listed = linesOf(terms).map(hostOfTerm)
    const found = hostsIn(body).filter((host) => listed.some((one) => host === one || host.endsWith(`.${one}`)))
    return found.length === 0 ? null : `Links to ${quoted([...new Set(found)])}`
  },
  repeated({ days, count }, { body, at, earlier }) {
    const words = plainWords(plainText(body))
    if (words.length < checkLimits.repeatedText) return null
    const alike = earlier.filter((one) => one.at < at && at - one.at <= days * dayMs && plainWords(plainText(one.body)) === words)
    return alike.length < count
      ? null
      : `Same text as ${alike.length === 1 ? 'an earlier one' : `${String(alike.length)} earlier ones`} by this member`
  },
  newLinks({ days, count }, { body, at, joinedAt }) {
    const age = at - joinedAt
    const found = hostsIn(body).length
    if (age >= days * dayMs || found < count) return null
    return `${found === 1 ? 'A link' : `${String(found)} links`} from an account of ${String(Math.max(0, Math.floor(age / dayMs)))} days`
  },
}

/** Lower case, words only, one space between: what punctuation hides is found as well. */
export function plainWords(text: string): string {
  return (
    text
      .slice(0, checkLimits.text)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')
}

function linesOf(terms: string): readonly string[] {
  return terms
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => plainWords(line) !== '')
    .slice(0, checkLimits.lines)
}

const shownMost = 5
const quoted = (found: readonly string[]): string =>
  `${found
    .slice(0, shownMost)
    .map((one) => `“${one}”`)
    .join(', ')}${found.length > shownMost ? ' and others' : ''}`

/** A host, or the address somebody has pasted. */
const hostOfTerm = (term: string): string => hostOf(term.includes('://') ? term : `https://${term}`) ?? term.toLowerCase()

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./u, '') : null
}

/** Of each address that leads elsewhere, its host; a link over several words counts once. */
function hostsIn(doc: Doc): readonly string[] {
  const addresses = new Set<string>()
  const waiting: DocNode[] = [...doc.content]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { attrs } of node.marks ?? []) {
      const href = attrs?.['href']
      if (typeof href === 'string') addresses.add(href)
    }
    waiting.push(...(node.content ?? []))
  }
  return [...addresses].flatMap((address) => (/^https?:/u.test(address) ? (hostOf(address) ?? []) : []))
}
