import { GlossaryList } from '../../../blocks/glossary/glossary-list.tsx'
import { useBodies } from '../../../data/page.ts'
import type { PartProps } from '../../../data/places.ts'
import type { loadGlossary } from '../shown.load.ts'

export default function Glossary({ page, given: { post, textVersion } }: PartProps<typeof loadGlossary, 'text-end'>) {
  return <GlossaryList key={post.id} post={post} terms={page.terms} bodies={useBodies()} textVersion={textVersion} />
}
