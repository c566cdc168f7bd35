/**
 * Encrypts where members want to be paid (AES-256-GCM). The key is the operator's, or a file beside
 * the store that no backup copies: the store alone gives nothing away.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { PaymentDetails } from '#shared/payments/port.ts'

export interface PaymentsVault {
  readonly canSave: boolean
  /** @throws Error where it cannot save. */
  seal(userId: string, details: PaymentDetails): Promise<string>
  /** `null`: by another key, of another member, or changed since. */
  open(userId: string, sealed: string): Promise<PaymentDetails | null>
}

interface VaultPlace {
  /** PAYMENTS_KEY; `null`: one of our own, made when it is first needed. */
  readonly key: Buffer | null
  /** Where ours is kept; `null`: several servers share the store, and none has one by itself. */
  readonly dataDir: string | null
}

const Details = z.object({ email: z.string(), info: z.string() })
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32]

export function paymentsVault({ key, dataDir }: VaultPlace): PaymentsVault {
  let ours: Promise<Buffer> | null = null
  const keyOf = async (): Promise<Buffer> => {
    if (key !== null) return key
    if (dataDir === null) throw new Error('PAYMENTS_KEY is not set')
    ours ??= ownKey(join(dataDir, 'payments.key')).catch((error: unknown) => {
      ours = null
      throw error
    })
    return ours
  }
  const canSave = key !== null || dataDir !== null
  return {
    canSave,
    async seal(userId, details) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', await keyOf(), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(userId))
      const body = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()])
      return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    async open(userId, sealed) {
      if (!canSave || !sealed.startsWith('1.')) return null
      const bytes = Buffer.from(sealed.slice(2), 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      const iv = bytes.subarray(0, ivBytes)
      const decipher = createDecipheriv('aes-256-gcm', await keyOf(), iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
        return Details.parse(JSON.parse(text))
      } catch {
        return null
      }
    },
  }
}

/** Made once; of two processes that make one at once the first file stands. */
async function ownKey(path: string): Promise<Buffer> {
  await writeFile(path, `${randomBytes(keyBytes).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return keyIn(await readFile(path, 'utf8'))
}

/** 32 bytes from what an operator may set: themselves in base64url. @throws Error for others. */
export function keyIn(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length !== keyBytes) throw new Error('a key for payment details has 32 bytes, in base64url')
  return key
}
