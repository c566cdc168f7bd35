import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadGlossaryEditor } from '../glossary-editor.load.ts'
import { GlossaryPanel } from '../parts/glossary-panel.tsx'

/** Where authors explain the words of their posts. */
export default function GlossaryEditorPage() {
  const { posts, isOne, isAll, mayAll, more, draftsTerms } = usePage<typeof loadGlossaryEditor>()
  return (
    <div className="series-edit">
      <h1 className="page-title">Glossary editor</h1>
      <p className="meta soft">
        Approved terms are underlined in the post; readers open the definition from there.{' '}
        {isOne || isAll ? <a href={links.glossaryEditor()}>All your posts</a> : null}{' '}
        {mayAll && !isAll ? <a href={links.glossaryEditor({ all: true })}>Everyone’s posts</a> : null}
      </p>
      {posts.length === 0 ? (
        <p className="empty">
          You have no posts yet. <a href={links.newPost()}>Write the first one</a>
        </p>
      ) : null}
      {posts.map((post) => (
        <GlossaryPanel key={post.id} post={post} isOne={isOne} draftsTerms={draftsTerms} />
      ))}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More posts</MoreLink>
        </p>
      )}
    </div>
  )
}
