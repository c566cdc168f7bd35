import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { usePage } from '../../../data/page.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { forgetSaved, keptAt, markSent, putBack, typedIn } from '../../../data/saved-text.ts'
import { useEditorPanel } from '../editor-panel/use-editor-panel.ts'
import { QuickTakeForm } from '../../../blocks/comments/quick-take-form.tsx'
import type { Coming } from '../beginning.ts'
import { Preview } from '../parts/preview.tsx'
import { WriteForm } from '../parts/write-form.tsx'
import { isKind } from '../kinds.ts'
import type { loadNewPost } from '../write.load.ts'
import { Menu } from '../../../ui/menu.tsx'

export default function NewPostPage() {
  const { fields, hasPreview, isQuickTake, coming, parent } = usePage<typeof loadNewPost>()
  const { search, key } = useLocation()
  const navigate = useNavigate()
  const mayHaveEditor = !search.includes('form=1') && !hasPreview && !isQuickTake
  const [EditorPanel, openEditorPanel] = useEditorPanel('post:new', mayHaveEditor, true)
  // Another visit is another post.
  const [draft, setDraft] = useState(() => ({ key, id: freshId() }))
  if (draft.key !== key) setDraft({ key, id: freshId() })
  const device = useDevice()
  /** The draft that was made of what stood in the form. */
  const [handed, setHanded] = useState<string | null>(null)
  const toEditor = async (form: HTMLFormElement): Promise<FormError | null> => {
    if (device === null) return null
    // Its parts first: without them nothing is made.
    const { caretIn, makeDraftOf } = await import('../editor-panel/open-in-editor.ts')
    const row = await keptAt('post:new')
    if (row !== undefined) putBack(form, row)
    if (typedIn(form) !== null) {
      const error = await makeDraftOf(device, draft.id, form)
      if (error !== null) return error
      markSent(form)
      await forgetSaved('post:new')
      setHanded(draft.id)
      // The page stays as it is; only its address is the draft's from now on.
      history.replaceState(history.state, '', links.editPost(draft.id))
    } else if (caretIn(form) !== null) await holdEmpty(form, draft.id)
    await openEditorPanel()
    return null
  }
  if (isQuickTake)
    return (
      <div className="writing">
        <h1 className="page-title">New quick take</h1>
        <Beginnings kind="quickTake" search={search} />
        <QuickTakeForm onDone={(location) => void navigate(location.startsWith('#') ? `${links.quickTakes()}${location}` : location)} />
      </div>
    )
  if (typeof EditorPanel === 'function')
    return (
      <div className="writing">
        <h1 className="sr">New post</h1>
        <NotYet coming={coming} />
        <Under parent={parent} />
        <EditorPanel
          key={draft.id}
          postId={draft.id}
          isNew={handed !== draft.id}
          beginnings={<Beginnings kind={fields.kind} search={search} />}
          post={null}
          {...(fields.parentQuestionId !== '' && { parentQuestionId: fields.parentQuestionId })}
          writing={{
            kind: isKind(fields.kind) ? fields.kind : 'post',
            lang: fields.lang,
            tags: fields.tags
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== ''),
          }}
          faces={[]}
          access="own"
        />
      </div>
    )
  const isFrame = mayHaveEditor && EditorPanel !== 'plain'
  return (
    <div className="writing">
      {isFrame ? (
        <div className="editor-frame-bar live-only">
          <p className="savestate soft">Opening the editor…</p>
        </div>
      ) : null}
      <h1 className="page-title">New post</h1>
      <Beginnings kind={fields.kind} search={search} />
      <NotYet coming={coming} />
      <Under parent={parent} />
      {hasPreview ? <Preview fields={fields} /> : null}
      <WriteForm fields={fields} isPublished={false} isFrame={isFrame} {...(EditorPanel === 'held' && { toEditor })} />
    </div>
  )
}

/** Nothing is written yet, and somebody is about to: their first keys wait for the editor. */
async function holdEmpty(form: HTMLFormElement, postId: string): Promise<void> {
  const { holdKeys, keepCaretFor, keepTitleCaretFor } = await import('../editor-panel/caret-and-keys.ts')
  holdKeys()
  if (document.activeElement === form.elements.namedItem('markdown')) keepCaretFor(postId, 0)
  else keepTitleCaretFor(postId, 0)
}

/**
 * What can be begun from here, with the tags that were asked for. What was written already stays: a
 * post among the drafts, a quick take in its form.
 */
function Beginnings({ kind, search }: { readonly kind: string; readonly search: string }) {
  const asked = new URLSearchParams(search)
  const also = Object.fromEntries(
    ['tagId', 'subforumTagId', 'meta'].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : [])),
  )
  const kinds = [
    ['post', 'Post', links.newPost(undefined, also)],
    ['question', 'Question', links.newPost('question', also)],
    ['linkpost', 'Link post', links.newPost('linkpost', also)],
    ['quickTake', 'Quick take', links.newPost('quickTake', also)],
  ] as const
  const word = kinds.find(([name]) => name === kind)?.[1] ?? 'Post'
  return (
    <nav className="beginnings" aria-label="Post type">
      <Menu label={`${word}: change the type of post`} summary={word}>
        {kinds.map(([name, each, address]) => (
          <a key={name} href={address} aria-current={name === kind ? 'page' : undefined}>
            {each}
          </a>
        ))}
        <a href={links.importTexts()}>Import</a>
      </Menu>
    </nav>
  )
}

const notYet: Readonly<Record<Coming, string>> = {
  'event-copy': 'Events can’t be copied yet. This is a post of your own.',
  group: 'Only events can belong to a group so far. This is a post of your own.',
  'other-site': 'Your post will be published on this site.',
}

/** What a new question is asked under. */
function Under({ parent }: { readonly parent: ReturnType<typeof usePage<typeof loadNewPost>>['parent'] }) {
  if (parent === null) return null
  return (
    <p className="soft">
      Asked under{' '}
      <a href={parent.href} dir="auto">
        {parent.title}
      </a>
    </p>
  )
}

function NotYet({ coming }: { readonly coming: readonly Coming[] }) {
  if (coming.length === 0) return null
  return (
    <div className="notice" role="note">
      {coming.map((what) => (
        <p key={what}>{notYet[what]}</p>
      ))}
    </div>
  )
}
