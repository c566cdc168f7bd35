import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { tagSortWords } from '../../../blocks/wiki/tag-sort-words.ts'
import type { WikiPageView } from '../wiki.load.ts'

interface TaggedPostsProps {
  readonly posts: NonNullable<WikiPageView['posts']>
  readonly page: WikiPageView['page']
}

/** The posts that carry the tag, in an order of one's choice. */
export function TaggedPosts({ posts, page }: TaggedPostsProps) {
  return (
    <section aria-labelledby="tagged">
      <div className="head">
        <h2 className="section" id="tagged" tabIndex={-1} dir="auto">
          Posts tagged {page.name}
        </h2>
      </div>
      {posts.rows.length === 0 ? (
        <p className="empty">{posts.isPartial ? 'None are on this device.' : 'No posts with this tag yet.'}</p>
      ) : (
        <>
          {posts.isPartial ? (
            <p className="soft">Posts on this device, most relevant first.</p>
          ) : (
            <nav className="tabs" aria-label="Order of the posts">
              {posts.sorts.map((sort) => (
                <a
                  key={sort}
                  href={`${links.wiki(page.slug, { sortedBy: sort === posts.usual ? undefined : sort })}#tagged`}
                  aria-current={sort === posts.sort ? 'true' : undefined}
                  rel="nofollow"
                >
                  {tagSortWords[sort]}
                </a>
              ))}
            </nav>
          )}
          <PostList rows={posts.rows} more={posts.more} hidesFrom={null} />
        </>
      )}
      <details className="series-fold">
        <summary>Add a post</summary>
        <MutationForm name="wiki.addPost" about={{ id: page.id }} className="series-add">
          <TextField id="add-post" name="post" label="URL on this site" required maxLength={500} autoComplete="off" />
          <button className="btn">Add</button>
        </MutationForm>
      </details>
      <p className="after">
        <a className="meta" href={links.newPost(undefined, { tagId: page.name })} rel="nofollow">
          Write a post with this tag
        </a>
      </p>
    </section>
  )
}
