import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import { useNow } from '../../../ui/clock.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { VoteControl } from '../../../blocks/votes/vote-control.tsx'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { currentDevice } from '../../../data/device/current.ts'
import { useLocation } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { rememberVotes } from '../../../data/votes.ts'
import type { PlaceView, VotedView, loadBookmarks } from '../bookmarks.load.ts'
import { dayGroups } from '../../../blocks/day-groups.ts'
import { PlaceRow } from '../parts/place-row.tsx'
import { SetButton } from '../parts/set-button.tsx'
import { setBegun, setRead } from '../set-marks.ts'
import { useSteadyList } from '../steady-list.ts'

type Saved = ReturnType<typeof usePage<typeof loadBookmarks>>

const tabs = [
  { name: 'bookmarks', word: 'Bookmarks', href: '#bookmarks' },
  { name: 'readhistory', word: 'Read', href: '#readhistory' },
  { name: 'votehistory', word: 'Voted on', href: '#votehistory' },
] as const
type Tab = (typeof tabs)[number]['name']

/** Bookmarks & history. Without a script all three lists stand below each other. */
export default function BookmarksPage() {
  const page = usePage<typeof loadBookmarks>()
  const tab = useTab()
  return (
    <div className="saved" data-tab={tab ?? ''}>
      <h1 className="page-title">Bookmarks & history</h1>
      <Tabs
        label="Bookmarks & history"
        tabs={tabs.map(({ name, word, href }) => ({ href, word, isCurrent: name === (tab ?? 'bookmarks') }))}
      />
      <SavedList page={page} />
      <ReadList page={page} />
      <VoteList page={page} />
    </div>
  )
}

/** @returns words when it was refused. */
async function setSaved(place: PlaceView, isSaved: boolean): Promise<string | null> {
  const { saveForLater } = await import('../../../blocks/reading/save-for-later.ts')
  return saveForLater(place, isSaved)
}

/**
 * The part of the page that the address names; `null` until the page has come alive: the server
 * never sees it.
 */
function useTab(): Tab | null {
  const { hash } = useLocation()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return isAlive ? (tabs.find(({ href }) => href === hash)?.name ?? 'bookmarks') : null
}

function SavedList({ page: { begun: stillBegun, saved: stillSaved, moreSaved } }: { readonly page: Saved }) {
  const now = useNow()
  const begun = useSteadyList(stillBegun)
  const saved = useSteadyList(stillSaved)
  useSaved(stillSaved)
  return (
    <List id="bookmarks" title="Saved for later" more={moreSaved} moreWord="More that you saved">
      {begun.length === 0 ? null : (
        <section aria-labelledby="begun">
          <h3 className="group-word" id="begun">
            Continue reading
          </h3>
          <ul className="plain-list places">
            {begun.map((place) => (
              <PlaceRow key={place.id} place={place} word="stopped" now={now}>
                <SetButton
                  word="Remove"
                  backWord="Put back"
                  doneWord="Removed."
                  of={place.post?.title ?? 'a post'}
                  onSet={(isBegun) => setBegun(place.id, place.place, isBegun)}
                />
              </PlaceRow>
            ))}
          </ul>
        </section>
      )}
      {saved.length === 0 ? (
        <p className="empty">
          No bookmarks yet. Bookmark a post or comment to find it here. <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <ul className="plain-list places">
          {saved.map((place) => (
            <PlaceRow key={place.id} place={place} word="saved" now={now}>
              <SetButton
                word="Remove"
                backWord="Save again"
                doneWord="Removed."
                of={place.post?.title ?? `a ${place.kind}`}
                onSet={(isSaved) => setSaved(place, isSaved)}
              />
            </PlaceRow>
          ))}
        </ul>
      )}
    </List>
  )
}

