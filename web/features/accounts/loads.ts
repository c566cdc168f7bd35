import type { Loads } from '../../app/route.ts'
import { loadAccount, loadResendVerification } from './account.load.ts'
import { loadOnboardingPreview, loadWelcome } from './onboarding.load.ts'
import { loadReplies } from './replies.load.ts'
import { loadBanNotice, loadLogin, loadToken } from './sign-in.load.ts'
import { loadUser, loadUserAlias } from './user.load.ts'

export const loads: Loads = {
  '/login': loadLogin,
  '/account': loadAccount,
  '/welcome': loadWelcome,
  '/admin/onboarding': loadOnboardingPreview,
  '/users/:slug': loadUser,
  '/users/:slug/replies': loadReplies,
  '/u/:slug': loadUserAlias,
  '/user/:slug': loadUserAlias,
  '/resetPassword/:token': loadToken,
  '/emailToken/:token': loadToken,
  '/resendVerificationEmail': loadResendVerification,
  '/banNotice': loadBanNotice,
}
