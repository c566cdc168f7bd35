/** The forms of `/glossaryEditor`. */
import * as z from 'zod/mini'
import type { DraftTerms } from './draft-terms.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { addTerm, hideUnusedTerms, setAllApproved, setTerm, setTermApproved, setTermHidden } from '#shared/glossary/mutations.ts'
import { termsOfPost } from '#shared/glossary/queries.ts'
import { canEditGlossary } from '#shared/glossary/rules.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'
import { draftingFigures } from './draft-terms.ts'

/**
 * One member asks a language model no more often, and all of them together for no more at a time:
 * each text that is under way is held until it answers.
 */
const betweenDraftsMs = 30_000
const draftsAtOnce = 4

/** @param draftTerms `null`: the site has no language model. */
export function glossaryForms({ store, apply, recent }: FormTools, draftTerms: DraftTerms | null) {
  const one = async (form: FormRequest, postId: string, name: string, args: unknown): Promise<FormAnswer> => {
    const userId = senderOf(form)
    // What is no id is no post, and nobody learns more.
    if (!isId(postId)) throw new AppError('not-found')
    const mutation = () => applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: links.glossaryEditor({ postId }), seq: await inFormFields({ body: 'markdown' }, mutation) }
  }
  const said = { postId: field, term: field, altTerms: field, markdown: field }

  const add = defineForm(addTerm.name, {
    fields: z.strictObject({ ...said, isApproved: field }),
    async run(form, { postId, term, altTerms, markdown, isApproved }) {
      senderOf(form)
      const body = await docOf(markdown, 'comment')
      const [id = ''] = await recent.ids(form, postId, ['term', term.trim(), markdown], 1)
      const args = { id, postId, term, altTerms: namesIn(altTerms), body, isApproved: isApproved === 'on', origin: 'people' }
      return one(form, postId, addTerm.name, args)
    },
  })

  const set = defineForm(setTerm.name, {
    fields: z.strictObject({ ...said, id: field }),
    async run(form, { postId, id, term, altTerms, markdown }) {
      senderOf(form)
      return one(form, postId, setTerm.name, { id, term, altTerms: namesIn(altTerms), body: await docOf(markdown, 'comment') })
    },
  })

  const approve = defineForm(setTermApproved.name, {
    fields: z.strictObject({ postId: field, id: field, isApproved: field }),
    run: (form, { postId, id, isApproved }) => one(form, postId, setTermApproved.name, { id, isApproved: isApproved === 'true' }),
  })
  const hide = defineForm(setTermHidden.name, {
    fields: z.strictObject({ postId: field, id: field, isHidden: field }),
    run: (form, { postId, id, isHidden }) => one(form, postId, setTermHidden.name, { id, isHidden: isHidden === 'true' }),
  })
  const approveAll = defineForm(setAllApproved.name, {
    fields: z.strictObject({ postId: field, isApproved: field }),
    run: (form, { postId, isApproved }) => one(form, postId, setAllApproved.name, { postId, isApproved: isApproved === 'true' }),
  })
  const hideUnused = defineForm(hideUnusedTerms.name, {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => one(form, postId, hideUnusedTerms.name, { postId }),
  })

  const asked = new Map<string, number>()
  /** Whose are under way. */
  const underWay = new Set<string>()
  const draft = defineForm('glossary.draft', {
    fields: z.strictObject({ postId: field, wish: z._default(z.string().check(z.maxLength(draftingFigures.wish)), '') }),
    async run(form, { postId, wish }) {
      const userId = senderOf(form)
      if (!isId(postId)) throw new AppError('not-found')
      const order = await store.read(async (read) => {
        const post = await getOrThrow(read, posts, postId)
        authorize(canEditGlossary(form.viewer, post))
        const { title, body } = await getOrThrow(read, revisions, post.latestRevisionId)
        const known = (await read.list(termsOfPost(postId))).map(({ term }) => term)
        return { title, text: plainText(body), wish: wish.trim(), known }
      })
      if (draftTerms === null) throw new AppError('not-allowed', { reason: 'no-drafting' })
      for (const [who, at] of asked) if (at <= form.now - betweenDraftsMs) asked.delete(who)
      const last = asked.get(userId)
      if (last !== undefined) throw new AppError('rate-limited', { retryAfterMs: last + betweenDraftsMs - form.now })
      if (underWay.has(userId) || underWay.size >= draftsAtOnce) throw new AppError('rate-limited', { retryAfterMs: betweenDraftsMs })
      asked.set(userId, form.now)
      underWay.add(userId)
      const drafted = await draftTerms(order).finally(() => underWay.delete(userId))
      const ids = await recent.ids(form, postId, ['draft', String(form.now)], drafted.length)
      let seq: number | undefined
      for (const [at, { term, altTerms, definition }] of drafted.entries()) {
        const body = await docOf(definition, 'comment')
        const args = { id: ids[at] ?? '', postId, term, altTerms, body, isApproved: false, origin: 'model' }
        const outcome = await apply({ name: addTerm.name, args, userId, source: 'member' })
        if (outcome.kind === 'applied') seq = outcome.seq
        // One that is there already, or is none, takes nothing from the others; with anything else
        // they would fail too.
        else if (outcome.kind === 'rejected' && !['taken', 'invalid'].includes(outcome.error.code)) throw outcome.error
      }
      return { kind: 'done', location: links.glossaryEditor({ postId }), ...(seq !== undefined && { seq }) }
    },
  })

  return [add, set, approve, hide, approveAll, hideUnused, draft]
}

/** One on a line, or with commas between them. */
const namesIn = (typed: string): readonly string[] =>
  typed
    .split(/[\n,]/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
