import { useCallback, useEffect, useRef, useState } from 'react'
import type { DecisionName, JudgedItem } from '#shared/moderation-queue/decisions.ts'
import { asksFor, decisionByKey, decisionOf } from '#shared/moderation-queue/decisions.ts'
import { links } from '#shared/links.ts'
import { useLocation, useNavigate, useRefresh } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { DecisionBar, mayDecide } from '../parts/decision-bar.tsx'
import { DecisionForm } from '../parts/decision-form.tsx'
import { PlainDecisions } from '../parts/plain-decisions.tsx'
import { QueueList } from '../parts/queue-list.tsx'
import { PostsToSort, ReportedThings } from '../parts/queue-others.tsx'
import { ReviewedMember } from '../parts/reviewed-member.tsx'
import { UndoBar, usePending } from '../parts/undo-bar.tsx'
import { ownDecisions, sendWhenLeaving } from '../own-decisions.ts'
import type { PendingDecisions } from '../pending-decisions.ts'
import { isOfMembers, queueTabs, tabWords } from '../queue-tabs.ts'
import type { ReviewedItem } from '../reviewed-member.ts'
import type { loadSupermod } from '../supermod.load.ts'
import { useClaim } from '../use-claim.ts'
import { useQueueKeys } from '../use-queue-keys.ts'
import '../supermod-styles.ts'

/** The moderators' queue: who waits, the member who is open, and what can be decided. */
export default function SupermodPage({ decisions = ownDecisions }: { readonly decisions?: PendingDecisions }) {
  const page = usePage<typeof loadSupermod>()
  const { tab, counts, opened, templates, siteName, now } = page
  const { search } = useLocation()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const pending = usePending(decisions)
  const [asking, setAsking] = useState<DecisionName | null>(null)
  const [said, setSaid] = useState('')
  const selection = useSelection(opened?.items ?? [])
  const claim = useClaim(opened?.userId ?? null, decisions)
  const arrivedAt = useRef(0)
  useEffect(() => {
    arrivedAt.current = performance.now()
  }, [now])
  useEffect(sendWhenLeaving, [])
  useRefreshAfter(pending, refresh)

  // Who was decided about is away at once, and back with a decision that was undone or failed.
  const isAway = (userId: string) =>
    pending.some((one) => one.userId === userId && one.leaves && (one.state === 'waiting' || one.state === 'sending'))
  const rows = page.rows.filter(({ userId }) => !isAway(userId))
  const member = opened === null || isAway(opened.userId) ? null : { ...opened, heldBy: claim ?? opened.heldBy }
  const at = rows.findIndex(({ userId }) => userId === opened?.userId)
  const open = (userId: string | undefined) => {
    setAsking(null)
    void navigate(links.supermod({ tab, user: userId }), { replace: true, preventScrollReset: true })
  }
  const step = (by: 1 | -1) => {
    const next = rows[at === -1 ? 0 : at + by]
    if (next !== undefined) open(next.userId)
  }

  const itemFor = (name: DecisionName): JudgedItem | null => {
    const { of } = decisionOf(name)
    return of === undefined ? null : judged(of === 'chosen' ? selection.item : (opened?.items[0] ?? null))
  }
  const decide = (name: DecisionName, given = { reason: '', contributions: 0 }) => {
    if (member === null) return
    const item = itemFor(name)
    const { done, leaves = false, calls } = decisionOf(name)
    setAsking(null)
    decisions.add({
      ...{ userId: member.userId, words: `${done} ${member.name}`, leaves },
      calls: calls({ ...member, item }, { ...given, now: now + Math.round(performance.now() - arrivedAt.current) }),
    })
    setSaid(`${done} ${member.name}`)
    const others = rows.filter(({ userId }) => userId !== member.userId)
    if (leaves) open((others[at] ?? others[0])?.userId)
  }
  const begin = (name: DecisionName) => {
    const { of } = decisionOf(name)
    if (member === null || !mayDecide(member, name) || (of !== undefined && itemFor(name) === null)) return
    if (asksFor(name, itemFor(name)) === undefined) decide(name)
    else setAsking(name)
  }
  const undo = () => {
    const one = decisions.undo()
    if (one !== null) setSaid(`Undone: ${one.words}`)
    if (one?.leaves === true) open(one.userId)
  }
  useQueueKeys((key) => {
    if (key === 'z') return (undo(), true)
    if (!isOfMembers(tab) && !page.isAsked) return false
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const by = key === 'ArrowDown' ? 1 : -1
      if (selection.isInside) selection.move(by)
      else step(by)
      return true
    }
    if (key === 'Enter') return selection.enter()
    if (key === 'Escape') return asking === null ? selection.leave() : (setAsking(null), true)
    if (key === 'u' && member !== null) return (void copyId(member.userId, setSaid), true)
    if (key === 'l') return (setSaid('Content checks run when something is published. What they found is under Checked texts.'), true)
    const name = decisionByKey(key)
    if (name === undefined) return false
    begin(name)
    return true
  })
  return (
    <div className="supermod">
      <h1 className="page-title">Moderation queue</h1>
      <Tabs
        label="Queue"
        tabs={queueTabs.map((name) => ({
          href: links.supermod({ tab: name }),
          word: name === 'posts' ? tabWords[name] : `${tabWords[name]} (${counts[name]})`,
          isCurrent: name === tab,
        }))}
      />
      <p className="meta soft supermod-links">
        <a href={links.moderationTemplates()}>Templates</a>
        <a href={`${links.supermod({ tab })}#keys`}>Keys</a>
      </p>
      {tab === 'reports' ? <ReportedThings rows={page.reports} /> : null}
      {tab === 'posts' ? <PostsToSort rows={page.posts} /> : null}
      <div className="supermod-panes">
        {isOfMembers(tab) ? <QueueList rows={rows} tab={tab} openId={member?.userId ?? null} more={page.more} now={now} /> : null}
        {member === null ? null : (
          <div className="supermod-open">
            {asking === null ? null : (
              <DecisionForm
                key={`${asking}${member.userId}`}
                {...{ name: asking, memberName: member.name, siteName, templates }}
                title={asking === 'reject' ? (selection.item?.title ?? '') : (member.items[0]?.title ?? '')}
                onDone={(given) => decide(asking, given)}
                onCancel={() => setAsking(null)}
              />
            )}
            <DecisionBar member={member} item={judged(selection.item)} onDecide={begin} onUndo={undo} />
            <PlainDecisions member={member} from={`/admin/supermod${search}`} />
            <ReviewedMember member={member} selectedId={selection.item?.id ?? null} onSelect={selection.select} />
          </div>
        )}
      </div>
      <KeyHelp />
      <p className="sr" role="status">
        {said}
      </p>
      <UndoBar decisions={decisions} onUndo={undo} />
    </div>
  )
}

