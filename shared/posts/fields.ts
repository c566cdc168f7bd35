import * as z from 'zod/mini'
import { line } from '../kernel/fields.ts'
import { slugify } from '../kernel/slug.ts'

/** Field types of a post as its author sends them; limits from content.md 11.1 and 12.12. */
export const postLimits = { title: 500, linkUrl: 500, tags: 10, tag: 50 } as const

export const Title = line(1, postLimits.title)

/** A draft may still lack its title. */
export const DraftTitle = line(0, postLimits.title)

/** http(s) only, as WHATWG reads it. */
export const WebAddress = z.string().check(
  z.maxLength(postLimits.linkUrl),
  z.refine((text) => /^https?:\/\/[^\s/?#]+\S*$/iu.test(text) && !/[\u0000-\u0020\u007f\\]/u.test(text), 'not a web address'),
)

/** A BCP 47 tag of the usual simple forms: `en`, `pt-BR`, `zh-Hant`. */
export const Language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/u))

/** Names that survive as a slug, without doubles (by slug); order kept. */
export const Tags = z.pipe(
  z.array(line(1, postLimits.tag)).check(z.maxLength(postLimits.tags)),
  z.transform((names: string[]): string[] => {
    const bySlug = new Map(names.map((name) => [slugify(name), name]))
    bySlug.delete('')
    return [...bySlug.values()]
  }),
)

/** Of a Yjs document: V1, base64. */
export const StateVector = z.string().check(z.maxLength(200_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

/** `1862`, `1862-06` or `1862-06-01`. */
export const PlainDate = z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/u))
