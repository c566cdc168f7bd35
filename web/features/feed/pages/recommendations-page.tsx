import { links } from '#shared/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadRecommendations } from '../recommendations.load.ts'
import { ListTabs } from '../parts/list-tabs.tsx'
import { RecommendForm } from '../parts/recommend-form.tsx'

export default function RecommendationsPage() {
  const { settings, curated, more, picks } = usePage<typeof loadRecommendations>()
  useHoverCards()
  return (
    <>
      <h1 className="sr">Recommendations</h1>
      <p className="tagline">Posts curated by the moderators, and good posts from the archive.</p>
      <ListTabs current="recommended" />
      <Place on="recommendations-top" given={{}} />
      {settings === null ? null : <RecommendForm settings={settings} key={JSON.stringify(settings)} />}
      {curated.length + picks.length === 0 ? (
        <p className="empty">
          Nothing to recommend yet. <a href={links.front()}>Go to the front page</a>
        </p>
      ) : null}
      {curated.length === 0 ? null : (
        <section aria-labelledby="curated-title">
          <h2 className="section" id="curated-title">
            Curated
          </h2>
          <PostList rows={curated} more={more} hidesFrom={null} />
        </section>
      )}
      {picks.length === 0 ? null : (
        <section className="front-part" aria-labelledby="picks-title">
          <div className="head">
            <h2 className="section" id="picks-title">
              From the archive
            </h2>
          </div>
          <PostList rows={picks} more={null} hidesFrom="recommended" />
        </section>
      )}
    </>
  )
}
