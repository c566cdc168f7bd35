import { Suspense, useState } from 'react'
import { links } from '#shared/links.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { counted, points } from '../../../blocks/counts.ts'
import { useTally } from '../../../blocks/votes/tallies.ts'
import { Icon } from '../../../ui/icon.tsx'
import { latePart } from '../../../ui/late-part.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuData } from './post-menu-items.tsx'

const PostMenuItems = latePart(() => import('./post-menu-items.tsx').then((part) => part.PostMenuItems))

/**
 * What can be done with a post, beside its byline: on a phone also what a wider byline says. What
 * is in the page needs no script; the rest comes when the menu is opened.
 */
export function PostMenu({ page }: { readonly page: MenuData }) {
  const { post } = page
  const { score, voteCount } = useTally(post.id, page.tally)
  const [wasOpened, setOpened] = useState(false)
  const isPublished = post.status === 'published'
  return (
    <Menu label="More about this post" summary={<Icon name="dots" />} onOpen={() => setOpened(true)}>
      {isPublished ? (
        <>
          <p className="menu-head">
            {points(score)} from {counted(voteCount, 'vote')}
          </p>
          <a className="phone" href="#comments">
            {counted(post.commentCount, 'comment')}
          </a>
          <a className="no-js" href={links.markdown(links.post(post))}>
            View as Markdown
          </a>
        </>
      ) : null}
      {kindFacts(post).hasText ? <Listen /> : null}
      {wasOpened ? (
        <Suspense>
          <PostMenuItems page={page} />
        </Suspense>
      ) : null}
    </Menu>
  )
}

/** The browser's voice; where it has none, the word says so. */
function Listen() {
  const start = () => {
    const essay = document.querySelector<HTMLElement>('#text')
    if (essay !== null) import('../../../blocks/listen/listen.ts').then(({ listen }) => listen(essay)).catch(reportError)
  }
  return (
    <button type="button" className="listen-word needs-js" data-live="" data-closes="" onClick={start}>
      Listen
    </button>
  )
}
