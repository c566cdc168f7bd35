/**
 * What leaves this device in a report says nothing about a person and nothing that anybody wrote:
 * no addresses, no tokens, no typed text, no names. Pure functions over what the client is about to
 * send. What somebody writes into a feedback message is theirs to send, and is left as it is.
 */
import type { Breadcrumb, Event, StackFrame } from '@sentry/react'
import { scrubText } from '#shared/reports/scrub-text.ts'

const hidden = '[left out]'
/** An error's own words; more than that is somebody's text. */
const maxLetters = 500
const deepest = 12

// What the server's own scrubbing leaves, because it cannot know better or need not.
const encodedEmail = /[\w.+-]+%40[\w-]+(?:\.[\w-]+)+/giu
const moreParameters = /([?&#;](?:api_?key|state|otp|ticket|pass|invitation|login)=)[^&#\s"'<>]*/giu
const credentials = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/giu
const secretPath = /\/(invite|invitation|unsubscribe)\/(?!:)[^/?#\s"'<>)]+/gu
/** Somebody's name, but for the route's own pattern. */
const namePath = /\/users\/(?!:)[^/?#\s"'<>)]+/gu
const pathSegment = /\/([\w~-]{20,})(?![\w.~-])/gu
/** `JSON.parse` and its kin quote what they could not read. */
const quoted = /"[^"\n]*"|“[^”]*”|‘[^’]*’|`[^`]*`|'[^'\n]{25,}'/gu

/** Addresses, tokens and quoted texts in a piece of text; URLs in it keep their shape. */
export function scrub(text: string): string {
  return scrubText(text.slice(0, 20_000))
    .replace(encodedEmail, '[address left out]')
    .replace(credentials, (_all, scheme: string) => `${scheme} ${hidden}`)
    .replace(moreParameters, `$1${hidden}`)
    .replace(secretPath, `/$1/${hidden}`)
    .replace(namePath, '/users/[name]')
    .replace(pathSegment, (all, segment: string) => (isOpaque(segment) ? `/${hidden}` : all))
}

/** Of an error: its words, without what they quote of somebody's text. */
export function scrubMessage(message: string): string {
  return scrub(message.replace(quoted, (all) => (isCode(all.slice(1, -1)) ? all : '"[text]"')).slice(0, maxLetters))
}

/** A single word, a property, a type: something of the program's, not of a person's. */
const isCode = (text: string): boolean => text.length <= 60 && /^[\w$.:/#@()[\]{}<>=*-]*$/u.test(text)

/**
 * Long, and without a word in it: a token. The site's ids (26 lower-case letters and digits) say
 * nothing and stay.
 */
function isOpaque(segment: string): boolean {
  if (/^[0-7][0-9a-hjkmnp-tv-z]{25}$/u.test(segment)) return false
  if (/^[0-9a-f-]{32,}$/iu.test(segment)) return true
  const isMixed = /[a-z]/u.test(segment) && /[A-Z]/u.test(segment) && /\d/u.test(segment)
  return isMixed || (segment.length >= 27 && !/[-_]/u.test(segment) && /\d/u.test(segment))
}

type Part = Readonly<Record<string, unknown>>

/** Names of fields that hold what a browser sends along, or what somebody has typed. */
const droppedFields =
  /^(cookies?|set-cookie|authorization|user|username|user_name|ip_address|vars|body|data|draft|text|html|value|values|args)$/iu

/** Every text within, but for fields that are dropped. */
function scrubDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return hidden
  if (Array.isArray(value)) return value.map((each: unknown) => scrubDeep(each, depth + 1))
  const kept = Object.entries(value).filter(([name]) => !droppedFields.test(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, scrubDeep(part, depth + 1)]))
}

/** Changes the event in place, as the client's processors do. */
export function scrubEvent<E extends Event>(event: E): E {
  delete event.user
  delete event.extra
  if (event.message !== undefined) event.message = scrubMessage(event.message)
  if (event.request !== undefined) event.request = scrubRequest(event.request)
  for (const exception of event.exception?.values ?? []) {
    if (exception.value !== undefined) exception.value = scrubMessage(exception.value)
    for (const frame of exception.stacktrace?.frames ?? []) scrubFrame(frame)
  }
  if (event.breadcrumbs !== undefined) event.breadcrumbs = event.breadcrumbs.map(scrubCrumb)
  if (event.tags !== undefined) event.tags = scrubFields(event.tags)
  if (event.contexts !== undefined) {
    const { feedback, ...others } = event.contexts
    event.contexts = { ...scrubFields(others), ...(feedback === undefined ? {} : { feedback: scrubFeedback(feedback) }) }
  }
  return event
}

/**
 * Name, address and message are what the person wants to say; where it was said may hold a token.
 */
const scrubFeedback = <F extends Part>(feedback: F): F => ('url' in feedback ? { ...feedback, url: scrubDeep(feedback['url']) } : feedback)

function scrubRequest({ url, headers = {} }: NonNullable<Event['request']>): NonNullable<Event['request']> {
  const agent = headers['User-Agent']
  return { ...(url === undefined ? {} : { url: scrub(url) }), headers: agent === undefined ? {} : { 'User-Agent': agent } }
}

function scrubFrame(frame: StackFrame): void {
  if (frame.filename !== undefined) frame.filename = scrub(frame.filename)
  if (frame.abs_path !== undefined) frame.abs_path = scrub(frame.abs_path)
  if (frame.context_line !== undefined) frame.context_line = scrubLine(frame.context_line)
  if (frame.pre_context !== undefined) frame.pre_context = frame.pre_context.map(scrubLine)
  if (frame.post_context !== undefined) frame.post_context = frame.post_context.map(scrubLine)
  delete frame.vars
}

/** Around an inline script stands the page itself: its lines are not the program's. */
const scrubLine = (line: string): string => (line.includes('<') || line.length > 300 ? '[page]' : scrub(line))

/** A crumb says where somebody went and what kind of thing was pressed, never what it read. */
export function scrubCrumb(crumb: Breadcrumb): Breadcrumb {
  return {
    ...crumb,
    ...(crumb.message === undefined ? {} : { message: scrubMessage(crumb.message) }),
    ...(crumb.data === undefined ? {} : { data: scrubFields(crumb.data) }),
  }
}

/**
 * The same fields without those that are dropped: texts are other texts, everything else stays what
 * it is.
 */
function scrubFields<P extends Part>(part: P): P {
  const kept = Object.entries(part).filter(([name]) => !droppedFields.test(name))
  // Of the same shape but for what is missing, and all of these fields may be missing.
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'flags' ? value : scrubDeep(value)])) as P
}
