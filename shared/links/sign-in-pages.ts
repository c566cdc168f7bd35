export interface LoginPage {
  readonly returnTo?: string | undefined
  readonly mode?: 'signUp' | 'reset' | 'provider' | undefined
  readonly step?: 'signIn' | 'signUp' | 'signUpEmail'
}

export interface WelcomePage {
  /** Absent: the one they stopped at. */
  readonly step?: 'profile' | 'follow' | 'notify'
  /** Where they were when they signed up. */
  readonly returnTo?: string | undefined
}
