/**
 * The place around a text that is written: a bar that stays in sight, and what it opens beside the
 * text.
 */
import type { ReactNode } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { links } from '#shared/links.ts'
import type { Post, Writing } from '#shared/posts/schema.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Coauthors } from '../parts/coauthors.tsx'
import { SideSheet } from './side-sheet.tsx'
import type { DetailsProps } from './details.tsx'
import { Details } from './details.tsx'
import type { Face } from './member-named.ts'
import { usePublish } from './publish.tsx'
import { SaveState } from './save-state.tsx'
import { Sharing } from './sharing.tsx'
import { Versions } from './versions.tsx'

interface EditorFrameProps {
  readonly open: OpenDocument
  readonly postId: string
  /** `null`: nobody has heard of it yet. */
  readonly post: Post | null
  readonly writing: Writing
  readonly faces: readonly Face[]
  readonly isPublished: boolean
  /** A page of the wiki is published and described below its text, and nobody shares it. */
  readonly isWiki: boolean
  readonly mayWrite: boolean
  readonly mayPublish: boolean
  readonly isUnwritten: boolean
  readonly whenSaved: () => Promise<unknown>
  readonly onDetail: DetailsProps['onDetail']
  readonly children: ReactNode
}

type SheetName = 'share' | 'settings' | 'versions'

export function EditorFrame(props: EditorFrameProps) {
  const { open, postId, post, writing, faces, isPublished, isWiki, mayWrite, mayPublish, isUnwritten, whenSaved, onDetail, children } =
    props
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const isHere = useSyncExternalStore(open.isHere.subscribe, open.isHere.get)
  const publish = usePublish({ postId, open, writing, isPublished, whenSaved, onDetail })
  useEffect(() => {
    document.documentElement.toggleAttribute('data-editing', true)
    return () => document.documentElement.removeAttribute('data-editing')
  }, [])
  const close = () => setSheet(null)
  const isOffered = {
    preview: post !== null,
    share: post !== null && !isWiki,
    settings: mayWrite && !isWiki,
    versions: post !== null && mayWrite && isHere,
    // A text that has not come yet would be published as an empty one.
    publish: mayPublish && !isWiki && isHere,
  }
  return (
    <div className="writing-editor">
      <div className="editor-bar" role="group" aria-label="This text">
        <SaveState open={open} postId={postId} isUnwritten={isUnwritten} />
        {isOffered.preview ? (
          <a className="btn quiet small bar-wide" href={links.post(post ?? { id: postId, slug: null })}>
            {isPublished ? 'View post' : 'Preview'}
          </a>
        ) : null}
        {isOffered.share ? (
          <button className="btn quiet small bar-wide" type="button" aria-haspopup="dialog" onClick={() => setSheet('share')}>
            Share
          </button>
        ) : null}
        <Menu label="More about this text" summary={<Icon name="dots" />} className="editor-menu">
          {isOffered.preview ? (
            <a className="bar-narrow" href={links.post(post ?? { id: postId, slug: null })}>
              {isPublished ? 'View post' : 'Preview'}
            </a>
          ) : null}
          {isOffered.share ? (
            <button className="bar-narrow" type="button" data-closes="" onClick={() => setSheet('share')}>
              Share
            </button>
          ) : null}
          {isOffered.settings ? (
            <button type="button" data-closes="" onClick={() => setSheet('settings')}>
              Post settings
            </button>
          ) : null}
          {isOffered.versions ? (
            <button type="button" data-closes="" onClick={() => setSheet('versions')}>
              Version history
            </button>
          ) : null}
          {isOffered.preview && mayWrite ? <a href={links.exportTexts({ postId })}>Export</a> : null}
          <a href={links.drafts()}>All drafts</a>
        </Menu>
        {isOffered.publish ? publish.button : null}
      </div>
      {isOffered.publish ? publish.notice : null}
      {children}
      {post !== null && isOffered.share ? (
        <SideSheet title="Share" isOpen={sheet === 'share'} onClose={close}>
          <Sharing post={post} title={writing.title} open={open} known={faces} />
          {mayWrite ? <Coauthors post={post} known={faces} made={[]} loadedAt={0} isPlain /> : null}
        </SideSheet>
      ) : null}
      {isOffered.settings ? (
        <SideSheet title="Post settings" isOpen={sheet === 'settings'} onClose={close}>
          <Details writing={writing} onDetail={onDetail} />
        </SideSheet>
      ) : null}
      {post !== null && isOffered.versions ? (
        <SideSheet title="Version history" isOpen={sheet === 'versions'} onClose={close}>
          <Versions post={post} open={open} isOpen={sheet === 'versions'} />
        </SideSheet>
      ) : null}
      {isOffered.publish ? publish.sheet : null}
    </div>
  )
}

/** A text that has not come yet must be neither kept nor published: it would be an empty one. */
export function WhenHere({ open, children }: { readonly open: OpenDocument; readonly children: ReactNode }) {
  return useSyncExternalStore(open.isHere.subscribe, open.isHere.get) ? children : null
}
