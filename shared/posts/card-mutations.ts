/** What other sites show of a link to a post, where its authors want something of their own. */
import { defineDetails, detailMutation } from '../kernel/details.ts'
import { line } from '../kernel/fields.ts'
import { OwnPicture } from '../sequences/schema.ts'
import { canPublishPost, canWritePosts } from './rules.ts'
import { posts } from './schema.ts'

export const cardLimits = { title: 200, text: 300 } as const

export const cardDetails = defineDetails(posts, {
  cardTitle: {
    ...{ value: line(0, cardLimits.title), label: 'Title of the link preview', maxLength: cardLimits.title },
    ...{ help: 'Leave empty for the title of the post.', invalid: 'At most 200 characters, on one line.' },
  },
  cardText: {
    ...{ value: line(0, cardLimits.text), label: 'Text of the link preview', maxLength: cardLimits.text },
    ...{ help: 'Leave empty for the beginning of the post.', invalid: 'At most 300 characters, on one line.' },
  },
  cardImageUrl: {
    ...{ value: OwnPicture, label: 'Picture of the link preview' },
    help: 'URL of a picture uploaded to this site. Leave empty for the first picture of the post.',
    invalid: 'Enter the URL of a picture uploaded to this site, or leave it empty.',
  },
})

export const setCardDetail = detailMutation({
  ...{ name: 'posts.setCardDetail', table: posts, details: cardDetails },
  may: canWritePosts,
  mayOf: canPublishPost,
})
