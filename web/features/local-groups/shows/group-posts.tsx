import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import type { PartProps } from '../../../data/places.ts'
import type { loadGroupPosts } from '../group-posts.load.ts'

const messages = { 'title:invalid': 'Enter a title.' }

/** What members have published in a group, and where one begins a post. */
export default function GroupPosts({
  page: { groupId, rows, more, isEmpty, mayPost, titleLength },
}: PartProps<typeof loadGroupPosts, 'group-end'>) {
  const navigate = useNavigate()
  return (
    <section aria-labelledby="group-posts">
      <h2 className="section" id="group-posts">
        Posts
      </h2>
      {isEmpty ? <p className="empty">No posts in this group yet.</p> : <PostList rows={rows} more={more} hidesFrom={null} />}
      {mayPost ? (
        <details className="series-fold">
          <summary>New post in this group</summary>
          <MutationForm
            name="groupPosts.make"
            about={{ id: '', groupId }}
            className="compose series-form"
            messages={messages}
            onDone={(location) => navigate(location)}
          >
            <TextField id="group-post-title" name="title" label="Title" required maxLength={titleLength} dir="auto" />
            <div className="compose-acts">
              <button className="btn">Start writing</button>
            </div>
          </MutationForm>
        </details>
      ) : null}
    </section>
  )
}
