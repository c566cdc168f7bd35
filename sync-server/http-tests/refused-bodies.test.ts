/**
 * Bodies that nothing can be made of, item by item: each is refused in a word, costs little, and
 * changes nothing.
 */
import { describe, expect, test } from 'vitest'
import { closedInstead, expectUnharmed, form, json, refusals } from './testing/refusals.ts'

const { site, cast, idOf, refused, raw, mutation } = refusals()

describe('bodies', () => {
  const vote = () => ({ targetKind: 'post', targetId: cast().openPostId, axis: 'approval', value: 1 })

  test.each([
    ['nothing', ''],
    ['half a value', '{"args":'],
    ['a list', '[1,2]'],
    ['a word', 'hello'],
    ['null', 'null'],
    ['a number', '7'],
    ['two values', '{}{}'],
    ['a comment', '/* x */ {"args":{}}'],
    ['single quotes', "{'args':{}}"],
    ['a trailing comma', '{"args":{},}'],
    ['NaN', '{"args":{"value":NaN}}'],
    ['a byte order mark in the middle', '{"args":\ufeff{}}'],
    ['no args', '{}'],
    ['args that are no object', '{"args":5}'],
    ['an unknown key', '{"args":{},"role":"admin"}'],
    ['a prototype', '{"args":{"__proto__":{"isAdmin":true}}}'],
    ['a constructor', '{"args":{"constructor":{"prototype":{"isAdmin":true}}}}'],
    ['a prototype at the root', '{"__proto__":{"polluted":1},"args":{}}'],
    ['ten thousand brackets', '['.repeat(10_000)],
    ['deep objects', `{"args":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['a huge number', '{"args":{"value":1e999}}'],
    ['a lone surrogate', '{"args":{"targetId":"\\ud800"}}'],
    ['a NUL', '{"args":{"targetId":"\\u0000"}}'],
  ])('JSON: %s', async (_what, body) => {
    await refused([400, 415], () => raw('/api/mutations/votes.set', json, body))
  })

  test('nothing was added to what every object inherits', async () => {
    expect(JSON.parse((await site.visitor().get('/api/me')).text)).not.toHaveProperty('polluted')
    expect(JSON.parse((await cast().member.get('/api/me')).text)).toMatchObject({ viewer: { isAdmin: false } })
  })

  test('bytes that are no UTF-8 do no harm', async () => {
    await refused([400, 415], () => raw('/api/mutations/votes.set', json, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', form, ''])('a mutation as %s', async (type) => {
    await refused([400, 415], () => raw('/api/mutations/votes.set', type, JSON.stringify({ args: vote() })))
  })

  test.each(['application/json', 'text/plain', 'application/octet-stream'])('a form as %s', async (type) => {
    await refused([400, 415], () => raw('/api/form/votes.set', type, `vote=post:${cast().openPostId}:approval:1`))
  })

  test('too much of it', async () => {
    await refused([413], () => raw('/api/mutations/votes.set', json, JSON.stringify({ args: vote(), filler: 'x'.repeat(200_000) })))
    await refused([413], () => raw('/api/form/comments.post', form, `markdown=${'x'.repeat(3_000_000)}`).catch(closedInstead))
    const parameters = Array.from({ length: 10_000 }, (_, n) => `p${n}=1`).join('&')
    await refused([400, 413], () => raw('/api/form/votes.set', form, parameters))
  })

  test('a body that says it is compressed', async () => {
    await refused([400, 415], () => raw('/api/mutations/votes.set', json, Buffer.from([31, 139, 8, 0]), { 'content-encoding': 'gzip' }))
  })

  test.each([
    ['an unknown field', { ...{ isAdmin: 'true' } }],
    ['a role', { role: 'admin' }],
    ['groups', { groups: 'moderators' }],
    ['somebody else', { userId: 'x' }],
    ['karma', { karma: '1000' }],
    ['a time', { now: '0' }],
  ])('a form with %s', async (_what, fields) => {
    await refused([400], () =>
      cast().member.postForm('accounts.updateProfile', { displayName: 'Oskar', bio: '', ...fields }, { accept: json }),
    )
    await refused([400], () =>
      cast().member.postForm(
        'posts.saveDraft',
        { postId: cast().draftId, title: 'x', markdown: 'y', lang: 'en', kind: 'post', ...fields },
        { accept: json },
      ),
    )
    await refused([400], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName: 'Intruder', email: 'i@mail.test', password: 'some words nobody guesses', ...fields },
          { accept: json },
        ),
    )
  })

  test('mutations that only the server may do, and mutations that are none', async () => {
    for (const name of [
      'accounts.setRoles',
      'accounts.register',
      'accounts.openSession',
      'accounts.resetPassword',
      'accounts.ban',
      'accounts.noteAttempt',
      'accounts.becomeFirstAdmin',
    ]) {
      await refused([400, 403, 404], () => mutation(name, { userId: idOf('oskar'), isAdmin: true, groups: ['moderators'] }))
    }
    for (const name of ['nothing.here', '__proto__', 'constructor', 'toString', '..%2f..%2fetc', 'votes.set%00'])
      await refused([400, 403, 404], () => mutation(name, {}))
    for (const name of ['nothing.here', '__proto__', 'constructor'])
      await refused([400, 404], () => cast().member.postForm(name, {}, { accept: json }))
  })
})

test('files that are no Markdown, or not text, or too large', async () => {
  const fields = {
    postId: '',
    title: 'A file',
    markdown: '',
    lang: 'en',
    tags: '',
    kind: 'post',
    linkUrl: '',
    writtenOn: '',
    from: '/newPost',
  }
  await refused([400], () => cast().member.postFile('posts.saveDraft', fields, { name: 'x.html', text: '<script>1</script>' }))
  await refused([400], () =>
    cast().member.postFile('posts.saveDraft', fields, { name: 'x.md', text: Buffer.from([0xff, 0xfe, 0x00, 0xd8]) }),
  )
  await refused([413], () =>
    cast()
      .member.postFile('posts.saveDraft', fields, { name: 'x.md', text: 'x '.repeat(900_000) })
      .catch(closedInstead),
  )
  await refused([400], () => cast().member.postFile('posts.saveDraft', fields, { name: 'x.md', text: 'words', field: 'other' }))
  await refused([400], () => cast().member.postFile('posts.saveDraft', { ...fields, isAdmin: 'yes' }, { name: 'x.md', text: 'words' }))
})

test('after all this the server runs, and none of it was an error of its own', async () => {
  await expectUnharmed(site)
})
