import { defineDomain } from '../kernel/domain.ts'
import { sentMails } from './sent-mail-schema.ts'

export const notificationsOnServer = defineDomain({ tables: [sentMails], mutations: [] })
