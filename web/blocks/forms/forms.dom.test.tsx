import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, focused, press, show, went } from '../../testing/dom.tsx'
import { fieldsOf, network } from '../../testing/network.ts'
import { Action, MutationForm } from './mutation-form.tsx'
import { ActionForm } from './action-form.tsx'
import { TextField } from './text-field.tsx'

const path = links.form('tags.rename')

function Rename() {
  return (
    <MutationForm name="tags.rename" about={{ tagId: 't1' }}>
      <TextField id="name" name="name" label="Name" defaultValue="Tides" />
      <button>Rename</button>
    </MutationForm>
  )
}

test('a form sends what was typed, what it is about and where it stands', async () => {
  network.answers(path, { json: { ok: true, location: '/tag/waves' } })
  await show(<Rename />, { at: '/tag/tides?edit=1' })
  await page.getByLabelText('Name').fill('Waves')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => went.refreshed).toBe(1)
  expect(fieldsOf(network.asked(path)[0])).toEqual({ tagId: 't1', from: '/tag/tides?edit=1', name: 'Waves' })
})

test('a form that is pressed twice is sent once', async () => {
  const answer = network.holds(path, { json: { ok: true, location: '/' } })
  await show(<Rename />)
  const button = page.getByRole('button', { name: 'Rename' })
  await button.click()
  await button.click()
  await button.dblClick()
  answer()
  await expect.poll(() => went.refreshed).toBe(1)
  expect(network.asked(path)).toHaveLength(1)
})

test('a refused form keeps what was typed and says why', async () => {
  network.answers(path, { status: 409, json: { ok: false, error: { code: 'conflict', reason: null, field: null, retryAfterMs: null } } })
  await show(<Rename />)
  await page.getByLabelText('Name').fill('Waves')
  await press('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/./u)
  await expect.element(page.getByLabelText('Name')).toHaveValue('Waves')
  expect(went.refreshed).toBe(0)
})

test('a refused form can be sent again once it is mended', async () => {
  network.answers(path, { json: { ok: false, error: { code: 'invalid', reason: null, field: 'name', retryAfterMs: null } } })
  await show(<Rename />)
  await press('{Tab}', '{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/./u)
  network.answers(path, { json: { ok: true, location: '/' } })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => went.refreshed).toBe(1)
  await expect.poll(() => page.getByRole('alert').query()).toBeNull()
})

function Two() {
  return (
    <MutationForm name="tags.rename" about={{ tagId: 't1' }}>
      <TextField id="name" name="name" label="Name" required />
      <TextField id="bio" name="bio" label="Bio" maxLength={5000} required />
      <button>Rename</button>
    </MutationForm>
  )
}
const invalid = { code: 'invalid', reason: null, field: 'name', retryAfterMs: null, others: [{ code: 'invalid', field: 'bio' }] } as const

async function expectBothSaid(): Promise<void> {
  for (const label of ['Name', 'Bio']) {
    await expect.element(page.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByLabelText(label)).toHaveAccessibleDescription(/./u)
  }
  await expect.poll(focused).toBe('Name')
}

test('a form says all that was refused at once, each at its field, and leads to the first', async () => {
  network.answers(path, { status: 400, json: { ok: false, error: invalid } })
  await show(<Two />)
  await page.getByLabelText('Name').fill('Waves')
  await page.getByLabelText('Bio').fill('Long')
  await press('{Tab}', '{Enter}')
  await expectBothSaid()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/1 to 60 characters.*2,000/su)
  await expectAccessible()
  network.answers(path, { json: { ok: true, location: '/' } })
  await press('{Enter}')
  await expect.poll(() => went.refreshed).toBe(1)
  await expect.element(page.getByLabelText('Bio')).not.toHaveAttribute('aria-invalid')
})

test('what the server drew as refused is said at each field, too', async () => {
  await show(<Two />, { form: { mutation: 'tags.rename', values: { tagId: 't1' }, error: invalid, continueWith: null } })
  await expectBothSaid()
})

