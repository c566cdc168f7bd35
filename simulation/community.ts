import type { ApplyRequest } from '#server/sync/apply.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import type { Plan } from './plan.ts'

/** When runs begin, true time. */
export const startedAt = T0

export const personId = (person: number): string => idOf(100 + person)
export const postIdOf = (post: number): string => idOf(1_000 + post)
const hash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Person 0 is the administrator. */
export const adminId = personId(0)

type Founding = ApplyRequest & { readonly now: number }

/** How the community came to be, before the run: people, roles, published posts. */
export function foundingMutations({ people, posts }: Plan): readonly Founding[] {
  const mutations: Founding[] = []
  const before = (minutes: number): number => startedAt - minutes * 60_000
  for (let person = 0; person < people; person += 1) {
    const name = `Person ${person}`
    const args = {
      userId: personId(person),
      userName: `person${person}`,
      displayName: name,
      email: `person${person}@example.org`,
      isEmailVerified: true,
      passwordHash: hash,
      firstIsAdmin: person === 0,
      reservedNames: [],
      bio: '',
    }
    mutations.push({ name: 'accounts.register', args, userId: null, source: 'server', now: before(10_000 - person) })
  }
  if (people > 2) {
    const args = { userId: personId(1), isAdmin: false, groups: ['moderators'] }
    mutations.push({ name: 'accounts.setRoles', args, userId: adminId, source: 'server', now: before(5_000) })
  }
  for (let post = 0; post < posts; post += 1) {
    // The last person writes nothing but comments.
    const author = personId(post % Math.max(1, people - 1))
    mutations.push({
      name: 'posts.publish',
      args: postArgs(post, 0),
      userId: author,
      source: 'member',
      isOperator: true,
      now: before(1_000 - post),
    })
  }
  return mutations
}

/** @param edition of its text: each needs a revision of its own. */
export function postArgs(post: number, edition: number): unknown {
  return publishArgs({
    id: postIdOf(post),
    revisionId: idOf(2_000_000 + post * 1_000 + edition),
    title: `Essay ${post}`,
    body: paragraph(`The text of essay ${post}, edition ${edition}.`),
  })
}
