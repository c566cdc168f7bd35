import { Secret, TOTP } from 'otpauth'
import type { Browser, FeatureSite } from './feature-site.ts'
import { goodPassword, shownForm } from './feature-site.ts'

/** The app of a member who has just switched the second factor on there. */
export async function turnOnSecondFactor(site: FeatureSite, browser: Browser) {
  const started = shownForm(await browser.form('accounts.startSecondFactor', { password: goodPassword, from: '/account?tab=security' }))
  const app = authenticator(site, started.values['secret'] ?? '')
  const confirmed = shownForm(await browser.form('accounts.confirmSecondFactor', { code: app.code(), from: '/account?tab=security' }))
  return { ...app, recoveryCodes: (confirmed.values['recoveryCodes'] ?? '').split(' ') }
}

export function authenticator(site: Pick<FeatureSite, 'clock'>, shownSecret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(shownSecret.replaceAll(' ', '')) })
  return {
    secret: shownSecret,
    /** What it shows now, or so many steps from now. */
    code: (steps = 0) => totp.generate({ timestamp: site.clock.now + steps * 30_000 }),
    /** A code that it never shows about now. */
    wrongCode: () => {
      const near = [-2, -1, 0, 1, 2].map((steps) => totp.generate({ timestamp: site.clock.now + steps * 30_000 }))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    },
  }
}
