import type { Entry } from '#shared/text/compare/compared.ts'
import type { Gap } from '#shared/text/compare/show.ts'
import type { Post } from '#shared/posts/schema.ts'
import { isWikiKeeper } from '#shared/wiki/rules.ts'
import { ComparedText } from '../../../blocks/compare/compared-text.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { EditFacts } from '../../../blocks/wiki/edit-facts.tsx'
import { useViewer } from '../../../data/viewer.ts'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { ActivityView } from '../activity.ts'
import { EditVote } from './edit-vote.tsx'
import { useEditVotes } from './use-edit-votes.ts'
import './wiki-places.css'

interface ActivityListProps {
  readonly activity: readonly ActivityView[]
  /** What an edit changed, by the id of its revision. */
  readonly compared?: Readonly<Record<string, readonly (Entry | Gap)[]>>
  /** Of the page whose history it is: its keepers say what counts for whom. */
  readonly pageId?: string
  /** The posts that its edits are of. */
  readonly texts?: readonly Post[]
}

const noTexts: readonly Post[] = []

/** What happened, newest first: who did what, to what, and when. */
export function ActivityList({ activity, compared = {}, pageId, texts = noTexts }: ActivityListProps) {
  const now = useNow()
  const isKeeper = isWikiKeeper(useViewer())
  const find = useEditVotes(activity, texts)
  return (
    <>
      <ul className="activity">
        {activity.map((one) => (
          <li key={one.id}>
            <p>
              <PersonLink person={one.by} /> {one.words}
              {one.about === null ? null : (
                <>
                  {' '}
                  <a href={one.about.href} dir="auto">
                    {one.about.name}
                  </a>
                </>
              )}
              {one.note === '' ? null : <span dir="auto">: “{one.note}”</span>}
              {one.change === null ? null : (
                <>
                  {' '}
                  from <del dir="auto">{one.change.from}</del> to <ins dir="auto">{one.change.to}</ins>
                </>
              )}
            </p>
            <div className="meta soft">
              <Time at={one.at} now={now} />
              <EditFacts edit={one} word={one.kind === 'comments' ? 'View in discussion' : 'View that version'} />
              {one.vote === null ? null : <EditVote id={one.id} by={one.by.name} tally={one.vote.tally} />}
            </div>
            {pageId === undefined || one.revisionId === null || !isKeeper ? null : (
              <MutationForm name="wiki.setCredit" about={{ id: pageId, revisionId: one.revisionId }}>
                <button className="btn quiet small" name="isCredited" value={one.isUncredited ? 'yes' : 'no'}>
                  {one.isUncredited ? 'Credit the editor' : 'Don’t credit'}
                </button>
              </MutationForm>
            )}
            <Compared entries={compared[one.revisionId ?? '']} idPrefix={`${one.revisionId}-`} />
          </li>
        ))}
      </ul>
      <VoteControls find={find} />
    </>
  )
}

function Compared({ entries, idPrefix }: { readonly entries: readonly (Entry | Gap)[] | undefined; readonly idPrefix: string }) {
  return entries === undefined || entries.length === 0 ? null : <ComparedText entries={entries} idPrefix={idPrefix} />
}
