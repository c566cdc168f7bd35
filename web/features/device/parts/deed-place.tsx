import type { DeedWords } from '../describe-deed.ts'

/** The post a deed belongs to. */
export function DeedPlace({ words }: { readonly words: DeedWords | undefined }) {
  if (words === undefined || words.where === null) return null
  const { title, href } = words.where
  return (
    <h3 className="row-title">
      <a href={href} dir="auto">
        {title ?? 'A post that is not on this device'}
      </a>
    </h3>
  )
}
