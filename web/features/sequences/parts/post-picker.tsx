import { useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { EditData } from '../edit-data.ts'
import { nameOf } from './chapter-form.tsx'
import { MutationForm } from './mutation-form.tsx'

interface Candidate {
  readonly id: string
  readonly title: string
  readonly isWaiting: boolean
}

/**
 * Posts to be put in: one's own, and what a search finds. Without a script the search is a page of
 * its own.
 */
export function PostPicker({ page }: { readonly page: EditData }) {
  const { sequence, chapters, words } = page
  const [found, setFound] = useState<readonly Candidate[] | null>(null)
  const asked = useRef<AbortController | null>(null)
  const existing = new Set(chapters.flatMap(({ posts }) => posts.map(({ id }) => id)))
  const search = (typed: string) => {
    asked.current?.abort()
    const turn = new AbortController()
    asked.current = turn
    import('../find-posts.ts')
      .then(({ findPosts }) => findPosts(typed, turn.signal))
      .then((posts) => (turn.signal.aborted ? undefined : setFound(posts)))
      .catch(reportError)
  }
  const offered = (found ?? page.candidates).filter(({ id }) => !existing.has(id))
  return (
    <section className="series-form-section" aria-labelledby="add-posts">
      <h2 className="section" id="add-posts">
        Add posts
      </h2>
      <form
        role="search"
        className="series-add"
        action={links.editSequence('').split('?')[0]}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('words')
          search(typeof typed === 'string' ? typed.trim() : '')
        }}
      >
        <input type="hidden" name="sequenceId" value={sequence.id} />
        <div className="field">
          <label htmlFor="words">Find a post, or paste its URL</label>
          <input className="input" id="words" name="words" type="search" defaultValue={words} maxLength={200} />
        </div>
        <button className="btn">Find</button>
      </form>
      {offered.length === 0 ? (
        <p className="soft" role="status">
          {found === null && words === '' ? 'Your posts appear here.' : 'No matching posts.'}
        </p>
      ) : (
        <ul className="series-order">
          {offered.map((post) => (
            <li key={post.id}>
              <span className="series-order-title" dir="auto">
                {post.title}
                {post.isWaiting ? <span className="meta warm-word"> Not published</span> : null}
              </span>
              <MutationForm
                name="sequences.putPost"
                about={{ sequenceId: sequence.id, postId: post.id }}
                className="series-add"
                make={async (given) => (await import('../make-mutations.ts')).putMutation(given)}
              >
                {chapters.length < 2 ? (
                  <input type="hidden" name="to" value={`${chapters[0]?.id ?? ''}:`} />
                ) : (
                  <select
                    name="to"
                    className="input"
                    aria-label={`Chapter for ${post.title}`}
                    defaultValue={`${chapters.at(-1)?.id ?? ''}:`}
                  >
                    {chapters.map((chapter, at) => (
                      <option key={chapter.id} value={`${chapter.id}:`}>
                        {nameOf(chapters, at)}
                      </option>
                    ))}
                  </select>
                )}
                <button className="btn quiet" aria-label={`Add ${post.title}`}>
                  Add
                </button>
              </MutationForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
