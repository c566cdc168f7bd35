import { links } from '#shared/links.ts'
import type { WikiPageView } from '../wiki.load.ts'

/** What stands above a page, and the names of what stands below it. */
export function Crumbs({ view: { family, page, lens } }: { readonly view: WikiPageView }) {
  return (
    <nav aria-label="Place in the wiki">
      <p className="meta crumbs">
        <a href={links.wikiTags()}>Wiki</a>
        {family.above.map(({ id, name, href }) => (
          <span key={id}>
            <span className="soft"> / </span>
            <a href={href} dir="auto">
              {name}
            </a>
          </span>
        ))}
        {lens === null ? null : (
          <span>
            <span className="soft"> / </span>
            <a href={links.wiki(page.slug)} dir="auto">
              {page.name}
            </a>
          </span>
        )}
      </p>
      {family.below.length === 0 || lens !== null ? null : (
        <p className="meta crumbs">
          <span className="soft">Related: </span>
          {family.below.map(({ id, name, href }, at) => (
            <span key={id}>
              {at === 0 ? '' : ', '}
              <a href={href} dir="auto">
                {name}
              </a>
            </span>
          ))}
        </p>
      )}
    </nav>
  )
}
