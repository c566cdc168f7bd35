import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { fieldOf, pageAnswer } from '../page-answer.ts'

/** A member's face, as lists of people show it. */
export interface Face {
  readonly id: string
  readonly name: string
  readonly slug: string
}

const maxOffered = 8

/** From this device's own faces, else by the member's page, which knows user names too. */
export async function memberNamed(device: Device, typed: string): Promise<Face | 'nobody' | 'unreachable'> {
  const name = typed.trim().replace(/^@/u, '')
  const here = (await memberBySlug(device.read, name.toLowerCase())) ?? (await memberByUserName(device.read, name))
  if (here !== undefined) return { id: here.id, name: here.displayName, slug: here.slug }
  try {
    const answer = await pageAnswer(links.user(name))
    const to = fieldOf(answer, 'to')
    return faceIn(typeof to === 'string' ? await pageAnswer(to) : answer) ?? 'nobody'
  } catch {
    return 'unreachable'
  }
}

/** User names, with whose they are, that begin so: of those whom this device has met. */
export async function namesLike(device: Device, typed: string): Promise<readonly { readonly userName: string; readonly name: string }[]> {
  const start = typed.trim().replace(/^@/u, '').toLowerCase()
  if (start === '') return []
  const query = defineQuery({
    table: members,
    index: ['userNameKey'],
    equals: [],
    from: start,
    until: `${start}\uffff`,
    order: 'ascending',
    limit: maxOffered,
  })
  return (await device.read.list(query)).map(({ userName, displayName }) => ({ userName, name: displayName }))
}

/** A profile's answer names the member. */
function faceIn(answer: unknown): Face | null {
  const page = fieldOf(answer, 'page')
  const member = fieldOf(page, 'member')
  const [id, name, slug] = ['id', 'name', 'slug'].map((key) => fieldOf(member, key))
  if (typeof id !== 'string' || !isId(id) || typeof name !== 'string' || typeof slug !== 'string') return null
  return { id, name, slug }
}
