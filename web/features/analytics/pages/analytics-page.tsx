import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { counted, signed } from '../../../blocks/counts.ts'
import { usePage } from '../../../data/page.ts'
import type { AnalyticsPage as View, loadAnalytics } from '../analytics.load.ts'
import { DaysChart } from '../parts/days-chart.tsx'

type OnePost = Extract<View, { readonly kind: 'post' }>

export default function AnalyticsPage() {
  const { view } = usePage<typeof loadAnalytics>()
  useEffect(() => {
    import('../analytics-styles.ts').catch(reportError)
  }, [])
  return view.kind === 'own' ? <OwnPosts lines={view.lines} /> : <PostFigures view={view} />
}

function OwnPosts({ lines }: { readonly lines: Extract<View, { readonly kind: 'own' }>['lines'] }) {
  return (
    <>
      <h1 className="page-title">Post analytics</h1>
      {lines.length === 0 ? (
        <p className="empty">
          You haven’t published anything yet. <a href={links.newPost()}>Write something</a>
        </p>
      ) : (
        <ul className="plain-list">
          {lines.map(({ post, score, commentCount, views }) => (
            <li key={post.id}>
              <h2 className="row-title">
                <a href={links.postAnalytics(post.id)} lang={post.lang} dir="auto">
                  {post.title}
                </a>
              </h2>
              <p className="meta soft nums">
                {counted(views, 'view')} · {signed(score)} karma · {counted(commentCount, 'comment')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PostFigures({ view }: { readonly view: OnePost }) {
  const { post, sums, score, days, from, until, firstDay, today, hasBadDates } = view
  const figures: readonly (readonly [string, string])[] = [
    ['Views', String(sums.views)],
    ['Readers', String(sums.visitors)],
    ['Read 30 s or more', String(sums.reads)],
    ['Bounce rate', sums.bounceRate === null ? '–' : `${Math.round(sums.bounceRate * 100)}%`],
    ['Average reading time', sums.meanSeconds === null ? '–' : inMinutes(sums.meanSeconds)],
    ['Karma in this period', signed(sums.karma)],
    ['Total karma', signed(score)],
    ['Comments', String(sums.comments)],
  ]
  return (
    <>
      <p className="meta">
        <a href={links.postAnalytics()}>Your posts</a>
      </p>
      <h1 className="page-title" lang={post.lang} dir="auto">
        Analytics for “{post.title}”
      </h1>
      <p className="meta">
        <a href={links.post(post)}>Go to post</a>
      </p>
      <form className="analytics-days" method="get" action={links.postAnalytics()} key={`${from}:${until}`}>
        <input type="hidden" name="postId" value={post.id} />
        <div className="field">
          <label htmlFor="from">From</label>
          <input className="input" type="date" id="from" name="from" min={firstDay} max={today} defaultValue={from} />
        </div>
        <div className="field">
          <label htmlFor="until">Until</label>
          <input className="input" type="date" id="until" name="until" min={firstDay} max={today} defaultValue={until} />
        </div>
        <button className="btn">Show</button>
      </form>
      {hasBadDates ? (
        <p className="refused-words" role="alert">
          A date wasn’t valid, so it was ignored. Use the form 2026-11-21.
        </p>
      ) : null}
      <dl className="figures">
        {figures.map(([word, figure]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <DaysChart days={days} />
      <p className="meta soft">Views are counted on the server as daily totals, without bots, IP addresses or names.</p>
    </>
  )
}

const inMinutes = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`)
