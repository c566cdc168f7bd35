import type { MouseEvent } from 'react'
import { Suspense, useState } from 'react'
import { links } from '#shared/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { useSite } from '../../../data/site.ts'
import { SheetHere } from '../../../ui/body.tsx'
import { latePart } from '../../../ui/late-part.ts'
import type { loadFront } from '../front.load.ts'
import { ListTabs } from '../parts/list-tabs.tsx'
import { QuickTakes } from '../parts/quick-takes.tsx'
import { RecentDiscussion } from '../parts/recent-discussion.tsx'
import { StripVotes } from '../parts/strip-line.tsx'
import { Welcome } from '../parts/welcome.tsx'

export default function FrontPage() {
  const { sort, filters, chosen, rows, more, takes, discussed, moreDiscussion } = usePage<typeof loadFront>()
  const site = useSite()
  useHoverCards()
  return (
    <>
      <h1 className="sr">{sort === 'latest' ? 'New posts' : `${site.name}, front page`}</h1>
      <p className="tagline">{site.tagline}</p>
      <Welcome />
      <Place on="front-top" given={{}} />
      {sort === 'ranked' ? <CustomizableTabs filters={filters} words={chosen} /> : <ListTabs current={sort} />}
      <h2 className="sr">Posts</h2>
      {rows.length === 0 ? (
        <p className="empty">
          {filters === '' ? (
            <>
              No posts yet. <a href={links.newPost()}>Write the first one</a>
            </>
          ) : (
            <>
              No posts from the last 90 days match your feed settings. <a href={links.customize(filters)}>Customize feed</a>
            </>
          )}
        </p>
      ) : (
        <PostList key={sort} rows={rows} more={more} />
      )}
      <SheetHere name="discussion" />
      <QuickTakes takes={takes} />
      <RecentDiscussion discussed={discussed} more={moreDiscussion} />
      <StripVotes takes={takes} discussed={discussed} />
    </>
  )
}

const FilterPanel = latePart(() => import('../parts/filter-panel.tsx').then((part) => part.FilterPanel))

/**
 * The tabs, with the way to change the list at their end: a page of its own, which a script unfolds
 * here. What is changed already stands below.
 */
function CustomizableTabs({ filters, words }: { readonly filters: string; readonly words: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(!isOpen)
  }
  return (
    <>
      <ListTabs current="ranked">
        <a className="customize soft" href={links.customize(filters)} aria-expanded={isOpen} onClick={open} data-live="">
          {isOpen ? 'Close' : 'Customize feed'}
        </a>
      </ListTabs>
      {words.length === 0 ? null : (
        <p className="customized meta soft">
          Your list: {words.slice(0, 4).join(', ')}
          {words.length > 4 ? ` and ${words.length - 4} more` : ''}
        </p>
      )}
      {isOpen ? (
        <Suspense>
          <FilterPanel filters={filters} onDone={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
