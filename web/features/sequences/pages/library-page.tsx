import { isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { ReadingSoFar } from '../../../blocks/sequences/reading-so-far.tsx'
import { SequenceCards } from '../../../blocks/sequences/sequence-cards.tsx'
import type { SequenceCardView } from '../../../blocks/sequences/series-view.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadLibrary } from '../library.load.ts'

/** What is read in order here. */
export default function LibraryPage() {
  const viewer = useViewer()
  const { core, curated, moreCurated, community, moreCommunity } = usePage<typeof loadLibrary>()
  return (
    <>
      <div className="head first-head">
        <h1 className="page-title">Library</h1>
        <a className="btn" href={links.sequencesNew()}>
          New sequence
        </a>
      </div>
      <Place on="library-top" given={{}} />
      <p className="hit-by">
        <a href={links.bestOf()}>The best of each year</a>
        <a href={links.postsWithTerms()}>Posts with a glossary</a>
        <a href={links.books()}>Books</a>
        {isStaff(viewer) ? <a href={links.spotlights()}>Spotlights</a> : null}
      </p>
      {core.length + curated.length + community.length === 0 ? (
        <p className="empty">
          No sequences yet. A sequence is a series of posts to read in order. <a href={links.sequencesNew()}>Create one</a>
        </p>
      ) : null}
      {core.length === 0 ? null : (
        <section aria-labelledby="core-reading">
          <h2 className="section" id="core-reading">
            Core reading
          </h2>
          <ul className="series-cards">
            {core.map((one) => (
              <li key={one.id} className="series-card">
                <h3 className="series-card-title" dir="auto">
                  <a href={one.href}>{one.title}</a>
                </h3>
                {one.picture === null ? (
                  <span className="series-cover" aria-hidden="true" />
                ) : (
                  <img className="series-cover" src={one.picture} alt="" loading="lazy" decoding="async" width={480} height={240} />
                )}
                <span className="meta soft">
                  <ReadingSoFar reading={one.reading} name={one.title} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Part id="curated-sequences" title="Curated sequences" cards={curated} more={moreCurated} />
      <Part id="community-sequences" title="Community sequences" cards={community} more={moreCommunity} />
    </>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  readonly cards: readonly SequenceCardView[]
  readonly more: string | null
}

function Part({ id, title, cards, more }: PartProps) {
  if (cards.length === 0) return null
  return (
    <section className="block" aria-labelledby={id}>
      <div className="head">
        <h2 className="section" id={id}>
          {title}
        </h2>
      </div>
      <SequenceCards cards={cards} />
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More sequences</MoreLink>
        </p>
      )}
    </section>
  )
}
