import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { comments } from '../comments/schema.ts'
import { isSelf } from '../kernel/viewer.ts'
import { karmaNews } from './karma-schema.ts'
import { chooseNotices, endEmails, markAllViewed, seeKarma, setViewed } from './mutations.ts'
import { canSeeKarma, canSeeNotification } from './rules.ts'
import { noticeSettings, notifications } from './schema.ts'
import { subjectRows } from './subjects.ts'
import { posts } from '../posts/schema.ts'

export const notificationsDomain = defineDomain({
  tables: [notifications, noticeSettings, karmaNews],
  mutations: [setViewed, markAllViewed, chooseNotices, seeKarma, endEmails],
  policies: [
    readPolicy(notifications, async (notification, viewer, read) => {
      const post = notification.postId === null ? undefined : await read.get(posts, notification.postId)
      const comment = notification.commentId === null ? undefined : await read.get(comments, notification.commentId)
      const subject = await subjectRows(read, notification.subject)
      return canSeeNotification(viewer, notification, { post, comment, subject }) ? notification : undefined
    }),
    readPolicy(karmaNews, async (news, viewer, read) => {
      if (!isSelf(viewer, news.userId)) return undefined
      const shown = await Promise.all(
        news.items.map(async ({ targetKind, targetId, postId }) => {
          const comment = targetKind === 'comment' ? await read.get(comments, targetId) : undefined
          return canSeeKarma(viewer, { post: await read.get(posts, postId), comment })
        }),
      )
      return { ...news, items: news.items.filter((_item, at) => shown[at]) }
    }),
  ],
})
