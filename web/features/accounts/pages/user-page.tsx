import { isSelf, isStaff } from '#shared/kernel/viewer.ts'
import { links, query } from '#shared/links.ts'
import type { PostSort } from '#shared/feed/queries.ts'
import { Body, SheetHere } from '../../../ui/body.tsx'
import { useNow } from '../../../ui/clock.ts'
import { monthAndYear } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { MemberFollowButton } from '../../../blocks/follow/member-follow-button.tsx'
import { Place } from '../../../blocks/places/place.tsx'
import { MuteButton } from '../../../blocks/mutes/mute-button.tsx'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { Rows } from '../../../blocks/posts/rows.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { counted, points, signed } from '../../../blocks/counts.ts'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { banWords } from '../../../blocks/ban-words.ts'
import { UserSequences } from '../parts/user-sequences.tsx'
import { UserWriting } from '../parts/user-writing.tsx'
import { WorkChart } from '../parts/work-chart.tsx'
import type { loadUser } from '../user.load.ts'
import type { UserTab } from '../user-tab.ts'

type UserData = ReturnType<typeof usePage<typeof loadUser>>

const sortWords: Readonly<Record<PostSort, string>> = {
  new: 'New',
  old: 'Old',
  magic: 'Hot',
  top: 'Top',
  topAdjusted: 'Top (inflation-adjusted)',
  recentComments: 'Recent comments',
}

const editsWords = ({ count, isAtLeast }: Extract<UserTab, { readonly name: 'all' }>['edits']): string =>
  isAtLeast ? `${count}+ wiki edits` : counted(count, 'wiki edit')

/** Who somebody is here, and what they wrote. */
export default function UserPage() {
  const page = usePage<typeof loadUser>()
  const { member, karmaStats, sort, rows, more, tab, chart, top = [], pinned = [] } = page
  const { pathname } = useLocation()
  useHoverCards()
  return (
    <>
      <header className="person">
        <Place on="profile-head" given={{ member }} />
        <h1 className="page-title" dir="auto">
          {member.name}
        </h1>
        <p className="meta soft nums">
          {[
            ...(member.isModerator ? ['Moderator'] : []),
            `${signed(karmaStats.karma)} karma`,
            counted(karmaStats.postCount, 'post'),
            counted(karmaStats.commentCount, 'comment'),
            ...(page.tab.name === 'all' && page.tab.edits.count > 0 ? [editsWords(page.tab.edits)] : []),
            `joined ${monthAndYear(member.joinedAt)}`,
          ].join(' · ')}
        </p>
        {page.ban === undefined ? null : (
          <p className="notice-line warm" dir="auto">
            {banWords(page.ban)} They can still read everything, and answer by Feedback.
          </p>
        )}
        <OwnLink member={member} />
        <p className="acts">
          <Place on="profile-acts" given={{ member }} /> <MuteButton id={member.id} slug={member.slug} name={member.name} className="btn" />{' '}
          <a className="btn quiet" href={links.report('member', member.id)} rel="nofollow">
            Report
          </a>
        </p>
        <Bio parts={member.bio[0]} />
        {member.bio[1].length === 0 ? null : (
          <details>
            <summary className="btn quiet">More about {member.name}</summary>
            <Bio parts={member.bio[1]} />
          </details>
        )}
        {member.links === undefined ? null : (
          <p className="meta acts" aria-label={`${member.name} elsewhere`} role="group">
            {member.links.map((url) => (
              <a key={url} href={url} rel="me nofollow ugc noopener" dir="ltr">
                {url.replace(/^https:\/\/(?:www\.)?|\/$/gu, '')}
              </a>
            ))}
          </p>
        )}
        {member.interests === undefined ? null : (
          <p className="meta soft" dir="auto">
            Interests: {member.interests.join(', ')}
          </p>
        )}
        <Place on="profile" given={{ member }} />
        <WorkChart steps={chart} name={member.name} />
      </header>
      <UserTabs page={page} />
      {tab.name === 'sequences' ? <UserSequences tab={tab} name={member.name} /> : null}
      {tab.name === 'takes' ? (
        <p className="acts">
          <MemberFollowButton kind="memberTakes" id={member.id} name={member.name} />
        </p>
      ) : null}
      {tab.name === 'takes' || tab.name === 'all' ? <UserWriting tab={tab} name={member.name} /> : null}
      {tab.name === 'posts' && pinned.length > 0 ? (
        <section aria-labelledby="pinned-title">
          <div className="head">
            <h2 className="section" id="pinned-title">
              Pinned by {member.name}
            </h2>
          </div>
          <Rows rows={pinned} hidesFrom={null} />
        </section>
      ) : null}
      {tab.name === 'posts' && top.length > 0 ? (
        <section aria-labelledby="top-title">
          <div className="head">
            <h2 className="section" id="top-title">
              Top posts
            </h2>
          </div>
          <Rows rows={top} hidesFrom={null} />
        </section>
      ) : null}
      {tab.name === 'posts' ? (
        <section aria-labelledby="posts-title">
          <div className="head">
            <h2 className="section" id="posts-title">
              Posts
            </h2>
          </div>
          {rows.length === 0 ? (
            <p className="empty">{member.name} hasn’t published anything yet.</p>
          ) : (
            <>
              {karmaStats.postCount > 1 ? (
                <Tabs
                  label="Order of posts"
                  tabs={Object.entries(sortWords).map(([name, word]) => ({
                    href: name === 'new' ? pathname : `${pathname}?sortedBy=${name}`,
                    word,
                    isCurrent: name === sort,
                  }))}
                />
              ) : null}
              <PostList key={sort} rows={rows} more={more} hidesFrom={null} />
            </>
          )}
        </section>
      ) : null}
      {tab.name === 'posts' ? (
        <>
          <SheetHere name="foot" />
          <SheetHere name="discussion" />
          <RecentComments page={page} />
        </>
      ) : null}
    </>
  )
}

