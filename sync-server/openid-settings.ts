/** An OpenID provider, to whom this site is known by a name and a secret. */
export interface OpenIdProvider {
  /** As members know it. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** @throws what `refuse` makes where some are set and others are not. */
export function providerIn(
  settings: {
    readonly OPENID_NAME: string
    readonly OPENID_ISSUER: string
    readonly OPENID_CLIENT_ID: string
    readonly OPENID_CLIENT_SECRET: string
  },
  refuse: (problem: string) => Error,
): OpenIdProvider | null {
  const { OPENID_NAME: name, OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId, OPENID_CLIENT_SECRET: clientSecret } = settings
  const given = [name, issuer, clientId, clientSecret].filter((each) => each !== '').length
  if (given === 0) return null
  if (given < 4) throw refuse('OPENID_NAME, OPENID_ISSUER, OPENID_CLIENT_ID and OPENID_CLIENT_SECRET go together.')
  return { name, issuer, clientId, clientSecret }
}
