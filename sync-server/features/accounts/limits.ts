import { emailKeyOf, mailboxKeyOf } from '#shared/accounts/email.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import type { AttemptLimit } from '#shared/accounts/attempt-wait.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { hashOf } from './tokens.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'

export interface KeyedLimit extends AttemptLimit {
  readonly key: string
}

/** Tries at one account, then a growing delay. The same for every way to guess (safety.md T21). */
const triesAtAccount = { max: 10, windowMs: hour, firstWaitMs: 30_000 } as const

/**
 * How often something may be tried. Keys hold hashes, so that nobody reads who tried what. No part
 * of a key can be chosen freely by the sender for a fresh count: spellings are folded, addresses
 * are blocks, proofs have matched.
 */
export const limits = {
  /** By what was typed: the answer that one must wait tells nothing about whose login it is. */
  signInAt: (login: string): KeyedLimit => ({ key: `sign-in:${short(loginKey(login))}`, ...triesAtAccount }),
  /**
   * By the account, over its name and its address. Never shown as a wait: that would tell that both
   * are one person's.
   */
  signInTo: (userId: string | null, login: string): KeyedLimit => ({
    key: `sign-in-to:${short(userId ?? loginKey(login))}`,
    ...triesAtAccount,
  }),
  signInFrom: (address: string): KeyedLimit => ({
    key: `sign-in-from:${short(addressBlock(address))}`,
    max: 30,
    windowMs: hour,
    firstWaitMs: 30_000,
  }),
  /** A sign-in page asks for a challenge each time that it opens. */
  passkeysFrom: (address: string): KeyedLimit => ({
    key: `passkeys:${short(addressBlock(address))}`,
    max: 200,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** Codes after a right password, over all browsers that have not signed in before. */
  codeTo: (userId: string): KeyedLimit => ({ key: `code:${userId}`, ...triesAtAccount }),
  codeOnDevice: (userId: string, proof: string): KeyedLimit => ({ key: `code-device:${short(`${userId} ${proof}`)}`, ...triesAtAccount }),
  /** Instead of both for a browser that has signed in to this account before. */
  signInOnDevice: (userId: string, proof: string): KeyedLimit => ({
    key: `sign-in-device:${short(`${userId} ${proof}`)}`,
    ...triesAtAccount,
  }),
  signUpFrom: (address: string): KeyedLimit => ({
    key: `sign-up:${short(addressBlock(address))}`,
    max: 10,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** While a name is typed: a sign-up needs a few dozen at most. */
  nameChecksFrom: (address: string): KeyedLimit => ({
    key: `name-checks:${short(addressBlock(address))}`,
    max: 120,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  resetFor: (email: string): KeyedLimit => ({ key: `reset:${short(mailboxKeyOf(email))}`, max: 3, windowMs: hour, firstWaitMs: 0 }),
  resetFrom: (address: string): KeyedLimit => ({
    key: `reset-from:${short(addressBlock(address))}`,
    max: 20,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** By what was typed, as `signInAt`: the wait tells nothing about whose address it is. */
  signInMailTo: (email: string): KeyedLimit => ({
    key: `sign-in-mail:${short(mailboxKeyOf(email))}`,
    max: 5,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  signInMailFrom: (address: string): KeyedLimit => ({
    key: `sign-in-mail-from:${short(addressBlock(address))}`,
    max: 20,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** Mails that strangers can cause to one address by signing up with it. */
  mailTo: (email: string): KeyedLimit => ({ key: `mail:${short(mailboxKeyOf(email))}`, max: 5, windowMs: 24 * hour, firstWaitMs: 0 }),
  /** Asking for newsletters, of all writers together. */
  newsletterFrom: (address: string): KeyedLimit => ({
    key: `newsletter:${short(addressBlock(address))}`,
    max: 10,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** Answers to events without an account, of all events together. */
  guestsFrom: (address: string): KeyedLimit => ({
    key: `event-guest:${short(addressBlock(address))}`,
    max: 20,
    windowMs: hour,
    firstWaitMs: 0,
  }),
  /** Mails that strangers can cause to one address by answering one event with it. */
  guestMailTo: (eventId: string, email: string): KeyedLimit => ({
    key: `event-guest-mail:${short(`${eventId} ${mailboxKeyOf(email)}`)}`,
    max: 3,
    windowMs: 24 * hour,
    firstWaitMs: 0,
  }),
  newsletterImportBy: (userId: string): KeyedLimit => ({ key: `newsletter-import:${userId}`, max: 2, windowMs: 24 * hour, firstWaitMs: 0 }),
  /** The present password, asked again before a change. */
  passwordOf: (userId: string): KeyedLimit => ({ key: `password:${userId}`, max: 5, windowMs: hour, firstWaitMs: 30_000 }),
} as const

/** What is typed to sign in, so that spellings of one login count together. */
export function loginKey(login: string): string {
  return login.includes('@') ? `address ${emailKeyOf(login)}` : `name ${nameSkeleton(login.trim())}`
}

function short(text: string): string {
  return hashOf(text).slice(0, 24)
}
