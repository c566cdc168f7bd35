import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { PageTabs } from '../../../blocks/wiki/page-tabs.tsx'
import { useDevice } from '../../../data/device/use-device.ts'
import { useLocation } from '../../../data/navigation.ts'
import type { usePage } from '../../../data/page.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { intoEditor, useEditorPanel } from '../editor-panel/use-editor-panel.ts'
import { SharedReading } from '../parts/shared-reading.tsx'
import type { editView } from '../write.load.ts'
import { AboutPage } from './about-page.tsx'
import { WikiForm } from './wiki-form.tsx'
import type { WikiEditorView } from './wiki-editor-view.ts'

type EditPage = ReturnType<typeof usePage<typeof editView>>

/**
 * The text of a page of the wiki in the editor that posts have, and below it what is said of the
 * page. Also of one that is a draft still.
 */
export function EditWiki({ page, wiki }: { readonly page: EditPage; readonly wiki: WikiEditorView }) {
  const { fields, hasForm, post, writing, access, can, guest } = page
  const { address } = wiki
  const { search } = useLocation()
  // What was refused stands in the form, and nowhere else.
  const refused = useRefusedForm('wiki.publish', { id: post.id })
  const device = useDevice()
  const [EditorPanel, openEditorPanel] = useEditorPanel(`post:${post.id}`, can.open && refused === null && !search.includes('form=1'))
  const hasEditorPanel = typeof EditorPanel === 'function'
  useFollowed(address === null ? [] : [post.id, wiki.tag.lensOf ?? post.id])
  const name = wiki.tag.name === '' ? 'a new page' : wiki.tag.name
  return (
    <div className="writing">
      {address === null ? null : (
        <p className="meta crumbs">
          <a href={links.wikiTags()}>Wiki</a>
          <span className="soft"> / </span>
          <a href={links.wiki(address.slug)} dir="auto">
            {wiki.pageName}
          </a>
        </p>
      )}
      <h1 className="page-title" dir="auto">
        Editing {name}
      </h1>
      {address === null ? (
        <p className="meta soft">
          {wiki.tag.lensOf === null
            ? 'Only you can see it until you publish it. Then every member can edit it.'
            : `A lens of ${wiki.pageName}. Only you can see it until you publish it.`}
        </p>
      ) : (
        <PageTabs slug={address.slug} lens={address.lens} current="edit" commentCount={post.commentCount} />
      )}
      {hasEditorPanel ? (
        <EditorPanel key={post.id} postId={post.id} isNew={false} post={post} writing={writing} faces={page.faces} access={access} />
      ) : !can.write ? (
        <SharedReading fields={fields} guest={guest} />
      ) : EditorPanel === 'coming' || !hasForm ? (
        <p className="soft">Opening the editor…</p>
      ) : (
        <WikiForm
          key={post.id}
          fields={fields}
          seenId={post.revisionId}
          savedAt={page.savedAt}
          address={address}
          {...(EditorPanel === 'held' && { toEditor: intoEditor(device, fields, openEditorPanel) })}
        />
      )}
      {address === null ? null : <AboutPage post={post} wiki={wiki} address={address} />}
    </div>
  )
}

/** What one edits is on this device from then on: publishing is a mutation over its rows. */
function useFollowed(postIds: readonly string[]): void {
  const device = useDevice()
  const names = [...new Set(postIds)].join(' ')
  useEffect(() => {
    if (device === null || device.account === null || names === '') return
    Promise.all(names.split(' ').map((id) => device.follow(`thread:${id}`))).catch(reportError)
  }, [device, names])
}
