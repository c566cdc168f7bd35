import { useRef } from 'react'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { EditData } from '../edit-data.ts'
import { useDragOrder } from '../../../blocks/order/use-drag-order.ts'
import { Was } from '../../../blocks/forms/mutation-form.tsx'
import { MoveButtons, stepsIn } from '../../../blocks/order/move-buttons.tsx'
import { MutationForm } from './mutation-form.tsx'
import { TypedTextField } from './typed-text.tsx'

type ChapterData = EditData['chapters'][number]

interface ChapterFormProps {
  readonly page: EditData
  /** Its place among the chapters, from 0 on. */
  readonly at: number
}

/** One chapter: its name and text, its posts in their order, and where each may go. */
export function ChapterForm({ page: { sequence, chapters, staff }, at }: ChapterFormProps) {
  const chapter = chapters[at]
  const list = useRef<HTMLOListElement>(null)
  useDragOrder(list, chapter?.posts.map(({ id }) => id) ?? [], async ({ postId, beforeId, list: { dataset } }) => {
    const [{ doInSequence }, { putMutation }] = await Promise.all([import('../do-in-sequence.ts'), import('../make-mutations.ts')])
    return doInSequence(async () => putMutation({ postId, to: `${dataset['chapter'] ?? ''}:${beforeId}` }))
  })
  if (chapter === undefined) return null
  const name = nameOf(chapters, at)
  return (
    <section className="series-form-section" aria-labelledby={`chapter-${chapter.id}`}>
      <div className="head">
        <h3 className="section" id={`chapter-${chapter.id}`} dir="auto">
          {name}
        </h3>
        <ChapterMoves sequenceId={sequence.id} chapters={chapters} at={at} />
      </div>
      <details className="series-fold">
        <summary>Name and text</summary>
        <MutationForm
          name="sequences.setChapterDetails"
          about={{ sequenceId: sequence.id, chapterId: chapter.id }}
          className="compose"
          make={async (given) => (await import('../make-mutations.ts')).chapterMutations(given)}
        >
          <TextField
            key={`t-${chapter.title}`}
            id={`title-${chapter.id}`}
            name="title"
            label="Title"
            defaultValue={chapter.title}
            maxLength={500}
            dir="auto"
          />
          <Was name="title" value={chapter.title} />
          <TextField
            key={`s-${chapter.subtitle}`}
            id={`subtitle-${chapter.id}`}
            name="subtitle"
            label="Subtitle"
            defaultValue={chapter.subtitle}
            maxLength={500}
            dir="auto"
          />
          <Was name="subtitle" value={chapter.subtitle} />
          <TypedTextField id={`markdown-${chapter.id}`} label="Text" text={chapter.text} />
          <div className="compose-acts">
            <button className="btn">Save</button>
          </div>
        </MutationForm>
      </details>
      {chapter.posts.length === 0 ? <p className="soft">No posts yet. Add some below.</p> : null}
      <ol className="series-order" ref={list} data-chapter={chapter.id} data-sequence={sequence.id}>
        {chapter.posts.map((post, n) => (
          <li key={post.id} data-post={post.id}>
            <span className="series-order-title" dir="auto">
              {post.title ?? 'A post that is unpublished or not on this device'}
              {post.isWaiting ? <span className="meta warm-word"> Not published</span> : null}
            </span>
            <PostMoves
              sequenceId={sequence.id}
              chapters={chapters}
              at={at}
              n={n}
              title={post.title ?? 'the post'}
              isForStaff={staff !== null}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

export const nameOf = (chapters: readonly ChapterData[], at: number): string => chapters[at]?.title || `Chapter ${at + 1}`

interface MovesProps {
  readonly sequenceId: string
  readonly chapters: readonly ChapterData[]
  readonly at: number
}

function ChapterMoves({ sequenceId, chapters, at }: MovesProps) {
  const chapter = chapters[at]
  if (chapter === undefined || chapters.length < 2) return null
  const about = { sequenceId, chapterId: chapter.id }
  const name = nameOf(chapters, at)
  return (
    <div className="series-moves">
      <MutationForm
        name="sequences.moveChapter"
        about={about}
        make={async (given) => (await import('../make-mutations.ts')).moveChapterMutation(given)}
      >
        <MoveButtons name={name} steps={stepsIn(chapters, at)} />
      </MutationForm>
      <MutationForm
        name="sequences.removeChapter"
        about={about}
        make={async (given) => (await import('../make-mutations.ts')).removeChapterMutation(given)}
      >
        <button className="btn quiet" aria-label={`Remove ${name}; its posts move to the neighboring chapter`}>
          Remove
        </button>
      </MutationForm>
    </div>
  )
}

interface PostMovesProps extends MovesProps {
  /** Its place in the chapter, from 0 on. */
  readonly n: number
  readonly title: string
  readonly isForStaff: boolean
}

/** Up and down, over the ends of a chapter into the one beside it. */
function PostMoves({ sequenceId, chapters, at, n, title, isForStaff }: PostMovesProps) {
  const chapter = chapters[at]
  const post = chapter?.posts[n]
  if (chapter === undefined || post === undefined) return null
  const before = chapters[at - 1]
  const after = chapters[at + 1]
  const up = n > 0 ? `${chapter.id}:${chapter.posts[n - 1]?.id ?? ''}` : before === undefined ? null : `${before.id}:`
  const isLast = n === chapter.posts.length - 1
  const down = isLast
    ? after === undefined
      ? null
      : `${after.id}:${after.posts[0]?.id ?? ''}`
    : `${chapter.id}:${chapter.posts[n + 2]?.id ?? ''}`
  const about = { sequenceId, postId: post.id }
  return (
    <div className="series-moves">
      <MutationForm
        name="sequences.putPost"
        about={about}
        make={async (given) => (await import('../make-mutations.ts')).putMutation(given)}
      >
        <MoveButtons field="to" name={title} steps={{ up, down }} />
      </MutationForm>
      <MutationForm
        name="sequences.takePost"
        about={about}
        make={async (given) => (await import('../make-mutations.ts')).takeMutation(given)}
      >
        <button className="btn quiet" aria-label={`Take out ${title}`}>
          Take out
        </button>
      </MutationForm>
      {isForStaff ? (
        <MutationForm
          name="sequences.setMain"
          about={about}
          make={async (given) => (await import('../make-mutations.ts')).mainMutation(given)}
        >
          <button className="btn quiet" aria-label={`Main: readers of ${title} go on by this sequence`}>
            Main
          </button>
        </MutationForm>
      ) : null}
    </div>
  )
}