const judged = (item: ReviewedItem | null): JudgedItem | null =>
  item === null ? null : { kind: item.kind, id: item.id, isRejected: item.rejectedReason !== null }

/** Which of the member's posts and comments is chosen; arrows move within once one has entered. */
function useSelection(items: readonly ReviewedItem[]) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isInside, setInside] = useState(false)
  const item = items.find(({ id }) => id === chosen) ?? items[0] ?? null
  const select = useCallback((id: string) => setChosen(id), [])
  return {
    item,
    isInside: isInside && items.length > 0,
    select,
    move(by: 1 | -1) {
      const next = items[Math.min(items.length - 1, Math.max(0, (item === null ? 0 : items.indexOf(item)) + by))]
      if (next === undefined) return
      setChosen(next.id)
      document.querySelector(`#item-${next.id}`)?.scrollIntoView({ block: 'nearest' })
    },
    enter(): boolean {
      document.querySelector<HTMLElement>('#reviewed-name')?.focus()
      setInside(true)
      return true
    },
    leave(): boolean {
      if (!isInside) return false
      setInside(false)
      document.querySelector<HTMLElement>('.queue-list [aria-current]')?.focus()
      return true
    },
  }
}

/** The page is made again once what was decided has been done, or was refused. */
function useRefreshAfter(pending: ReturnType<typeof usePending>, refresh: () => Promise<void>): void {
  const settled = pending.filter(({ state }) => state === 'sent' || state === 'failed').length
  const before = useRef(settled)
  useEffect(() => {
    if (settled === before.current) return
    before.current = settled
    refresh().catch(reportError)
  }, [settled, refresh])
}

async function copyId(userId: string, say: (words: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(userId)
    say('User ID copied')
  } catch {
    say('Your browser doesn’t allow copying')
  }
}

function KeyHelp() {
  return (
    <p className="meta soft" id="keys">
      <kbd>↑</kbd> <kbd>↓</kbd> previous and next · <kbd>Enter</kbd> open posts and comments · <kbd>Esc</kbd> back to the list ·{' '}
      <kbd>U</kbd> copy user ID · <kbd>Z</kbd> undo. Each button names its own key. Decisions are sent after 15 seconds. Approving, snoozing
      and removing someone closes open reports about them as “no action needed”, banning as “resolved”.
    </p>
  )
}
