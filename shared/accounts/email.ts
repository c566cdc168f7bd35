import * as z from 'zod/mini'

const atom = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+"
const dotted = `${atom}(?:\\.${atom})*`
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?'
const pattern = new RegExp(`^(?:${dotted}|"${dotted}")@(?:${label}\\.)+(?!\\d+$)${label}$`, 'u')

/**
 * One mailbox that mail can be delivered to (RFC 5321 §4.1.2 with RFC 6531 letters): no comments,
 * no address literals, no white space, nothing that a mail header could read as a second address.
 * At most 254 octets, 64 before the @.
 */
export const Email = z.pipe(
  z.string().check(z.maxLength(1_000)),
  z.pipe(
    z.transform((text: string) => text.trim().normalize('NFC')),
    z.string().check(z.refine((text) => isMailbox(text), 'not an email address')),
  ),
)

function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && octets(text) <= 254 && octets(text.slice(0, at)) <= 64 && pattern.test(text)
}

/** UTF-8 length; TextEncoder is not in the language's own library. */
function octets(text: string): number {
  let sum = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    sum += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return sum
}

/** What two spellings of one address share. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * What the spellings that reach one mailbox share, by the habits of the large providers: a tag
 * after `+` and dots before the @ make no other mailbox. Only for counting mails; two accounts may
 * well use two of these spellings.
 */
export function mailboxKeyOf(email: string): string {
  const key = emailKeyOf(email)
  const at = key.lastIndexOf('@')
  const local = (key.slice(0, Math.max(at, 0)).replaceAll('"', '').split('+')[0] ?? '').replaceAll('.', '')
  return `${local}${key.slice(Math.max(at, 0))}`
}

/**
 * The key of an address nobody has proved to own yet: any number of accounts may claim it, so that
 * signing up tells nothing about who is here (docs/decisions/0003). A space stands in no address,
 * so claims and proved keys cannot meet.
 */
export function claimKeyOf(email: string, userId: string): string {
  return `${emailKeyOf(email)} ${userId}`
}
