/**
 * Who has a conversation open, and who writes in it, while both sides have it open: JSON over a
 * websocket at `/collab/here/CONVERSATION`. Nothing of it is stored. The server alone says who
 * somebody is.
 */
import * as z from 'zod/mini'

/** Below the address of the documents' sockets: proxies pass it on in the same way. */
export const presencePath = '/collab/here'

export const presenceLimits = {
  frameBytes: 200,
  framesPerSecond: 2,
  framesBurst: 20,
  /** Of one account, open at once. */
  sockets: 20,
  /** Of who goes on typing, it is said anew so often. */
  sayTypingEveryMs: 3_000,
  /** Nothing said for so long: they have stopped. */
  typingMs: 7_000,
  /** Others hear of changes so often at most. */
  tellEveryMs: 250,
} as const

export const presenceCodes = { malformed: 4400, ended: 4401, forbidden: 4403, flood: 4429, restart: 1012 } as const
export type PresenceEnd = keyof typeof presenceCodes

/** Closed so, it is not opened again. */
export const isFinalEnd = (code: number): boolean =>
  code === presenceCodes.forbidden || code === presenceCodes.ended || code === presenceCodes.malformed

const Typing = z.strictObject({ isTyping: z.boolean() })
export type Typing = z.infer<typeof Typing>

const Present = z.object({ userId: z.string(), name: z.string(), slug: z.string(), isTyping: z.boolean() })
/** Somebody else who has the conversation open. */
export type Present = z.infer<typeof Present>
const People = z.object({ people: z.array(Present) })

/** What a device says; `null` for anything else. */
export function parseTyping(text: string): Typing | null {
  return parsed(Typing, text)
}

/** What the server says: all others who are here. */
export function parsePeople(text: string): readonly Present[] | null {
  return parsed(People, text)?.people ?? null
}

function parsed<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    const found = schema.safeParse(JSON.parse(text))
    return found.success ? found.data : null
  } catch {
    return null
  }
}