/** What was saved on another device is kept on this one as well. */
function useSaved(places: readonly PlaceView[]): void {
  const device = useSyncExternalStore(currentDevice.subscribe, currentDevice.get, () => null)
  useEffect(() => {
    if (device === null || device.account === null) return
    const shapes = new Set(places.map(({ postId }) => `thread:${postId}`))
    const missing = [...shapes].filter((shape) => !device.holds(shape))
    Promise.all(missing.map((shape) => device.follow(shape, 'pinned'))).catch(reportError)
  }, [device, places])
}

function ReadList({ page }: { readonly page: Saved }) {
  const now = useNow()
  const read = useSteadyList(page.read)
  return (
    <List id="readhistory" title="Read" more={page.moreRead} moreWord="More that you read">
      {read.length === 0 ? (
        <p className="empty">
          You haven’t read any posts yet. <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        dayGroups(read, now ?? page.now, now === null ? 'UTC' : 'own').map(({ group, items }) => (
          <section key={group} aria-labelledby={`read-${group}`}>
            <h3 className="group-word" id={`read-${group}`}>
              {group}
            </h3>
            <ul className="plain-list places">
              {items.map((place) => (
                <PlaceRow key={place.id} place={place} word="read" now={now}>
                  <SetButton
                    word="Mark as unread"
                    backWord="Mark as read"
                    doneWord="Unread."
                    of={place.post?.title ?? 'a post'}
                    onSet={(isRead) => setRead(place.id, isRead)}
                  />
                </PlaceRow>
              ))}
            </ul>
          </section>
        ))
      )}
    </List>
  )
}

const voteWords: Readonly<Record<VotedView['cast'][number][0], Readonly<Record<number, string>>>> = {
  approval: { [2]: 'up, strongly', [1]: 'up', [-1]: 'down', [-2]: 'down, strongly' },
  agreement: { [2]: 'agreed, strongly', [1]: 'agreed', [-1]: 'disagreed', [-2]: 'disagreed, strongly' },
}

const castWords = ({ cast }: VotedView): string => cast.map(([axis, value]) => voteWords[axis][value] ?? '').join(', ')

function VoteList({ page }: { readonly page: Saved }) {
  const now = useNow()
  const { pathname, search } = useLocation()
  const { votes } = page
  useEffect(() => rememberVotes(votes.flatMap(({ id, cast }) => cast.map(([axis, value]) => [id, axis, value] as const))), [votes])
  const targets = useMemo(() => new Map(votes.map((vote) => [vote.id, vote])), [votes])
  const find = useCallback(
    (kind: VoteKind, id: string): VoteTarget | undefined => {
      const vote = targets.get(id)
      return vote && { kind, id, said: vote.tally, authorIds: vote.authorIds }
    },
    [targets],
  )
  return (
    <List id="votehistory" title="Voted on" more={page.moreVotes} moreWord="More that you voted on">
      {votes.length === 0 ? (
        <p className="empty">
          You haven’t voted on anything yet. <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <VoteForm from={`${pathname}${search}`}>
          {dayGroups(votes, now ?? page.now, now === null ? 'UTC' : 'own').map(({ group, items }) => (
            <section key={group} aria-labelledby={`votes-${group}`}>
              <h3 className="group-word" id={`votes-${group}`}>
                {group}
              </h3>
              <ul className="plain-list places">
                {items.map((place) => (
                  <PlaceRow key={place.id} place={place} word="voted" now={now} fact={castWords(place)}>
                    {place.post === null ? null : <VoteControl kind={place.kind} id={place.id} tally={place.tally} />}
                  </PlaceRow>
                ))}
              </ul>
            </section>
          ))}
        </VoteForm>
      )}
      <VoteControls find={find} />
    </List>
  )
}

interface ListProps {
  readonly id: Tab
  readonly title: string
  readonly more: string | null
  readonly moreWord: string
  readonly children: ReactNode
}

function List({ id, title, more, moreWord, children }: ListProps) {
  return (
    <section id={id} className="saved-list" aria-labelledby={`${id}-title`}>
      <h2 className="section" id={`${id}-title`}>
        {title}
      </h2>
      {children}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>{moreWord}</MoreLink>
        </p>
      )}
    </section>
  )
}
