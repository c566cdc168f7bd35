import type { PageData } from '#shared/pages/page-data.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { glossaryPart } from '../../blocks/glossary/glossary-view.ts'

/** The words that a post explains. */
export async function loadGlossary(data: PageData, { postId, isTrusted }: { readonly postId: string; readonly isTrusted: boolean }) {
  const { view, bodies } = await glossaryPart(data, postId, isTrusted)
  return view === null ? null : { terms: view, bodies }
}

export const shows: Shows = { glossary: definePart({ on: ['text-end'], order: 10, load: loadGlossary }) }
