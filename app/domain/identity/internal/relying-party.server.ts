import { config } from '#app/platform/config.server.ts'

/** EdDSA, ES256 and RS256, in that order: what devices support. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** The relying party of our passkeys: the host of the public address, and no other page. */
export function relyingParty(): { id: string; origin: string; name: string } {
  const { baseUrl, brandName } = config()
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin, name: brandName }
}
