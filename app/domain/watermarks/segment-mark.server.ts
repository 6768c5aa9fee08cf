import type { ChooseVariant } from '#app/domain/media/streams.ts'
import { codeOfAccount } from './account-code.server.ts'
import { segmentVariant } from './segments.ts'

/** Which variant of each segment of a private video this account gets. */
export async function variantsOfAccount(accountId: string): Promise<ChooseVariant> {
  const code = await codeOfAccount(accountId)
  return (segment) => segmentVariant(code, segment)
}
