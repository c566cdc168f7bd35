import { MentionedIn } from '../../../blocks/essay/mentioned-in.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { links } from '#shared/links.ts'
import type { AbsentView } from '../absent.load.ts'

/** Nobody has made this page yet: what speaks of it, and the way to begin it. */
export function AbsentPage({ view }: { readonly view: AbsentView }) {
  useHoverCards()
  return (
    <>
      <div className="rail" />
      <main id="main" className="col" tabIndex={-1}>
        <p className="meta crumbs">
          <a href={links.wikiTags()}>Wiki</a>
        </p>
        <h1 className="title" dir="auto">
          {view.name}
        </h1>
        <p className="stand">This page has not been created yet.</p>
        <p className="page-acts">
          <a className="btn primary" href={view.create} rel="nofollow">
            Create it
          </a>{' '}
          <a className="btn quiet" href={links.wikiTags({ q: view.name })} rel="nofollow">
            Search for similar pages
          </a>
        </p>
        <MentionedIn mentions={view.mentionedIn} />
        {view.tagged.length === 0 ? null : (
          <section aria-labelledby="tagged">
            <h2 className="section" id="tagged">
              Posts tagged {view.name}
            </h2>
            <PostList rows={view.tagged} more={null} hidesFrom={null} />
          </section>
        )}
      </main>
    </>
  )
}
