import { links } from '#shared/links.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { WikiPageView } from '../wiki.load.ts'

/** Other treatments of the same subject, where there are any. */
export function LensTabs({ view: { page, lens, lenses } }: { readonly view: WikiPageView }) {
  if (lenses.length === 0) return null
  const word = (title: string, subtitle: string) => (
    <span dir="auto">
      {title}
      {subtitle === '' ? null : <span className="n"> · {subtitle}</span>}
    </span>
  )
  return (
    <Tabs
      label="Versions of this page"
      tabs={[
        { href: links.wiki(page.slug), word: 'Main', isCurrent: lens === null },
        ...lenses.map(({ slug, title, subtitle }) => ({
          href: links.wiki(page.slug, { lens: slug }),
          word: word(title, subtitle),
          isCurrent: lens?.slug === slug,
        })),
      ]}
    />
  )
}
