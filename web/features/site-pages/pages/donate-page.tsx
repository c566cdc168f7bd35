import { useBodies, usePage } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import '../donate.css'
import { PageActs } from '../parts/page-acts.tsx'
import type { DonateLoad } from '../site-pages.load.ts'

/** How to support the site: a post that administrators have chosen, and how much has come in. */
export default function DonatePage() {
  const { post, goal } = usePage<DonateLoad>()
  const bodies = useBodies()
  return (
    <article className="plain-text">
      {post === null ? (
        <>
          <h1 className="title">Donate</h1>
          <p className="empty">This site does not take donations.</p>
        </>
      ) : (
        <>
          <h1 className="title" dir="auto">
            {post.title}
          </h1>
          {goal === null ? null : (
            <div className="donation-goal">
              <p>{goal.words}</p>
              <progress max={goal.goal} value={Math.min(goal.raised, goal.goal)} aria-label={goal.words} />
            </div>
          )}
          <Body className="essay" html={bodies[post.id]} name={post.id} version={post.version} dir="auto" />
        </>
      )}
      <PageActs postId={post?.id ?? null} />
    </article>
  )
}