function Bio({ parts }: { readonly parts: UserData['member']['bio'][0] }) {
  if (parts.length === 0) return null
  return (
    <p className="bio" dir="auto">
      {parts.map(({ text, href }, index) =>
        href === undefined ? (
          text
        ) : (
          <a key={index} href={href}>
            {text}
          </a>
        ),
      )}
    </p>
  )
}

/** Tabs without anything in them are left out. */
function UserTabs({ page: { tab, karmaStats, hasSequences, hasTakes } }: { readonly page: UserData }) {
  const { pathname } = useLocation()
  const tabs = [
    { name: 'posts', word: 'Posts', isShown: karmaStats.postCount > 0 },
    { name: 'sequences', word: 'Sequences', isShown: hasSequences },
    { name: 'takes', word: 'Quick takes', isShown: hasTakes },
    { name: 'all', word: 'All', isShown: true },
  ].filter(({ isShown }) => isShown)
  if (tabs.length < 2) return null
  return (
    <Tabs
      label="Posts and comments by this member"
      tabs={tabs.map(({ name, word }) => ({ href: `${pathname}${query({ tab: name })}`, word, isCurrent: name === tab.name }))}
    />
  )
}

/** What the viewer can do about the page's member: of their own, or as the staff. */
function OwnLink({ member }: { readonly member: UserData['member'] }) {
  const viewer = useViewer()
  const isOwn = isSelf(viewer, member.id)
  const isOpen = isStaff(viewer) || (isOwn && viewer.kind === 'member' && viewer.groups.includes('realAdmins'))
  // Reserved in the HTML, so that nothing moves when it is known who is here.
  return (
    <p className="meta own-place">
      {isOwn ? <a href={links.account('profile')}>Edit your profile</a> : null}
      {isOwn && isOpen ? ' · ' : null}
      {isOpen ? <a href={links.editUser(member.slug)}>Limits and roles</a> : null}
    </p>
  )
}

function RecentComments({ page: { comments, member } }: { readonly page: UserData }) {
  const bodies = useBodies()
  const now = useNow()
  if (comments.length === 0) return null
  return (
    <section aria-labelledby="comments-title">
      <div className="head">
        <h2 className="section" id="comments-title">
          Recent comments
        </h2>
        <MemberFollowButton kind="memberComments" id={member.id} name={member.name} />
      </div>
      <ul className="thread">
        {comments.map((comment) => (
          <li key={comment.id} id={comment.id}>
            <article className="c" aria-label={`Comment on ${comment.post.title}`}>
              <header className="c-head">
                <a className="by" href={links.commentInThread(comment.post, comment.id)} lang={comment.post.lang} dir="auto">
                  {comment.post.title}
                </a>
                <Time at={comment.at} now={now} />
                {comment.score === null ? null : <span className="nums">{points(comment.score)}</span>}
              </header>
              <Body className="c-body" html={bodies[comment.id]} version={comment.version} />
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
