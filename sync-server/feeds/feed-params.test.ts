import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { links } from '#shared/links.ts'
import { feedParams, feedQuery } from './feed-params.ts'

const params = (query: string) => feedParams(new URLSearchParams(query))

test.each([
  ['', { type: 'posts', view: 'rss', format: 'rss', karmaThreshold: null, of: '', filters: '' }],
  ['view=frontpage-rss', { view: 'frontpageRss' }],
  ['view=curatedRss&format=atom', { view: 'curatedRss', format: 'atom' }],
  ['view=community-rss', { view: 'communityRss' }],
  ['view=meta-rss', { view: 'metaRss' }],
  ['view=questions&format=json', { view: 'questions', format: 'json' }],
  [`view=userPosts&userId=${idOf(1)}`, { view: 'userPosts', of: idOf(1) }],
  [`view=user-posts&userId=${idOf(1)}`, { view: 'userPosts', of: idOf(1) }],
  ['view=tagScore&tagId=World%20history', { view: 'tagScore', of: 'world-history' }],
  ['view=search&query=slow+clocks', { view: 'search', of: 'slow clocks' }],
  ['type=comments', { type: 'comments', view: 'rss', of: '' }],
  [`type=comments&view=comment-replies&parentCommentId=${idOf(2)}`, { view: 'commentReplies', of: idOf(2) }],
  [`type=comments&view=postCommentsNew&postId=${idOf(3)}`, { view: 'postCommentsNew', of: idOf(3) }],
  [`type=comments&view=userComments&userId=${idOf(4)}`, { view: 'userComments', of: idOf(4) }],
  ['type=comments&view=shortform', { view: 'quickTakes' }],
  ['karmaThreshold=31', { karmaThreshold: 30 }],
  ['karmaThreshold=x', { karmaThreshold: null }],
])('%j is a feed', (query, expected) => {
  expect(params(query)).toMatchObject(expected)
})

test.each([
  ['view=drafts'],
  ['view=constructor'],
  ['view=userPosts'],
  ['view=userPosts&userId=ada'],
  ['view=tagScore&tagId=%2F%2F'],
  ['view=search'],
  ['view=search&query=%20'],
  ['type=comments&view=userPosts'],
  ['type=comments&view=postCommentsNew&postId=x'],
  ['type=comments&view=commentReplies'],
  ['format=xml'],
  ['view=rejected'],
  ['view='],
])('%j is none', (query) => {
  expect(params(query)).toBeNull()
})

test.each([
  ['history~hidden', '*~default,history~hidden'],
  ['{"History":"hidden","ships":25}', '*~default,history~hidden,ships~25'],
  ['{"personalBlog":"Hidden","tags":[{"tagName":"World History","filterMode":"Required"}]}', 'world-history~required'],
  ['{"personalBlog":"Default","tags":[{"tagSlug":"ships","filterMode":"Reduced"},7,{"tagName":3}]}', '*~default,ships~reduced'],
  ['{"a":{"b":1},"c":"nonsense"}', ''],
  ['{"broken"', ''],
  ['[]', ''],
])('filterSettings=%s are the filters %j', (given, filters) => {
  expect(params(`filterSettings=${encodeURIComponent(given)}`)).toMatchObject({ filters })
})

test('feeds that are the same have one address', () => {
  const addresses = ['karmaThreshold=31&x=1', 'view=RSS&karmaThreshold=17', 'karmaThreshold=30&userId=x'].map((query) => {
    const found = params(query)
    return found && links.feed(feedQuery(found))
  })
  expect(new Set(addresses)).toEqual(new Set(['/feed.xml?karmaThreshold=30']))
})

test.each([
  ['view=search&query=a b&filterSettings=history~hidden&format=atom'],
  [`type=comments&view=postCommentsNew&postId=${idOf(3)}`],
  ['view=tagScore&tagId=ships&karmaThreshold=75'],
])('the address of the feed %s is that of the same feed', (query) => {
  const found = params(query)
  expect(found && params(new URLSearchParams(feedQuery(found)).toString())).toEqual(found)
})
