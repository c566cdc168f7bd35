import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canLookAtMails } from './mail-look-rules.ts'
import { lookAtMails } from './mail-look-mutations.ts'
import { mailLookId, mailLooks } from './mail-look-schema.ts'
import { sentMails } from './sent-mail-schema.ts'

export const notificationsOnServer = defineDomain({
  tables: [sentMails, mailLooks],
  mutations: [lookAtMails],
  policies: [
    // That a look is not over yet is asked where the time is known (email-history.load.ts).
    readPolicy(sentMails, async (mail, viewer, read) => {
      if (isSelf(viewer, mail.userId)) return mail
      if (viewer.kind !== 'member' || !canLookAtMails(viewer).allowed) return undefined
      return (await read.get(mailLooks, mailLookId(mail.userId, viewer.userId))) === undefined ? undefined : mail
    }),
  ],
})
