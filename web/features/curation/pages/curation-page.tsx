import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { counted, points } from '../../../blocks/counts.ts'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useBodies, usePage, useRefusedForm } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadCuration } from '../curation.load.ts'

type Page = ReturnType<typeof usePage<typeof loadCuration>>
type Candidate = Page['candidates'][number]
type Notice = Page['drafts'][number]

const longest = 100_000
const messages = {
  'markdown:invalid': 'A notice has between 1 and 50,000 characters.',
  'markdown:too-large': 'A notice has between 1 and 50,000 characters.',
  'id:conflict': 'This notice has been published. Edit the comment instead.',
}

/** What moderators choose for readers, and why. */
export default function CurationPage() {
  const { cadence, writing, drafts, published } = usePage<typeof loadCuration>()
  return (
    <div className="series-edit">
      <h1 className="page-title">Curation</h1>
      <Cadence cadence={cadence} />
      {writing === null ? null : (
        <section aria-labelledby="write-title" id="write">
          <h2 className="section" id="write-title">
            New notice
          </h2>
          <p className="meta soft">
            About <PostTitle {...writing} />
          </p>
          <NoticeForm key={writing.id} postId={writing.id} notice={null} />
        </section>
      )}
      {drafts.length === 0 ? null : (
        <section aria-labelledby="drafts-title">
          <h2 className="section" id="drafts-title">
            Draft notices
          </h2>
          <ul className="plain-list">
            {drafts.map((notice) => (
              <Draft key={notice.id} notice={notice} />
            ))}
          </ul>
        </section>
      )}
      <Candidates />
      <Curated />
      {published.length === 0 ? null : (
        <section aria-labelledby="published-title">
          <h2 className="section" id="published-title">
            Published notices
          </h2>
          <ul className="plain-list">
            {published.map((notice) => (
              <li key={notice.id}>
                <NoticeWords notice={notice} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Cadence({ cadence: { days, inWeek, least, most } }: { readonly cadence: Page['cadence'] }) {
  const last = days === null ? 'Nothing is curated yet.' : days === 0 ? 'Last curated today.' : `Last curated ${counted(days, 'day')} ago.`
  return (
    <p>
      {last} {counted(inWeek, 'post')} in the last 7 days; the aim is {least} to {most} a week.
    </p>
  )
}

const PostTitle = ({ title, href }: { readonly title: string; readonly href: string }) => (
  <a href={href} dir="auto">
    {title}
  </a>
)

function NoticeForm({ postId, notice }: { readonly postId: string; readonly notice: Notice | null }) {
  const about = { id: notice?.id ?? '', postId }
  const refused = useRefusedForm('curationNotices.put', about)
  const navigate = useNavigate()
  return (
    <MutationForm
      name="curationNotices.put"
      about={about}
      messages={messages}
      className="compose"
      {...(notice === null && { onDone: (location: string) => navigate(location) })}
    >
      <TextField
        {...{ id: `notice-${about.id}`, name: 'markdown', label: 'Notice', rows: 5, maxLength: longest, dir: 'auto', messages }}
        error={refused?.error ?? null}
        hint="Why this post is worth reading. Markdown supported."
        defaultValue={refused?.values['markdown'] ?? notice?.markdown ?? ''}
        required
      />
      <div className="compose-acts">
        <button className="btn">Save draft</button>
      </div>
    </MutationForm>
  )
}

function NoticeWords({ notice: { id, title, href, by, at, comment } }: { readonly notice: Notice }) {
  const bodies = useBodies()
  const now = useNow()
  return (
    <>
      <p className="row-title">
        <PostTitle title={title} href={comment ?? href} />
      </p>
      <p className="meta soft">
        <bdi>{by}</bdi> · <Time at={at} now={now} />
      </p>
      <Body className="c-body" name={id} html={bodies[id]} version={bodies[id] ?? ''} dir="auto" />
    </>
  )
}

function Draft({ notice }: { readonly notice: Notice }) {
  const { id, postId, title, markdown, canPublish, canRemove } = notice
  const isRefused = useRefusedForm('curationNotices.put', { id, postId }) !== null
  return (
    <li id={id}>
      <NoticeWords notice={notice} />
      {markdown === null ? null : (
        <details className="series-fold" open={isRefused}>
          <summary>
            Edit<span className="sr">: {title}</span>
          </summary>
          <NoticeForm key={markdown} postId={postId} notice={notice} />
        </details>
      )}
      <div className="acts">
        {canPublish ? (
          <ActionForm name="curationNotices.publish" about={{ id }} className="btn primary" of={title}>
            Publish and curate
          </ActionForm>
        ) : null}
        {canRemove ? (
          <ActionForm name="curationNotices.remove" about={{ id }} messages={messages} of={title}>
            Delete draft
          </ActionForm>
        ) : null}
      </div>
    </li>
  )
}

function Candidates() {
  const { candidates, isDismissed } = usePage<typeof loadCuration>()
  return (
    <section aria-labelledby="candidates-title">
      <h2 className="section" id="candidates-title">
        Candidates
      </h2>
      <Tabs
        label="Candidates"
        tabs={[
          { href: moderationLinks.curation(), word: 'Waiting', isCurrent: !isDismissed },
          { href: moderationLinks.curation({ state: 'dismissed' }), word: 'Dismissed', isCurrent: isDismissed },
        ]}
      />
      {candidates.length === 0 ? (
        <p className="empty">{isDismissed ? 'No dismissed posts.' : 'No candidates. Members’ suggestions appear here.'}</p>
      ) : (
        <ul className="plain-list">
          {candidates.map((row) => (
            <CandidateRow key={row.id} row={row} isDismissed={isDismissed} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CandidateRow({ row, isDismissed }: { readonly row: Candidate; readonly isDismissed: boolean }) {
  const { id, title, suggestedBy, dismissedBy, suggestion } = row
  return (
    <li>
      <PostFacts row={row} />
      {suggestedBy.length === 0 ? null : (
        <p className="meta">
          Suggested by <bdi>{suggestedBy.join(', ')}</bdi>
        </p>
      )}
      {dismissedBy === null ? null : (
        <p className="meta">
          Dismissed by <bdi>{dismissedBy}</bdi>
        </p>
      )}
      <div className="acts">
        {isDismissed ? null : (
          <>
            <a className="btn" href={`${moderationLinks.curation({ post: id })}#write`}>
              Write notice<span className="sr">: {title}</span>
            </a>
            <ActionForm name="posts.setCurated" about={{ postId: id, on: 'yes' }} of={title}>
              Curate without notice
            </ActionForm>
            {suggestion === null ? null : (
              <ActionForm name="curation.suggest" about={{ postId: id, isOn: String(suggestion !== 'mine') }} of={title}>
                {suggestion === 'mine' ? 'Withdraw suggestion' : 'Suggest'}
              </ActionForm>
            )}
          </>
        )}
        <ActionForm name="curation.dismiss" about={{ postId: id, isOn: String(!isDismissed) }} of={title}>
          {isDismissed ? 'Restore' : 'Dismiss'}
        </ActionForm>
      </div>
    </li>
  )
}

function PostFacts({
  row: { id, slug, kind, title, lang, dir, authors, at, score },
}: {
  readonly row: Omit<Candidate, 'suggestion'> | Page['curated'][number]
}) {
  const now = useNow()
  return (
    <>
      <p className="row-title" lang={lang} dir={dir}>
        <a href={links.post({ id, slug, kind })}>{title}</a>
      </p>
      <p className="meta soft">
        <bdi>{authors.map(({ name }) => name).join(', ')}</bdi> · {points(score)} · <Time at={at} now={now} />
      </p>
    </>
  )
}

function Curated() {
  const { curated, more } = usePage<typeof loadCuration>()
  const now = useNow()
  return (
    <section aria-labelledby="curated-title">
      <h2 className="section" id="curated-title">
        Curated posts
      </h2>
      {curated.length === 0 ? <p className="empty">No curated posts yet.</p> : null}
      <ul className="plain-list">
        {curated.map((row) => (
          <li key={row.id}>
            <PostFacts row={row} />
            <p className="meta">
              Curated <Time at={row.curatedAt} now={now} />
              {row.minutesLeft === 0
                ? null
                : `. Emails go out in ${counted(row.minutesLeft, 'minute')}; uncurate the post before then to send none.`}
            </p>
            <div className="acts">
              <ActionForm name="posts.setCurated" about={{ postId: row.id, on: 'no' }} of={row.title}>
                Uncurate
              </ActionForm>
            </div>
          </li>
        ))}
      </ul>
      {more === null ? null : <MoreLink href={more}>More curated posts</MoreLink>}
    </section>
  )
}
