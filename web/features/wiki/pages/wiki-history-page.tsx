import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import { ActivityList } from '../parts/activity.tsx'
import { HistorySettings } from '../parts/history-settings.tsx'
import { PageTabs } from '../../../blocks/wiki/page-tabs.tsx'
import type { loadWikiHistory } from '../wiki-history.load.ts'

/** All that happened to a page of the wiki. */
export default function WikiHistoryPage() {
  const page = usePage<typeof loadWikiHistory>()
  const { lens, activity, compared, more, moreCompared, by } = page
  return (
    <div className="history">
      <p className="meta crumbs">
        <a href={links.wikiTags()}>Wiki</a>
        <span className="soft"> / </span>
        <a href={links.wiki(page.page.slug)} dir="auto">
          {page.page.name}
        </a>
      </p>
      <h1 className="page-title" dir="auto">
        {lens?.name ?? page.page.name}
      </h1>
      <PageTabs slug={page.page.slug} lens={lens?.slug ?? null} current="history" commentCount={page.commentCount} />
      <p className="meta">
        <a href={page.versions} rel="nofollow">
          All versions
        </a>
      </p>
      {by === null ? null : (
        <p className="meta soft">
          {by.isOnly ? `Only changes by ${by.name}.` : `What ${by.name} changed is unfolded.`}{' '}
          <a href={by.other} rel="nofollow">
            {by.isOnly ? 'Show everyone’s' : `Only ${by.name}’s`}
          </a>{' '}
          <a href={by.none} rel="nofollow">
            Clear
          </a>
        </p>
      )}
      <HistorySettings page={page} />
      {activity.length === 0 ? (
        <p className="empty">No matching changes.</p>
      ) : (
        <ActivityList activity={activity} compared={compared} pageId={page.page.id} texts={page.texts} />
      )}
      {moreCompared === null ? null : (
        <p className="after">
          <MoreLink href={moreCompared}>Show the differences of more edits</MoreLink>
        </p>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Older</MoreLink>
        </p>
      )}
    </div>
  )
}
