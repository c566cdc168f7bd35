/** Where words are typed: how a member comes to each field, and sends what stands in it. */
import type { Locator, Page } from 'playwright-core'
import { textOf, titleOf } from '../../web/e2e/support/editor-panel.ts'
import { openFeedback, sendButton } from '../../web/e2e/support/feedback.ts'
import { alive } from '../../web/e2e/support/places.ts'
import type { FieldName } from './plan.ts'

/** The places of a round, fixed when it begins. */
export interface Places {
  /** Path of a public post. */
  readonly post: string
  /** Of somebody's comment on it. */
  readonly commentId: string
  /** Of the member's own, which no round has changed before, and the path of its post. */
  readonly ownCommentId: string
  readonly ownPost: string
  /** Path of a page of the wiki. */
  readonly wiki: string
  /** Slug of somebody with whom the member has no conversation yet. */
  readonly recipient: string
  /** Path of the draft that the round has begun, as soon as it has one. */
  draft: string | null
}

export interface Field {
  /** Path of its page. */
  path(places: Places): string
  /** On its page: opened, if it has to be. */
  open(page: Page, places: Places): Promise<void>
  input(page: Page): Locator
  /** The editor that takes the place of the plain field once it has the focus, where one does. */
  loaded?(page: Page): Locator
  send(page: Page): Promise<void>
}

const press = (scope: Locator, name: string | RegExp): Promise<void> => scope.getByRole('button', { name, exact: true }).click()
const wait = async (page: Page, input: (page: Page) => Locator): Promise<void> => input(page).waitFor()

/** The editor, once it stands in the place of the plain field. */
const composerInput = (form: string): string => `${form} textarea:not([aria-hidden]), ${form} .writing-text`

/** The button of a form is the same for all comments. */
const composer = (form: string, button: string): Pick<Field, 'input' | 'loaded' | 'send'> => ({
  input: (page) => page.locator(composerInput(form)).first(),
  loaded: (page) => page.locator(`${form} .small-text`).first(),
  send: (page) => press(page.locator(form), button),
})

const besides = 'form.compose:not(#new-comment)'
const itemOf = (page: Page, commentId: string): Locator => page.locator(`li[data-comment="${commentId}"] > article`)

const editorOf = (input: (page: Page) => Locator): Omit<Field, 'path'> => ({
  open: (page) => wait(page, input),
  input,
  send: (page) =>
    page
      .locator('.writing-editor')
      .getByRole('button', { name: /^Publish/u })
      .click(),
})

const draftPath = ({ draft }: Places): string => draft ?? '/newPost'

export const fields: Readonly<Record<FieldName, Field>> = {
  post: { path: draftPath, ...editorOf(textOf) },
  title: { path: draftPath, ...editorOf(titleOf) },
  wiki: { path: ({ wiki }) => `${wiki}/edit`, ...editorOf(textOf) },
  comment: {
    path: ({ post }) => post,
    ...composer('#new-comment', 'Comment'),
    open: (page) => page.locator('#new-comment textarea').waitFor(),
  },
  'quick-take': {
    path: () => '/quicktakes',
    ...composer('#new-quick-take', 'Post'),
    open: (page) => page.locator('#new-quick-take textarea').first().waitFor(),
  },
  reply: {
    path: ({ post, commentId }) => `${post}#${commentId}`,
    ...composer(besides, 'Reply'),
    async open(page, { commentId }) {
      await alive(page)
      const form = itemOf(page, commentId).locator('form textarea')
      // Of what was begun, "Draft reply" stands beside it and leads to the same form.
      if ((await form.count()) === 0) await itemOf(page, commentId).getByRole('link', { name: 'Reply', exact: true }).click()
      await form.waitFor()
    },
  },
  edit: {
    path: ({ ownPost, ownCommentId }) => `${ownPost}#${ownCommentId}`,
    ...composer(besides, 'Save'),
    async open(page, { ownCommentId }) {
      await alive(page)
      // Where the device was late, the form has a page of its own, which a reload opens again.
      if (new URL(page.url()).pathname === '/editComment') return wait(page, (on) => on.locator(`${besides} textarea`))
      const item = itemOf(page, ownCommentId)
      if ((await item.locator('form textarea').count()) > 0) return
      await item.locator('.c-more').click()
      await press(item.locator('.c-menu'), 'Edit')
      await page.locator(`${besides} textarea`).waitFor()
    },
  },
  message: {
    path: ({ recipient }) => `/message/${recipient}`,
    ...composer('.inbox-open form.compose', 'Send'),
    open: (page) => page.locator('.inbox-open form.compose textarea').waitFor(),
  },
  feedback: {
    path: ({ post }) => post,
    async open(page) {
      await alive(page)
      if ((await page.locator('dialog.feedback').count()) === 0) await openFeedback(page)
    },
    input: (page) => page.getByLabel('Description', { exact: true }),
    send: (page) => sendButton(page).click(),
  },
}
