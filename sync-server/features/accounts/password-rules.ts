import { readFileSync } from 'node:fs'
import { accountLimits } from '#shared/accounts/rules.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** Typical passwords of at least ten characters, gathered by hand: shorter ones are refused anyway. */
const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)

const rows = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
]

/** A word that says who or where one is must leave this many characters beside it. */
const unguessable = 6

/**
 * Length and the passwords that are tried first; no rules about kinds of characters.
 * @param names what an attacker knows: user name, address, site. @throws AppError 'invalid' with `field`.
 */
export function insistGoodPassword(password: string, names: readonly string[], field = 'password'): void {
  const length = Array.from(password).length
  const { min, max } = accountLimits.password
  if (length < min || length > max || password.includes('\0')) throw new AppError('invalid', { field, message: 'password length' })
  if (isEasy(password, names)) throw new AppError('invalid', { field, message: 'password too common' })
}

function isEasy(password: string, names: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const undecorated = plain.replace(/[\s!?.,*#$_-]+$/u, '')
  if (common.has(plain) || common.has(undecorated)) return true
  if (new Set(plain).size < 4) return true
  if (isRepeated(undecorated) || rows.some((row) => covers(row, undecorated))) return true
  const tight = squeezed(plain)
  return names
    .flatMap((name) => [name, ...name.split('@')])
    .map(squeezed)
    .some((word) => word.length >= 3 && tight.includes(word) && Array.from(tight.replaceAll(word, '')).length < unguessable)
}

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

/** Nothing but a walk along one row of keys, round and round. */
function covers(row: string, text: string): boolean {
  return row.repeat(Math.ceil(text.length / row.length) + 1).includes(text)
}
