import * as z from 'zod/mini'
import type { Forms } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { createSpotlight } from '#shared/spotlights/mutations.ts'

/** Makes one. `item`: an id, or the address of a page here. */
export const newSpotlightForm: Forms = ({ store, apply, recent }) => [
  defineForm(createSpotlight.name, {
    fields: z.strictObject({ targetKind: field, item: field }),
    async run(form, { targetKind: chosen, item }) {
      const userId = senderOf(form)
      const path = item.trim().split(/[?#]/u, 1)[0] ?? ''
      const slug = /(?:^|\/)w\/([^/]+)/u.exec(path)?.[1]
      const targetId = slug === undefined ? idIn(path) : await store.read(async (read) => (await holderOf(read, plainSlug(slug)))?.id)
      if (targetId === undefined) throw new AppError('invalid', { field: 'item' })
      const targetKind = slug === undefined ? kindOf(chosen, path) : 'post'
      const [id = ''] = await recent.ids(form, 'spotlights', [targetKind, targetId], 1)
      const seq = await applied(apply, { name: createSpotlight.name, args: { id, targetKind, targetId }, userId, source: 'member' })
      return { kind: 'done', location: `${links.spotlights()}#${id}`, seq }
    },
  }),
]

/** Of a post that is read in a sequence or a group: the post’s. */
const idIn = (path: string): string | undefined => (/\/p\/([^/]+)/u.exec(path)?.[1] ?? path).split('/').find(isId)

/** What was chosen, unless the address says it by itself. */
function kindOf(chosen: string, path: string): string {
  if (/(?:^|\/)s(?:equences)?\/[^/]+\/?$/u.test(path)) return 'sequence'
  return /(?:^|\/)(?:posts|p)\/[^/]+/u.test(path) ? 'post' : chosen
}

function plainSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
