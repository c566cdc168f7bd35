import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { filtersInForm } from '#shared/feed/filters-form.ts'
import { setFeedSettings, setHidden } from '#shared/feed/settings-mutations.ts'
import { filtersCookie } from '#shared/feed/filters-cookie.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 3600

/** Lists as one reader wants them, for whoever has no script. */
export function feedForms({ apply }: FormTools) {
  /**
   * `key0` with `mode0`, `key1` with `mode1`, … as the panel has them. Who has no account keeps
   * them in a cookie.
   */
  const setFilters = defineForm('feed.setFilters', {
    fields: z.record(z.string(), z.string()),
    async run(form, fields) {
      const filters = filtersInForm(fields)
      if (filters === null) throw new AppError('invalid', { field: 'filters' })
      if (form.viewer.kind === 'visitor') {
        const cookie = `${filtersCookie}=${encodeURIComponent(filters)}; Max-Age=${filters === '' ? 0 : maxAgeSeconds}; Path=/; SameSite=Lax`
        return { kind: 'done', location: links.front(), setCookies: [cookie] }
      }
      const seq = await applied(apply, { name: setFeedSettings.name, args: { filters }, userId: senderOf(form), source: 'member' })
      return { kind: 'done', location: links.front(), seq }
    },
  })
  const hide = defineForm(setHidden.name, {
    fields: z.strictObject({ list: field, itemId: field, isHidden: field }),
    async run(form, { list, itemId, isHidden }) {
      const args = { list, itemId, isHidden: isHidden === 'true' }
      const seq = await applied(apply, { name: setHidden.name, args, userId: senderOf(form), source: 'member' })
      return { kind: 'done', location: list === 'recommended' ? links.recommendations() : links.front(), seq }
    },
  })
  const recommend = defineForm('feed.setRecommend', {
    fields: z.strictObject({ isUnreadOnly: field, method: field, includesPersonal: field, hidesCurated: field, hidesArchive: field }),
    async run(form, fields) {
      const recommended = {
        isUnreadOnly: fields.isUnreadOnly === 'true',
        method: fields.method,
        includesPersonal: fields.includesPersonal === 'true',
        hidesCurated: fields.hidesCurated === 'true',
        hidesArchive: fields.hidesArchive === 'true',
      }
      const seq = await applied(apply, {
        name: setFeedSettings.name,
        args: { recommend: recommended },
        userId: senderOf(form),
        source: 'member',
      })
      return { kind: 'done', location: links.recommendations(), seq }
    },
  })
  return [setFilters, hide, recommend]
}
