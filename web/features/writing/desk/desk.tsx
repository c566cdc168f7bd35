/**
 * Where a post is written: the title, the text, how safe both are, what is said about it, who writes along, and publishing.
 * The text is a document (web/data/documents), the rest are records; all of it works without a network. A new post is a draft with an address of its
 * own from the first key on.
 */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { links } from '#shared/links.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import type { Post, Writing } from '#shared/posts/schema.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useMe } from '../../../data/viewer.ts'
import { Editor } from '../editor.tsx'
import { directionOf } from '../languages.ts'
import { counted } from '../../../blocks/counts.ts'
import './desk-styles.ts'
import { Coauthors } from './coauthors.tsx'
import type { Coauthor } from './coauthors.tsx'
import { Details } from './details.tsx'
import { freshId } from '../../../data/fresh-id.ts'
import { Publish } from './publish.tsx'
import { SaveState } from './save-state.tsx'
import { TitleField } from './title-field.tsx'
import { useDocument } from './use-document.ts'

export interface DeskProps {
  readonly postId: string
  /** Nothing has been written yet, and nobody has heard of it. */
  readonly isNew: boolean
  /** As the page's load found them; the device's own are newer. */
  readonly post: Post | null
  readonly writing: Pick<Writing, 'kind' | 'lang'> & Partial<Writing>
  readonly coauthors: readonly Coauthor[]
}

export function Desk({ postId, isNew, post: postFromPage, writing: writingFromPage, coauthors }: DeskProps) {
  const me = useMe()
  const device = useDevice()
  const open = useDocument(postId, isNew)
  const post = useRow(posts, postId) ?? postFromPage
  const said = useRow(writings, postId)
  const writing: Writing = said ?? { ...emptyWriting(postId), ...writingFromPage }
  const begun = useRef<Promise<void> | null>(isNew ? null : Promise.resolve())
  /** Settles when all that was said about the post so far is on this device. */
  const kept = useRef<Promise<unknown>>(Promise.resolve())
  const [words, setWords] = useState<Count | null>(null)

  /** The first key makes it a draft; whatever comes after waits for that. */
  const begin = useCallback((): Promise<void> => {
    if (device === null) return Promise.resolve()
    const make = async () => {
      const { kind, lang } = writingFromPage
      await device.commit(createPost, { id: postId, revisionId: freshId(), kind, lang })
      // The page stays as it is; only its address is the draft's from now on.
      history.replaceState(history.state, '', links.editPost(postId))
    }
    begun.current ??= make().catch((error: unknown) => {
      begun.current = null
      throw error
    })
    return begun.current
  }, [device, postId, writingFromPage])

  const setDetail = useCallback(
    async (detail: Parameters<typeof setPostDetail.run>[1]['detail']) => {
      if (device === null) return
      const keeping = begin().then(() => device.commit(setPostDetail, { id: postId, detail }))
      kept.current = Promise.allSettled([kept.current, keeping])
      await keeping
    },
    [device, postId, begin],
  )

  useEffect(() => {
    if (open === null || open === 'failed' || !isNew) return
    const typed = (_update: Uint8Array, _origin: unknown, _doc: unknown, { local }: { readonly local: boolean }) => {
      if (local) begin().catch(reportError)
    }
    open.doc.on('update', typed)
    return () => open.doc.off('update', typed)
  }, [open, isNew, begin])

  if (open === 'failed') {
    return (
      <div className="notice" role="alert">
        <p>
          The editor could not be opened on this device. <a href={`${links.editPost(postId)}&form=1`}>Write in the plain form</a>
        </p>
      </div>
    )
  }
  if (open === null) return <p className="soft">Opening the text…</p>
  const isPublished = post?.status === 'published'
  return (
    <div className="writing-desk">
      <div className="desk-head">
        <SaveState open={open} postId={postId} />
      </div>
      <TitleField title={writing.title} lang={writing.lang} onTitle={(value) => setDetail({ field: 'title', value })} />
      <DeskEditor
        open={open}
        me={{ name: me.name ?? '', slug: me.slug ?? '', userId: device?.account ?? '' }}
        lang={writing.lang}
        dir={directionOf(writing.lang)}
        onWords={(count, minutes) => setWords({ words: count, minutes })}
      />
      <p className="meta soft desk-count">{words === null ? null : `${counted(words.words, 'word')}, ${words.minutes} min to read`}</p>
      <Details writing={writing} onDetail={setDetail} />
      {isNew && post === null ? null : (
        <Coauthors postId={postId} authorId={post?.authorId ?? ''} coauthorIds={post?.coauthorIds ?? []} known={coauthors} />
      )}
      <Publish postId={postId} open={open} writing={writing} isPublished={isPublished} whenKept={() => kept.current} />
    </div>
  )
}

interface Count {
  readonly words: number
  readonly minutes: number
}

type OpenHere = Exclude<ReturnType<typeof useDocument>, null | 'failed'>

interface DeskEditorProps {
  readonly open: OpenHere
  readonly me: { readonly name: string; readonly slug: string; readonly userId: string }
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly onWords: (words: number, minutes: number) => void
}

function DeskEditor({ open, me, lang, dir, onWords }: DeskEditorProps) {
  const isReadOnly = useSyncExternalStore(open.isReadOnly.subscribe, open.isReadOnly.get)
  return (
    <div id="writing-text" tabIndex={-1}>
      <Editor
        doc={open.doc}
        awareness={open.awareness}
        me={me}
        isReadOnly={isReadOnly}
        lang={lang}
        dir={dir}
        onWords={onWords}
        onSave={() => void open.settle()}
      />
    </div>
  )
}

const emptyWriting = (id: string): Writing => ({
  id,
  title: '',
  kind: 'post',
  linkUrl: null,
  lang: 'en',
  tags: [],
  writtenOn: null,
  submitToFrontpage: true,
  changedAt: 0,
})
