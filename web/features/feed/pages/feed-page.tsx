import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadFeed } from '../feed.load.ts'
import { FeedCard } from '../parts/feed-card.tsx'
import { IncognitoSwitch } from '../parts/incognito-switch.tsx'
import { useFeedTrace } from '../use-feed-trace.ts'

export default function FeedPage() {
  const { tab, isMember, isIncognito, hasFollowed, cards, more, again } = usePage<typeof loadFeed>()
  const navigate = useNavigate()
  useHoverCards()
  useFeedTrace(cards, isMember && !isIncognito)
  return (
    <>
      <h1 className="page-title">Feed</h1>
      <Tabs
        label="Feeds"
        tabs={[
          { href: links.mixedFeed(), word: 'For you', isCurrent: tab === 'forYou' },
          { href: links.mixedFeed({ tab: 'following' }), word: 'Following', isCurrent: tab === 'following' },
        ]}
      />
      {isMember ? <IncognitoSwitch isIncognito={isIncognito} key={String(isIncognito)} /> : null}
      {cards.length === 0 ? (
        <p className="empty">
          {tab === 'following' && !isMember ? (
            <>
              <a href={links.login({ returnTo: links.mixedFeed({ tab: 'following' }) })}>Sign in</a> to follow people and see their posts
              here.
            </>
          ) : tab === 'following' && !hasFollowed ? (
            <>
              You’re not following anyone yet. Use the Follow button on a member’s page. <a href={links.leaderboard()}>Find people</a>
            </>
          ) : (
            <>
              You’re all caught up. <a href={links.allPosts()}>All posts</a>
            </>
          )}
        </p>
      ) : (
        <ul className="mixed">
          {cards.map((card) => (
            <FeedCard key={card.id} card={card} canHide={isMember} />
          ))}
        </ul>
      )}
      <p className="after">
        {more === null ? (
          cards.length === 0 ? null : (
            <span className="soft">You’re all caught up.</span>
          )
        ) : (
          <MoreLink href={more}>More</MoreLink>
        )}
        <a
          className="btn quiet"
          href={again}
          onClick={(event) => {
            event.preventDefault()
            void navigate(again)
          }}
        >
          Start over
        </a>
      </p>
    </>
  )
}
