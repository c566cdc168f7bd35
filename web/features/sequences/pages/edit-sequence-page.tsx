import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useDevice } from '../../../data/device/use-device.ts'
import { useAnswer, usePage } from '../../../data/page.ts'
import type { loadEditSequence } from '../edit-sequence.load.ts'
import { ChapterForm } from '../parts/chapter-form.tsx'
import { MutationForm } from '../parts/mutation-form.tsx'
import { DetailsForm } from '../parts/details-form.tsx'
import { PostPicker } from '../parts/post-picker.tsx'

/** Where a sequence is made: what it is called, its chapters, and what stands in them. */
export default function EditSequencePage() {
  const page = usePage<typeof loadEditSequence>()
  const { sequence, chapters } = page
  useHeld(sequence.id)
  return (
    <div className="series-edit">
      <h1 className="page-title" dir="auto">
        {sequence.title}
      </h1>
      <p className="meta soft">
        {sequence.isRemoved ? 'Taken down' : sequence.isDraft ? 'Draft: only you can see it' : 'Public'} ·{' '}
        <a href={links.sequence(sequence.id)}>View sequence</a>
      </p>
      {chapters.map((chapter, at) => (
        <ChapterForm key={chapter.id} page={page} at={at} />
      ))}
      <p className="soft" role="status" data-drag-said="" />
      <MutationForm
        key={chapters.length}
        name="sequences.addChapter"
        about={{ sequenceId: sequence.id }}
        className="compose series-add"
        make={async (given) => (await import('../make-mutations.ts')).addChapterMutation(given)}
      >
        <TextField id="new-chapter" name="title" label="New chapter" maxLength={500} dir="auto" />
        <button className="btn">Add a chapter</button>
      </MutationForm>
      <PostPicker page={page} />
      <section aria-labelledby="details-title">
        <h2 className="section" id="details-title">
          About this sequence
        </h2>
        <DetailsForm page={page} />
        {sequence.isRemoved && !sequence.mayRestore ? null : (
          <MutationForm
            name="sequences.setRemoved"
            about={{ sequenceId: sequence.id }}
            make={async (given) => (await import('../make-mutations.ts')).removedMutation(given)}
          >
            <button className={sequence.isRemoved ? 'btn' : 'btn danger'} name="isRemoved" value={String(!sequence.isRemoved)}>
              {sequence.isRemoved ? 'Restore' : 'Delete'}
            </button>{' '}
            <span className="meta soft">Its posts stay as they are.</span>
          </MutationForm>
        )}
      </section>
    </div>
  )
}

/**
 * What one edits is on this device from then on. One that only this device knows is followed when
 * the server has it.
 */
function useHeld(sequenceId: string): void {
  const device = useDevice()
  const isFromServer = useAnswer().isFromDevice !== true
  useEffect(() => {
    if (isFromServer) device?.follow(`sequence:${sequenceId}`, 'own').catch(reportError)
  }, [device, sequenceId, isFromServer])
}
