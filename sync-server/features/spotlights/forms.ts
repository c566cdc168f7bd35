/** The forms of `/spotlights`. */
import * as z from 'zod/mini'
import type { Forms } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { createSpotlight, moveSpotlight, promoteSpotlight, setSpotlightDetail, setSpotlightRemoved } from '#shared/spotlights/mutations.ts'

/**
 * A form that shows several things says of each how it was (`was-NAME`): what nobody touched is not
 * written over.
 */
const lines = ['header', 'title', 'subtitle', 'subtitleUrl', 'imageUrl', 'words', 'days'] as const
const boxes = ['showsAuthor', 'isDraft'] as const

export const spotlightForms: Forms = ({ store, apply, recent }) => {
  const one = async (form: FormRequest, id: string, name: string, args: unknown): Promise<FormAnswer> => {
    const userId = senderOf(form)
    if (!isId(id)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: `${links.spotlights()}#${id}`, seq }
  }

  /** `item`: an id, or the address of a page here. */
  const create = defineForm(createSpotlight.name, {
    fields: z.strictObject({ targetKind: field, item: field }),
    async run(form, { targetKind: chosen, item }) {
      senderOf(form)
      const path = item.trim().split(/[?#]/u, 1)[0] ?? ''
      const slug = /(?:^|\/)w\/([^/]+)/u.exec(path)?.[1]
      const targetId = slug === undefined ? idIn(path) : await store.read(async (read) => (await holderOf(read, plainSlug(slug)))?.id)
      if (targetId === undefined) throw new AppError('invalid', { field: 'item' })
      const targetKind = slug === undefined ? kindOf(chosen, path) : 'post'
      const [id = ''] = await recent.ids(form, 'spotlights', [targetKind, targetId], 1)
      return one(form, id, createSpotlight.name, { id, targetKind, targetId })
    },
  })

  const details = defineForm('spotlights.setDetails', {
    fields: z.record(z.string(), z.string()),
    async run(form, { id = '', ...given }) {
      senderOf(form)
      const known = new Set<string>([...lines, ...boxes].flatMap((name) => [name, `was-${name}`]))
      const strange = Object.keys(given).find((name) => !known.has(name))
      if (strange !== undefined) throw new AppError('invalid', { field: strange })
      let answer: FormAnswer = { kind: 'done', location: `${links.spotlights()}#${id}` }
      for (const name of [...lines, ...boxes]) {
        const [typed, was] = [plain(given[name] ?? ''), given[`was-${name}`]]
        if (was === undefined || plain(was) === typed) continue
        const args = { id, detail: { field: name, value: valueOf(name, typed) } }
        answer = await inFormFields({ detail: name }, () => one(form, id, setSpotlightDetail.name, args))
      }
      return answer
    },
  })

  const move = defineForm(moveSpotlight.name, {
    fields: z.strictObject({ id: field, beforeId: field }),
    run: (form, { id, beforeId }) => one(form, id, moveSpotlight.name, { id, beforeId: beforeId || null }),
  })
  const remove = defineForm(setSpotlightRemoved.name, {
    fields: z.strictObject({ id: field, isRemoved: field }),
    run: (form, { id, isRemoved }) => one(form, id, setSpotlightRemoved.name, { id, isRemoved: isRemoved === 'true' }),
  })
  const promote = defineForm(promoteSpotlight.name, {
    fields: z.strictObject({ id: field }),
    run: (form, { id }) => one(form, id, promoteSpotlight.name, { id }),
  })
  const draft = defineForm('spotlights.setDraft', {
    fields: z.strictObject({ id: field, isDraft: field }),
    run: (form, { id, isDraft }) => one(form, id, setSpotlightDetail.name, { id, detail: { field: 'isDraft', value: isDraft === 'true' } }),
  })

  return [create, details, move, remove, promote, draft]
}

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

function valueOf(name: (typeof lines)[number] | (typeof boxes)[number], typed: string): unknown {
  if (name === 'days') return /^\d{1,3}$/u.test(typed) ? Number(typed) : typed
  if (name === 'subtitleUrl' || name === 'imageUrl') return typed === '' ? null : typed
  return name === 'showsAuthor' || name === 'isDraft' ? typed === 'on' : typed
}

/** Browsers send every line's end as two characters. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()
