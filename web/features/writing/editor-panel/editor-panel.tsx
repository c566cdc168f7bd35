/**
 * Where a post is written: the title, the text, how safe both are, what is said about it, who
 * writes along, and publishing. The text is a document (web/data/documents), the rest are records;
 * all of it works without a network. A new post is a draft with an address of its own from the
 * first key on.
 */
import type { Editor as TextEditor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import type { Post, Writing } from '#shared/posts/schema.ts'
import type { Level } from '#shared/documents/protocol.ts'
import { accessOf, canPublishPost, isWriting } from '#shared/posts/rules.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { canInlineComment, canSeeInlineComments } from '#shared/inline-comments/rules.ts'
import { canPublishPage } from '#shared/wiki/rules.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useMe } from '../../../data/viewer.ts'
import { isKind } from '../kinds.ts'
import { directionOf } from '../languages.ts'
import { MergedNotice } from '../merged/merged-notice.tsx'
import { InlineComments } from '../inline-comments/inline-comments.tsx'
import { SuggestionForm } from '../suggest/suggestion-form.tsx'
import { SuggestEntry } from '../suggest/suggest-entry.tsx'
import type { Counts } from '../words.ts'
import { countsInWords } from '../words.ts'
import './editor-panel-styles.ts'
import { PanelEditor } from './panel-editor.tsx'
import { DetailConflicts } from './detail-conflicts.tsx'
import { takeCaret } from './caret-and-keys.ts'
import { EditorFrame, WhenHere } from './editor-frame.tsx'
import { LinkField } from './details.tsx'
import { freshId } from '../../../data/fresh-id.ts'
import type { Face } from './member-named.ts'
import { isUnshared, otherWriters } from './sharing-words.ts'
import { Mode } from './mode.tsx'
import { Reopen } from './reopen.tsx'
import { TitleField } from './title-field.tsx'
import { useDocument } from './use-document.ts'

/** Few who write here write in the wiki. */
const PublishWiki = lazy(() => import('../wiki/publish-wiki.tsx').then((part) => ({ default: part.PublishWiki })))
const everybody: readonly string[] = ['somebody else']

export interface EditorPanelProps {
  readonly postId: string
  /** Nothing has been written yet, and nobody has heard of it. */
  readonly isNew: boolean
  /** As the page's load found them; the device's own are newer. */
  readonly post: Post | null
  readonly writing: Pick<Writing, 'kind' | 'lang'> & Partial<Writing>
  /** Of whoever has a part in it, as the page's load found them. */
  readonly faces: readonly Face[]
  /** What this member may do with the text, as the page's load found it. */
  readonly access: Level
  /** Of a new text: what else can be begun. */
  readonly beginnings?: ReactNode
  /** Of a new question: the one it is asked under. */
  readonly parentQuestionId?: string
}

export function EditorPanel({
  postId,
  isNew,
  post: postFromPage,
  writing: writingFromPage,
  faces,
  access: accessFromPage,
  beginnings,
  parentQuestionId,
}: EditorPanelProps) {
  const me = useMe()
  const device = useDevice()
  const [opening, setOpening] = useState(0)
  const [isSuggesting, setSuggesting] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const open = useDocument(postId, isNew, opening)
  const post = useRow(posts, postId) ?? postFromPage
  const said = useRow(writings, postId)
  const accessNow = post === null ? accessFromPage : accessOf(me.viewer, post)
  const access = accessNow === 'none' ? accessFromPage : accessNow
  const mayWrite = isWriting(access)
  /**
   * A page of the wiki: nobody's own once it is published, so that nobody shares it, and its name
   * is changed beside the editor.
   */
  const isWiki = post !== null && kindFacts(post).isInWiki
  const isCommonPage = isWiki && post?.publishedAt !== null
  const writing: Writing = said ?? { ...emptyWriting(postId), ...writingFromPage }
  const begun = useRef<Promise<void> | null>(isNew ? null : Promise.resolve())
  /** Settles when all that was said about the post so far is on this device. */
  const kept = useRef<Promise<unknown>>(Promise.resolve())
  const [words, setWords] = useState<Counts | null>(null)

  /** The first key makes it a draft; whatever comes after waits for that. */
  const begin = useCallback((): Promise<void> => {
    if (device === null) return Promise.resolve()
    const make = async () => {
      const { kind, lang, tags = [] } = writingFromPage
      const beginning = { id: postId, revisionId: freshId(), kind: isKind(kind) ? kind : 'post', lang } as const
      await device.commit(createPost, { ...beginning, ...(parentQuestionId && { parentQuestionId }) })
      if (tags.length > 0) await device.commit(setPostDetail, { id: postId, detail: { field: 'tags', value: [...tags] } })
      // The page stays as it is; only its address is the draft's from now on.
      history.replaceState(history.state, '', links.editPost(postId))
    }
    begun.current ??= make().catch((error: unknown) => {
      begun.current = null
      throw error
    })
    return begun.current
  }, [device, postId, writingFromPage, parentQuestionId])

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

  const takeEditor = useCallback(
    (next: TextEditor | null) => {
      setEditor(next)
      if (next !== null) takeCaret(next, postId)
    },
    [postId],
  )
  const closeSuggestions = useCallback((count: number | null) => {
    setSuggesting(false)
    setSent(count)
  }, [])

  if (open === 'failed') {
    return (
      <div className="notice" role="alert">
        <p>
          Couldn’t open the editor on this device. <a href={`${links.editPost(postId)}&form=1`}>Use the plain form</a>
        </p>
      </div>
    )
  }
  if (open === null) return <p className="soft">Opening the text…</p>
  const isPublished = post?.status === 'published'
  const hand = { name: me.name ?? '', slug: me.slug ?? '', userId: device?.account ?? '' }
  if (isSuggesting) {
    return (
      <div className="writing-editor">
        <h2 className="editor-title" lang={writing.lang} dir="auto">
          {writing.title || 'Untitled'}
        </h2>
        <SuggestionForm
          postId={postId}
          open={open}
          me={hand}
          lang={writing.lang}
          dir={directionOf(writing.lang)}
          onClose={closeSuggestions}
        />
      </div>
    )
  }
  const isAlone = post === null || (post.authorId === hand.userId && isUnshared(post))
  return (
    <EditorFrame
      {...{ open, postId, post, writing, faces, isPublished, isWiki, mayWrite }}
      mayPublish={post === null || canPublishPost(me.viewer, post).allowed}
      isUnwritten={isNew && said === undefined}
      whenSaved={() => kept.current}
      onDetail={setDetail}
    >
      <div className="editor-head">
        {beginnings}
        <Mode open={open} />
        {editor !== null && post !== null && canSeeInlineComments(me.viewer, post) ? <InlineComments editor={editor} post={post} /> : null}
        {editor !== null && post !== null && canInlineComment(me.viewer, post).allowed ? (
          <SuggestEntry postId={postId} sent={sent} isOffered={!isAlone} onSuggest={() => setSuggesting(true)} />
        ) : null}
        <Reopen open={open} onReopen={() => setOpening((before) => before + 1)} />
      </div>
      {mayWrite && !isCommonPage ? (
        <TitleField
          postId={postId}
          title={writing.title}
          lang={writing.lang}
          isNew={isNew && said === undefined}
          onTitle={(value, base) => setDetail({ field: 'title', value, base })}
        />
      ) : (
        <h2 className="editor-title" lang={writing.lang} dir="auto">
          {writing.title || 'Untitled'}
        </h2>
      )}
      {mayWrite ? <DetailConflicts writing={writing} /> : null}
      {editor !== null && mayWrite ? (
        <MergedNotice
          postId={postId}
          open={open}
          editor={editor}
          others={isCommonPage ? everybody : otherWriters(post, faces, device?.account ?? '')}
        />
      ) : null}
      {/* A link post begins with where it leads. */}
      {mayWrite && !isWiki ? <LinkField writing={writing} onDetail={setDetail} /> : null}
      <PanelEditor
        open={open}
        me={hand}
        lang={writing.lang}
        dir={directionOf(writing.lang)}
        onWords={setWords}
        place={`markdown:${postId}`}
        onEditor={takeEditor}
        post={post}
        mayLoad={mayWrite}
      />
      <p className="meta soft editor-count">{words === null ? null : countsInWords(words)}</p>
      <WhenHere open={open}>
        {isWiki && canPublishPage(me.viewer, post).allowed ? (
          <Suspense>
            <PublishWiki
              postId={postId}
              open={open}
              name={writing.title}
              lang={writing.lang}
              isPublished={isCommonPage}
              whenSaved={() => kept.current}
            />
          </Suspense>
        ) : null}
      </WhenHere>
    </EditorFrame>
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
