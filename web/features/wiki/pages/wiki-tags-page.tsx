import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { WikiPlaces } from '../parts/wiki-places.tsx'
import type { loadWikiTags, PortalGroup } from '../portal.load.ts'

/** The way into the wiki: all pages in groups, and a search among their names. */
export default function WikiTagsPage() {
  const { words, groups, count, hits, isCut } = usePage<typeof loadWikiTags>()
  useHoverCards()
  return (
    <div className="portal">
      <div className="head first-head">
        <h1 className="page-title">Wiki & tags</h1>
        <a className="btn" href={links.createWiki()} rel="nofollow">
          Create a page
        </a>
      </div>
      <p className="stand">{counted(count, 'wiki page')} and tags.</p>
      <WikiPlaces current="all" />
      <form method="get" action={links.wikiTags()} role="search" aria-label="Pages of the wiki" className="series-add" key={words}>
        <div className="field">
          <label htmlFor="portal-search">Find a page by name</label>
          <input
            className="input"
            id="portal-search"
            type="search"
            name="q"
            defaultValue={words}
            maxLength={100}
            autoComplete="off"
            dir="auto"
          />
        </div>
        <button className="btn">Search</button>
      </form>
      {hits === null ? null : (
        <p className="meta soft" role="status">
          {hits === 0 ? 'Nothing found. ' : `${counted(hits, 'page')}. `}
          <a href={links.wikiTags()}>All pages</a> · <a href={links.createWiki({ name: words })}>Create “{words}”</a>
        </p>
      )}
      {count === 0 ? (
        <p className="empty">
          No pages yet. <a href={links.createWiki()}>Write the first</a>
        </p>
      ) : null}
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {isCut ? <p className="soft">Not all pages are listed. Search to find more.</p> : null}
    </div>
  )
}

function Group({ group }: { readonly group: PortalGroup }) {
  return (
    <section aria-labelledby={`group-${group.key}`}>
      <h2 className="section" id={`group-${group.key}`} dir="auto">
        {group.href === null ? group.title : <a href={group.href}>{group.title}</a>}
      </h2>
      <ul className="portal-list">
        {group.lines.map(({ id, name, href, postCount }) => (
          <li key={id}>
            <a className="row-title" href={href} dir="auto">
              {name}
            </a>
            {postCount === null || postCount === 0 ? null : (
              <span className="soft nums">
                {' '}
                {postCount}
                <span className="sr">{postCount === 1 ? ' post' : ' posts'}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {group.more === null ? null : (
        <p className="after">
          <MoreLink href={group.more.href}>{`All ${group.more.count}`}</MoreLink>
        </p>
      )}
    </section>
  )
}
