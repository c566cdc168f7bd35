import type { PageData } from '#shared/pages/page-data.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { addressOfTag, lensesOf, nameOfTag, pagesByLikes, workFlags } from '#shared/wiki/page-queries.ts'
import { requirementsOf } from '#shared/wiki/requirements.ts'
import { canDeletePage, canKeepPage, canPublishPage } from '#shared/wiki/rules.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/**
 * Where a text of the wiki is edited; `null`: it is a draft still, or its page is not to be seen.
 */
export async function addressOfPage({ read }: PageData, { id }: Post) {
  const tag = await read.get(tags, id)
  return tag === undefined ? null : addressOfTag(read, tag)
}

export type WikiEditorView = NonNullable<Awaited<ReturnType<typeof wikiEditorView>>>

/** What is said of a page, for whoever may change it, and what else may be chosen. */
export async function wikiEditorView(data: PageData, post: Post) {
  const { read, viewer, isOfDevice } = data
  const tag = await read.get(tags, post.id)
  if (tag === undefined) return null
  const page = tag.lensOf === null ? tag : await read.get(tags, tag.lensOf)
  // A device does not know all pages: what is chosen from among them is for the server.
  const canKeep = isOfDevice !== true && canKeepPage(viewer, post).allowed
  const pages = canKeep ? (await read.list(pagesByLikes())).toSorted((a, b) => compareNames(a.name, b.name)) : []
  const flags = isOfDevice === true ? [] : await read.list(workFlags())
  const lenses = tag.lensOf === null && isOfDevice !== true ? await read.list(lensesOf(tag.id)) : []
  return {
    tag,
    /** `null`: it was never published. */
    address: page === undefined || page.slug === null || tag.slug === null ? null : addressUnder(page.slug, tag),
    pageName: page?.name ?? '',
    lenses: lenses
      .filter(({ state }) => state === 'lens')
      .map(({ id, slug, tabTitle, name }) => ({ id, slug: slug ?? id, title: tabTitle || name })),
    /** `null`: a page's alone, and a device does not know their names. */
    requires: tag.state !== 'page' || isOfDevice === true ? null : (await requirementsOf(read, tag)).map(nameOfTag),
    flags: flags.map(({ id, name, text }) => ({ id, name, text, isOn: tag.flagIds.includes(id) })),
    keeper: canKeep
      ? {
          cores: pages.filter(({ isCore, id }) => isCore && id !== tag.id).map(({ id, name }) => ({ id, name })),
          parents: pages.filter((one) => mayBeParent(one, tag)).map(({ id, name }) => ({ id, name })),
          others: pages.filter(({ id }) => id !== tag.id).map(({ id, name }) => ({ id, name })),
          editors: await editorsOf(data, post),
        }
      : null,
    can: {
      publish: canPublishPage(viewer, post).allowed,
      delete: isOfDevice !== true && canDeletePage(viewer, post, tag).allowed,
    },
  }
}

const addressUnder = (slug: string, tag: Tag) => ({ slug, lens: tag.lensOf === null ? null : tag.slug })

const mayBeParent = ({ id, parentTagId }: Tag, tag: Tag): boolean => id !== tag.id && parentTagId === null

/** The user names of those who alone may edit it; `null`: it is open. */
async function editorsOf({ read }: PageData, { editing }: Post): Promise<string | null> {
  const ids = editing?.editorIds ?? null
  if (ids === null) return null
  return (await read.getMany(members, ids)).map(({ userName }) => userName).join(', ')
}
