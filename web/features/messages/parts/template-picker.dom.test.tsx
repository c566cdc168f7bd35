import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { startKeeping } from '../../../data/saved-text.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show, went } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { MessageForm } from './message-form.tsx'
import { TemplatePicker } from './template-picker.tsx'

startKeeping()

const field = page.getByRole('textbox', { name: 'Message' })
const fold = page.getByText('Insert template', { exact: true })
const template = (name: string) => page.getByRole('link', { name, exact: true })
const groups = [
  { label: '', templates: [{ id: 'a', name: 'Welcome', text: 'Hello Ben,\nwelcome.' }] },
  { label: 'Warnings', templates: [{ id: 'b', name: 'Links', text: 'Please don’t post links.' }] },
]

/** The composer of a conversation in the moderators’ inbox. */
async function showComposer() {
  const { device } = await openTestDevice({ isOnDisk: true })
  const id = nextId()
  const above = (fieldId: string) => (
    <TemplatePicker {...{ groups, fieldId }} hrefOf={(templateId) => links.moderatorInbox({ conversation: id, templateId })} />
  )
  await show(<MessageForm conversationId={id} above={above} />)
  return { device, id }
}

test('a template that is clicked stands in the message, with the cursor there, and nothing is left or sent', async () => {
  const { id } = await showComposer()
  await fold.click()
  await expect.element(page.getByRole('heading', { name: 'Warnings' })).toBeVisible()
  await expectAccessible()
  // Without a script it leads to the page with the text in it.
  await expect.element(template('Welcome')).toHaveAttribute('href', links.moderatorInbox({ conversation: id, templateId: 'a' }))
  await template('Welcome').click()
  await expect.element(field).toHaveValue('Hello Ben,\nwelcome.')
  await expect.poll(focused).toBe('Message')
  // The list has closed, so that the message is what is seen.
  await expect.poll(() => template('Welcome').elements()).toEqual([])
  expect([went.to, network.asked()]).toEqual([[], []])
})

test('comes after what is typed already, which a second one leaves as well', async () => {
  await showComposer()
  await field.fill('First, thank you.')
  await fold.click()
  await template('Welcome').click()
  await expect.element(field).toHaveValue('First, thank you.\n\nHello Ben,\nwelcome.')
  await fold.click()
  await template('Links').click()
  await expect.element(field).toHaveValue('First, thank you.\n\nHello Ben,\nwelcome.\n\nPlease don’t post links.')
})

test('is kept on the device as what is typed is, and sent as it was changed', async () => {
  const { device, id } = await showComposer()
  fold.element().closest('summary')?.focus()
  await press('{Enter}', '{Tab}', '{Enter}')
  await expect.element(field).toHaveValue('Hello Ben,\nwelcome.')
  await expect.poll(() => device.drafts.get(`message:${id}`)).toMatchObject({ values: { markdown: 'Hello Ben,\nwelcome.' } })
  await field.fill('Hello Ben, welcome back.')
  network.answers(links.form('messages.send'), { json: { ok: true, location: links.moderatorInbox({ conversation: id }) } })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(field).toHaveValue('')
  expect(fieldsOf(network.asked(links.form('messages.send'))[0])).toMatchObject({
    conversationId: id,
    markdown: 'Hello Ben, welcome back.',
  })
})
