import { readFileSync } from 'node:fs'
import { accountLimits } from '#shared/accounts/rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isBreached } from './breached-passwords.ts'

/**
 * Passwords that are tried first, from public lists (docs/dependencies.md): all of ten characters
 * or more, since shorter ones are refused anyway. `breached-passwords.ts` holds those that come
 * next.
 */
const common = linesOf(new URL('common-passwords.txt', import.meta.url))
/**
 * The most common passwords of any length: with a year, digits and signs around it, one of these is
 * as easily guessed.
 */
const stems = linesOf(new URL('common-stems.txt', import.meta.url))

function linesOf(file: URL): ReadonlySet<string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== ''))
}

const forward = ['1234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const rows = forward.flatMap((row) => [row, Array.from(row).reverse().join('')])
/** Fewer keys beside each other are part of many words. */
const shortestWalk = 3

/** A word that says who or where one is must leave this many characters beside it. */
const unguessable = 6

/**
 * Length and the passwords that are tried first; no rules about kinds of characters.
 * @param names what an attacker knows: user name, address, site. @throws AppError 'invalid' with
 *   `field`.
 */
export function requireGoodPassword(password: string, names: readonly string[], field = 'password'): void {
  const length = Array.from(password).length
  const { min, max } = accountLimits.password
  if (length < min || length > max || password.includes('\0')) throw new AppError('invalid', { field, message: 'password length' })
  if (isEasy(password, names)) throw new AppError('invalid', { field, message: 'password too common' })
}

function isEasy(password: string, names: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const undecorated = plain.replace(/[\s!?.,*#$_-]+$/u, '')
  if (common.has(plain) || common.has(undecorated)) return true
  if (isDecoratedStem(plain) || isBreached(plain) || isBreached(undecorated)) return true
  if (new Set(plain).size < 4) return true
  if (isRepeated(undecorated) || isWalk(undecorated)) return true
  const tight = squeezed(plain)
  return names
    .flatMap((name) => [name, ...name.split('@')])
    .map(squeezed)
    .some((word) => word.length >= 3 && tight.includes(word) && Array.from(tight.replaceAll(word, '')).length < unguessable)
}

const leet: ReadonlyMap<string, string> = new Map(
  ['0o', '1i', '3e', '4a', '5s', '7t', '@a', '$s', '!i'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/**
 * A common password with signs and digits before and after it, also with the usual digits for
 * letters.
 */
function isDecoratedStem(plain: string): boolean {
  const letters = Array.from(plain, (character) => leet.get(character) ?? character).join('')
  for (const text of [plain, letters]) {
    const core = text.replace(/^[^a-z]+|[^a-z]+$/gu, '')
    if (isKnown(core)) return true
    const half = core.slice(0, core.length / 2)
    if (isKnown(half) && half + half === core) return true
  }
  // Digits at the end are a year more often than letters.
  const head = plain.replace(/[^a-z@$]+$/u, '')
  return isKnown(Array.from(head, (character) => leet.get(character) ?? character).join(''))
}

const isKnown = (word: string): boolean => stems.has(word) || common.has(word)

/** Without case and what stands between words. */
function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/gu, '')
}

/** `abcabcabc`: one piece of at most a third of it, again and again. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2.5; length += 1) {
    const piece = text.slice(0, length)
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/**
 * Nothing but walks along rows of keys, either way and round and round: `asdfghjklasdf`,
 * `qwer1234asdf`.
 */
function isWalk(text: string): boolean {
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const length = Math.max(...rows.map((row) => walked(row, rest)))
    if (length < shortestWalk) return false
    at += length
  }
  return true
}

/** How far the text follows the row from its first character. */
function walked(row: string, text: string): number {
  const start = row.indexOf(text.charAt(0))
  if (start < 0) return 0
  let length = 1
  while (length < text.length && text[length] === row[(start + length) % row.length]) length += 1
  return length
}
