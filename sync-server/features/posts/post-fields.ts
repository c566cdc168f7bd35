import * as z from 'zod/mini'
import type { FormRequest } from '#server/http/ports.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { Language, PlainDate } from '#shared/posts/fields.ts'
import { field } from '#server/http/define-form.ts'
import { tooLarge } from '#server/http/typed-text.ts'
import { parseFile } from '#server/parsing/parsing.ts'

/** The fields of the two forms that hold a post's text. */
export const PostFields = z.strictObject({
  /** Empty for a new post. */
  postId: field,
  title: field,
  markdown: field,
  lang: field,
  tags: field,
  kind: field,
  linkUrl: field,
  writtenOn: field,
  submitToFrontpage: field,
  noSideNotes: field,
  /** Of a new question: the one it is asked under. */
  parentQuestionId: field,
  /** The revision that the form was filled from; empty where it was from none. */
  basedOn: field,
  /** `on`: what the text has become since then may go into its history. */
  replaceNewer: field,
  /** The title that the form was filled with. */
  titleBase: field,
  /** `on`: a title that was set elsewhere since then may be replaced. */
  replaceTitle: field,
  /** `on`: sent by a form that can ask about a title used twice. */
  asksAboutTitle: field,
  /** `on`: its author means the title that they have published another post under. */
  sameTitle: field,
  /** Of an update: what is new, for the history. */
  note: field,
  /** Of an update: how much has changed. Empty: little. */
  level: field,
  action: field,
})
export type PostFields = z.infer<typeof PostFields>

/**
 * With an uploaded file, its text and what its front matter says; what was typed into a field
 * stands before that.
 * @throws AppError 'invalid' with `file` when there is text in both places: neither may be lost.
 */
export async function withFile(fields: PostFields, file: FormRequest['file']): Promise<PostFields> {
  if (file === null) return fields
  const read = await parseFile(file.text)
  if (read === null) throw tooLarge('file')
  const { front, body } = read
  const isSame = fields.markdown.trim() === body.trim()
  if (fields.markdown.trim() !== '' && !isSame)
    throw new AppError('invalid', { field: 'file', message: 'text in the field and in the file' })
  return {
    ...fields,
    markdown: body,
    title: fields.title.trim() || (front.title ?? ''),
    lang: fields.lang.trim() || usable(Language, front.lang),
    tags: fields.tags.trim() || (front.tags ?? []).filter((tag) => !tag.includes(',')).join(', '),
    writtenOn: fields.writtenOn.trim() || usable(PlainDate, front.date),
  }
}

/** What the mutations take, as far as the fields say it. */
export function metadataOf(fields: PostFields) {
  return {
    title: fields.title,
    kind: fields.kind.trim() || 'post',
    linkUrl: fields.linkUrl.trim() || null,
    lang: fields.lang.trim() || 'en',
    tags: fields.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    writtenOn: fields.writtenOn.trim() || null,
    submitToFrontpage: fields.submitToFrontpage === 'on',
    sideNotes: fields.noSideNotes !== 'on',
    // A form that was filled from a text says with which title.
    ...(fields.basedOn !== '' && fields.replaceTitle !== 'on' && { titleBase: fields.titleBase }),
    ...(isId(fields.parentQuestionId) && { parentQuestionId: fields.parentQuestionId }),
  }
}

/** What a publication takes in addition. Any other level is as good as one that it refuses. */
export function publicationOf({ note, level, asksAboutTitle, sameTitle }: PostFields) {
  return { note, level: level || 'minor', ...(asksAboutTitle === 'on' && sameTitle !== 'on' && { asksAboutTitle: true }) }
}

/** A file's front matter may say anything: what is none is left out, not refused. */
function usable(schema: z.ZodMiniType<string>, text: string | undefined): string {
  const result = schema.safeParse(text)
  return result.success ? result.data : ''
}
