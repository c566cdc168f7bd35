import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/kernel/errors.ts'
import { presentField } from './old-names.ts'

export interface FormBody {
  /** One value for each name, the last one sent. Own properties of an object without a prototype. */
  readonly fields: Readonly<Record<string, string>>
  /** A Markdown file in the field `file`, decoded; `null` without one. */
  readonly file: { readonly name: string; readonly text: string } | null
}

/** Beyond these a request is no form of ours. */
export const formLimits = { bytes: 2 * 1_048_576, fileBytes: 1.5 * 1_048_576, fields: 60 } as const

/** @throws AppError 'invalid' with the field at fault. */
export async function formBody(request: FastifyRequest): Promise<FormBody> {
  return request.isMultipart() ? multipartBody(request) : { fields: textFields(request.body), file: null }
}

function textFields(body: unknown): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  if (typeof body !== 'object' || body === null) return fields
  for (const [name, value] of Object.entries(body)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    if (typeof last === 'string') fields[presentField(name)] = last
  }
  if (Object.keys(fields).length > formLimits.fields) throw new AppError('invalid', { message: 'too many fields' })
  return fields
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
