import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/kernel/errors.ts'
import { presentField } from './old-names.ts'

export interface FormBody {
  /**
   * One value for each name, the last one sent. Own properties of an object without a prototype.
   */
  readonly fields: Readonly<Record<string, string>>
  /** A Markdown file in the field `file`, decoded; `null` without one. */
  readonly file: { readonly name: string; readonly text: string } | null
}

/** Beyond these a request is no form of ours. */
export const formLimits = { bytes: 2 * 1_048_576, fileBytes: 1.5 * 1_048_576, fields: 60, pairs: 1_000 } as const

/** @throws AppError 'invalid' with the field at fault. */
export async function formBody(request: FastifyRequest): Promise<FormBody> {
  if (request.isMultipart()) return multipartBody(request)
  // The scope has no other parser.
  return { fields: textFields((request.body ?? undefined) as ReturnType<typeof encodedForm> | undefined), file: null }
}

/** Fields of an encoded form, the last of each name; `null`: more than any form of ours has. */
export function formFields(body: string): Readonly<Record<string, string>> | null {
  const pairs = body.split('&', formLimits.pairs + 2)
  if (pairs.length > formLimits.pairs + 1) return null
  const fields: Record<string, string> = Object.create(null)
  for (const pair of pairs) {
    const [name = ''] = pair.split('=', 1)
    if (pair !== '') fields[presentField(decodedPart(name))] = decodedPart(pair.slice(name.length + 1))
  }
  return Object.keys(fields).length > formLimits.fields ? null : fields
}

/**
 * Byte by byte, in place: strings put together sign by sign leave so much garbage that others wait
 * 100 ms for its collection. What encodes nothing stays as it is, and bytes that are no UTF-8
 * become U+FFFD; no browser sends either.
 */
function decodedPart(part: string): string {
  if (!/[%+]/u.test(part)) return part
  const bytes = Buffer.from(part)
  let end = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const value = byte === percent ? hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]) : Number.NaN
    if (value >= 0) at += 2
    bytes[end] = value >= 0 ? value : byte === plus ? space : byte
    end += 1
  }
  return bytes.toString('utf8', 0, end)
}

const [percent, plus, space] = [0x25, 0x2b, 0x20]

/** Not a number where it is none. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/**
 * What the parser of encoded forms leaves as a request's body: one that throws ends the process.
 */
export const encodedForm = (body: string) => ({ read: formFields(body) })

function textFields(body: ReturnType<typeof encodedForm> | undefined): Readonly<Record<string, string>> {
  if (body === undefined) return Object.create(null)
  if (body.read === null) throw new AppError('invalid', { message: 'too many fields' })
  return body.read
}

async function multipartBody(request: FastifyRequest): Promise<FormBody> {
  const fields: Record<string, string> = Object.create(null)
  let file: FormBody['file'] = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[presentField(part.fieldname)] = part.value
      continue
    }
    const bytes = await part.toBuffer()
    // A file field that was left empty is sent as a nameless file of no bytes.
    if (part.filename === '' && bytes.byteLength === 0) continue
    if (part.fieldname !== 'file' || !/\.(?:md|markdown|txt)$/iu.test(part.filename))
      throw new AppError('invalid', { field: part.fieldname })
    file = { name: part.filename, text: decoded(bytes) }
  }
  return { fields, file }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('invalid', { field: 'file', message: 'not UTF-8' })
  }
}
