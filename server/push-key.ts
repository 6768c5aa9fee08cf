import { publicKeyOf } from '#app/gateways/push/web-push.server.ts'
import { type Config, ConfigurationError } from '#app/platform/config.server.ts'
import { type DataDir, keptSecret } from './data-dir.ts'

const KEY_BYTES = 32

/**
 * The private key of push messages: the configured one, or with the embedded database one that is made once and kept beside it. With a
 * database of the operator's, several machines must have the same key: without one no push is offered.
 */
export function pushKeyOf(
  settings: Pick<Config, 'vapid' | 'databaseUrl'>,
  dataDir: Pick<DataDir, 'path'>,
): string | null {
  if (!settings.vapid) return settings.databaseUrl ? null : keptSecret(dataDir.path, 'push-key', KEY_BYTES)
  const { publicKey, privateKey } = settings.vapid
  if (publicKeyOf(privateKey) !== publicKey)
    throw new ConfigurationError('VAPID_PUBLIC_KEY is wrong: it does not belong to VAPID_PRIVATE_KEY')
  return privateKey
}
