/**
 * What the page on which a wiki page is edited offers below its text (content.md 9.6): each button
 * there is a plain form. Making and publishing a page is in `forms.ts`.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { detailsIn, strangeIn } from '#shared/sequences/form-fields.ts'
import { renamePage, setPageDetail, setPageEditing, setPageFlag, setTab } from '#shared/wiki/detail-mutations.ts'
import { keeperFields } from '#shared/wiki/form-fields.ts'
import { addressOfTag } from '#shared/wiki/page-queries.ts'
import { setRequirement } from '#shared/wiki/requirement-mutations.ts'
import { voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { tags } from '#shared/wiki/schema.ts'
import { deletePage, mergePages, restorePage, setCredit } from '#shared/wiki/page-status-mutations.ts'
import { holderOf, plainName } from '#shared/wiki/slugs.ts'
import { moveLens, moveSummary, removeSummary, setSummary } from '#shared/wiki/summary-mutations.ts'

/** How forms call what mutations name, so that what is wrong with one stands under it. */
const formNames = { name: 'pageName', slug: 'pageSlug', text: 'summaryText', value: 'detail', detail: 'detail' }
const maxEditors = 50

export function wikiDetailForms({ store, apply, recent }: Pick<FormTools, 'store' | 'apply' | 'recent'>) {
  const one = async (
    form: FormRequest,
    id: string,
    name: string,
    args: unknown,
    names: Readonly<Record<string, string>> = formNames,
  ): Promise<FormAnswer> => {
    const userId = senderOf(form)
    // What is no id is no page, and nobody learns more.
    if (!isId(id)) throw new AppError('not-found')
    const seq = await inFormFields(names, () => applied(apply, { name, args, userId, source: 'member' }))
    return { kind: 'done', location: await editorOf(id), seq }
  }

  async function editorOf(id: string): Promise<string> {
    const at = await store.read(async (read) => {
      const tag = await read.get(tags, id)
      return tag === undefined ? null : addressOfTag(read, tag)
    })
    return at === null ? links.wikiTags() : links.editWiki(at.slug, at.lens === null ? {} : { lens: at.lens })
  }

  const rename = defineForm(renamePage.name, {
    fields: z.strictObject({ id: field, pageName: field }),
    run: (form, { id, pageName }) => one(form, id, renamePage.name, { id, name: pageName }),
  })

  const tab = defineForm(setTab.name, {
    fields: z.strictObject({ id: field, tabTitle: field, tabSubtitle: field }),
    run: (form, args) => one(form, args.id, setTab.name, args),
  })

  const flag = defineForm(setPageFlag.name, {
    fields: z.strictObject({ id: field, flagId: field, isOn: z.enum(['yes', 'no']) }),
    run: (form, { id, flagId, isOn }) => one(form, id, setPageFlag.name, { id, flagId, isOn: isOn === 'yes' }),
  })

  const requirement = defineForm(setRequirement.name, {
    fields: z.strictObject({ id: field, requirement: field, isOn: z.enum(['yes', 'no']) }),
    async run(form, { id, requirement: typed, isOn }) {
      senderOf(form)
      const requiredId = isId(typed) ? typed : await pageNamed(typed)
      const names = { ...formNames, requiredId: 'requirement' }
      return one(form, id, setRequirement.name, { id, requiredId, isOn: isOn === 'yes' }, names)
    },
  })

  /** By its name or its address. @throws AppError 'not-found' with `requirement` */
  async function pageNamed(typed: string): Promise<string> {
    const slug = slugTyped(typed)
    const tag = slug === '' ? undefined : await store.read((read) => holderOf(read, slug))
    if (tag?.state !== 'page') throw new AppError('not-found', { field: 'requirement' })
    return tag.id
  }

  const details = defineForm('wiki.setDetails', {
    fields: z.record(z.string(), z.string()),
    async run(form, { id = '', ...given }) {
      senderOf(form)
      const strange = strangeIn(given, keeperFields)
      if (strange !== undefined) throw new AppError('invalid', { field: strange })
      let answer: FormAnswer = { kind: 'done', location: await editorOf(id) }
      for (const detail of await detailsIn(given, keeperFields, (markdown) => docOf(markdown, 'essay')))
        answer = await one(
          form,
          id,
          setPageDetail.name,
          { id, detail },
          { ...formNames, value: nameOf(detail.field), detail: nameOf(detail.field) },
        )
      return answer
    },
  })

  const editing = defineForm(setPageEditing.name, {
    fields: z.strictObject({ id: field, who: z.enum(['all', 'named', 'admins']), editors: field, noIndex: field }),
    async run(form, { id, who, editors, noIndex }) {
      const editorIds = who === 'named' ? await idsOf(editors) : null
      return one(form, id, setPageEditing.name, { id, isAdminOnly: who === 'admins', editorIds, noIndex: noIndex === 'on' })
    },
  })

  /** @throws AppError 'not-found' with `editors` where a user name is nobody's. */
  function idsOf(typed: string): Promise<readonly string[]> {
    const names = typed.split(/[\s,]+/u).filter((name) => name !== '')
    if (names.length > maxEditors) throw new AppError('invalid', { field: 'editors' })
    return store.read(async (read) => {
      const found: string[] = []
      for (const name of names) {
        const member = await memberByUserName(read, name)
        if (member === undefined) throw new AppError('not-found', { field: 'editors' })
        found.push(member.id)
      }
      return found
    })
  }

  const summary = defineForm(setSummary.name, {
    fields: z.strictObject({ id: field, summaryId: field, tabTitle: field, summaryText: field }),
    async run(form, { id, summaryId: given, tabTitle, summaryText }) {
      const [made = ''] = await recent.ids(form, id, ['summary', tabTitle, summaryText], 1)
      return one(form, id, setSummary.name, { id, summaryId: given === '' ? made : given, tabTitle, text: summaryText })
    },
  })

  const dropSummary = defineForm(removeSummary.name, {
    fields: z.strictObject({ id: field, summaryId: field }),
    run: (form, args) => one(form, args.id, removeSummary.name, args),
  })

  const orderSummary = defineForm(moveSummary.name, {
    fields: z.strictObject({ id: field, summaryId: field, beforeId: field }),
    run: (form, { id, summaryId, beforeId }) => one(form, id, moveSummary.name, { id, summaryId, beforeId: beforeId || null }),
  })

  const orderLens = defineForm(moveLens.name, {
    fields: z.strictObject({ pageId: field, id: field, beforeId: field }),
    async run(form, { pageId, id, beforeId }) {
      const answer = await one(form, id, moveLens.name, { id, beforeId: beforeId || null })
      return answer.kind === 'done' && isId(pageId) ? { ...answer, location: await editorOf(pageId) } : answer
    },
  })

  const remove = defineForm(deletePage.name, {
    fields: z.strictObject({ id: field, leadsToId: field }),
    async run(form, { id, leadsToId }) {
      const answer = await one(form, id, deletePage.name, { id, leadsToId: leadsToId || null })
      return answer.kind === 'done' ? { ...answer, location: links.wikiTags() } : answer
    },
  })

  const restore = defineForm(restorePage.name, {
    fields: z.strictObject({ id: field }),
    run: (form, { id }) => one(form, id, restorePage.name, { id }),
  })

  const merge = defineForm(mergePages.name, {
    fields: z.strictObject({ id: field, toId: field, movesSubTags: field, isRedirected: field }),
    async run(form, { id, toId, movesSubTags, isRedirected }) {
      const args = { fromId: id, toId, movesSubTags: movesSubTags === 'on', isRedirected: isRedirected === 'on' }
      const answer = await one(form, id, mergePages.name, args)
      return answer.kind === 'done' ? { ...answer, location: await editorOf(toId) } : answer
    },
  })

  const credit = defineForm(setCredit.name, {
    fields: z.strictObject({ id: field, revisionId: field, isCredited: z.enum(['yes', 'no']) }),
    async run(form, { id, revisionId, isCredited }) {
      const userId = senderOf(form)
      const args = { revisionId, isCredited: isCredited === 'yes' }
      const seq = await applied(apply, { name: setCredit.name, args, userId, source: 'member' })
      const at = isId(id) ? await store.read(async (read) => read.get(tags, id)) : undefined
      return { kind: 'done', location: at?.slug ? links.wikiHistory(at.slug) : links.wikiTags(), seq }
    },
  })

  /** Puts the page's tag to a post that is named by its address, or speaks for it there. */
  const addPost = defineForm('wiki.addPost', {
    fields: z.strictObject({ id: field, post: field }),
    async run(form, { id, post }) {
      const userId = senderOf(form)
      const postId = post.split(/[/?#\s]/u).find(isId)
      if (!isId(id)) throw new AppError('not-found')
      if (postId === undefined) throw new AppError('invalid', { field: 'post' })
      const mutation = { name: voteOnTag.name, args: { postId, tagId: id, value: 1 }, userId, source: 'member' } as const
      const seq = await inFormFields({ postId: 'post' }, () => applied(apply, mutation))
      const tag = await store.read((read) => read.get(tags, id))
      return { kind: 'done', location: tag?.slug ? `${links.wiki(tag.slug)}#tagged` : links.wikiTags(), seq }
    },
  })

  return [
    addPost,
    rename,
    tab,
    flag,
    requirement,
    details,
    editing,
    summary,
    dropSummary,
    orderSummary,
    orderLens,
    remove,
    restore,
    merge,
    credit,
  ]
}

/** `/w/tides`, as an address is copied, or a name in any letters. */
function slugTyped(typed: string): string {
  const inAddress = /\/w\/([^/?#\s]+)/u.exec(typed)?.[1]
  return inAddress === undefined ? slugify(plainName(typed)) : decoded(inAddress)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const nameOf = (detail: string): string => Object.entries(keeperFields).find(([, [own]]) => own === detail)?.[0] ?? detail