test('fields that are left empty are said all at once, without asking the server', async () => {
  await show(<Two />)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expectBothSaid()
  expect(network.asked(path)).toHaveLength(0)
})

test('without a connection a form says so and keeps what was typed', async () => {
  network.isOffline = true
  await show(<Rename />)
  await page.getByLabelText('Name').fill('Waves')
  await press('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Waves')
})

test('a form is busy, for those who hear it, until it is answered', async () => {
  const answer = network.holds(path, { json: { ok: true, location: '/' } })
  const { container } = await show(<Rename />)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => container.querySelector('form')?.getAttribute('aria-busy')).toBe('true')
  answer()
  await expect.poll(() => container.querySelector('form')?.getAttribute('aria-busy')).toBe(null)
})

test('the focus stays on the button that was pressed', async () => {
  network.answers(path, { json: { ok: true, location: '/' } })
  await show(
    <ActionForm name="tags.rename" about={{}} of="Tides">
      Up
    </ActionForm>,
  )
  await press('{Tab}', '{Enter}')
  await expect.poll(() => went.refreshed).toBe(1)
  expect(focused()).toBe('Up: Tides')
})

test('what is wrong with a field stands under it and is tied to it', async () => {
  const error = { code: 'invalid', reason: null, field: 'name', retryAfterMs: null } as const
  await show(<TextField id="name" name="name" label="Name" hint="Short" error={error} />)
  const field = page.getByLabelText('Name')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAttribute('aria-describedby', 'name-hint name-error')
  await expect.element(field).toHaveAccessibleDescription(/Short .+/u)
})

test('a form and its refusal are accessible', async () => {
  const error = { code: 'invalid', reason: null, field: 'name', retryAfterMs: null } as const
  await show(
    <MutationForm name="tags.rename" about={{}}>
      <TextField id="name" name="name" label="Name" error={error} />
      <button>Rename</button>
    </MutationForm>,
    { form: { mutation: 'tags.rename', error, values: {}, continueWith: null } },
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(/./u)
  await expectAccessible()
})

test('buttons that share a form send each its own mutation, about the same row, with its value', async () => {
  const remove = links.form('tags.remove')
  network.answers(path, { json: { ok: true, location: '/' } })
  network.answers(remove, { json: { ok: true, location: '/' } })
  await show(
    <>
      <MutationForm name="tags.rename" shared={['tags.remove']} id="of-tides" about={{ id: 't1' }}>
        <Action name="tags.rename" value={['to', 'Waves']} of="Tides">
          Call it Waves
        </Action>
      </MutationForm>
      <Action name="tags.remove" form="of-tides" of="Tides">
        Remove
      </Action>
    </>,
    { at: '/tags' },
  )
  await page.getByRole('button', { name: /^Call it Waves/u }).click()
  await expect.poll(() => went.refreshed).toBe(1)
  await page.getByRole('button', { name: /^Remove/u }).click()
  await expect.poll(() => went.refreshed).toBe(2)
  expect(fieldsOf(network.asked(path)[0])).toEqual({ id: 't1', from: '/tags', to: 'Waves' })
  expect(fieldsOf(network.asked(remove)[0])).toEqual({ id: 't1', from: '/tags' })
})

test('what the server refused of a form that is shared stands in it, until the next answer', async () => {
  const error = { code: 'conflict', reason: null, field: null, retryAfterMs: null } as const
  network.answers(path, { json: { ok: false, error: { ...error, code: 'invalid' } } })
  await show(
    <MutationForm
      name="tags.rename"
      shared={['tags.remove']}
      about={{ id: 't1' }}
      messages={{ 'null:conflict': 'Not now.', 'null:invalid': 'Not so.' }}
    >
      <button>Rename</button>
    </MutationForm>,
    { form: { mutation: 'tags.remove', error, values: { id: 't1' }, continueWith: null } },
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not so.')
})
