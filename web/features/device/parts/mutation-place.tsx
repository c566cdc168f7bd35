import type { MutationWords } from '../describe-mutation.ts'

/** The post a mutation belongs to. */
export function MutationPlace({ words }: { readonly words: MutationWords | undefined }) {
  if (words === undefined || words.where === null) return null
  const { title, href } = words.where
  return (
    <h3 className="row-title">
      <a href={href} dir="auto">
        {title ?? 'A post not on this device'}
      </a>
    </h3>
  )
}
