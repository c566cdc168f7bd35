import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TagsPanel } from '../../../blocks/tag-votes/tags-panel.tsx'
import { useRefresh } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadPostTags } from '../tag-votes/post-tags.load.ts'

/** A post's tags by themselves: how relevant each is, and which could be added. Ordinary forms. */
export default function PostTagsPage() {
  const { post, words, tags, waiting, core, found } = usePage<typeof loadPostTags>()
  const viewer = useViewer()
  const refresh = useRefresh()
  const refused = useRefusedForm('wiki.voteOnTag')
  const from = links.postTags(post.id)
  return (
    <div className="narrow">
      <h1 className="page-title">Tags</h1>
      <p className="stand">
        <a href={links.post(post)} lang={post.lang} dir={post.direction}>
          {post.title}
        </a>
      </p>
      <Refusal error={refused?.error ?? null} />
      {viewer.kind === 'visitor' ? (
        <p>
          <a href={links.login({ returnTo: from })}>Sign in</a> to vote on tags or add one.
        </p>
      ) : null}
      <TagsPanel
        postId={post.id}
        from={from}
        given={{ words, view: { tags, ...(waiting !== undefined && { waiting }), core, found } }}
        onSent={() => void refresh().catch(reportError)}
      />
      <p className="soft meta">
        A tag stays on the post while its score is positive. Strong votes count more with your karma. Tag votes are{' '}
        <a href={links.wikiActivity()}>public</a>.
      </p>
    </div>
  )
}
