import { defineDomain } from '../kernel/domain.ts'
import { closeReports } from './mutations.ts'

/** The staff's part. */
export const contentReportsOnServer = defineDomain({ mutations: [closeReports] })
