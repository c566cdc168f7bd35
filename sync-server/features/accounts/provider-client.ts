/**
 * The OpenID provider that the operator has named: the code flow with PKCE, state and nonce, by
 * `openid-client`, which is loaded with the first sign-in. What is secret of a sign-in is made from
 * the browser's secret, so that nothing has to be stored.
 */
import { createHmac } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { OpenIdProvider } from '#server/openid-settings.ts'
import { Email } from '#shared/accounts/email.ts'
import { hashOf } from './tokens.ts'

/** Who somebody is, as the provider has said. */
export interface ProviderPerson {
  readonly identityId: string
  readonly email: string | null
  /** The provider has seen that this address is theirs. */
  readonly isEmailVerified: boolean
  readonly label: string
}

export interface ProviderClient {
  readonly name: string
  readonly issuer: string
  /** Where the browser signs in. @throws where the provider is away. */
  address(secret: string, callback: string): Promise<string>
  /** @throws for whatever is not an answer to this browser's question. */
  person(secret: string, callbackWithAnswer: URL): Promise<ProviderPerson>
}

const seconds = 10

export function providerClient({ name, issuer, clientId, clientSecret }: OpenIdProvider): ProviderClient {
  let found: Promise<Configuration> | null = null

  /** Asked for once; anew where that failed. */
  async function configuration(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await import('openid-client')
    const isPlain = issuer.startsWith('http:')
    found ??= discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: seconds,
      ...(isPlain && { execute: [allowInsecureRequests] }),
    })
    try {
      return await found
    } catch (error) {
      found = null
      throw error
    }
  }

  return {
    ...{ name, issuer },
    async address(secret, callback) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      return buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: callback, scope: 'openid email profile', response_type: 'code' },
        ...{ state: madeFrom(secret, 'state'), nonce: madeFrom(secret, 'nonce'), code_challenge_method: 'S256' },
        code_challenge: await calculatePKCECodeChallenge(madeFrom(secret, 'verifier')),
      }).href
    },
    async person(secret, callbackWithAnswer) {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
      const provider = await configuration()
      const tokens = await authorizationCodeGrant(provider, callbackWithAnswer, {
        ...{ pkceCodeVerifier: madeFrom(secret, 'verifier'), expectedState: madeFrom(secret, 'state') },
        ...{ expectedNonce: madeFrom(secret, 'nonce'), idTokenExpected: true },
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      const asks = claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      const said = asks ? { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) } : claims
      const email = Email.safeParse(said['email'])
      const named = [said['preferred_username'], said['name']].find((each) => typeof each === 'string' && each !== '')
      return {
        identityId: hashOf(JSON.stringify([claims.iss, claims.sub])),
        email: email.success ? email.data : null,
        isEmailVerified: email.success && said['email_verified'] === true,
        label: (email.success ? email.data : String(named ?? '')).slice(0, 320),
      }
    },
  }
}

function madeFrom(secret: string, use: 'state' | 'nonce' | 'verifier'): string {
  return createHmac('sha256', secret).update(`${use} of a sign-in`).digest('base64url')
}
