import type { ProductInvariants } from '../product.ts'
import { unlockRights } from '../unlock-rights.ts'

export const messageUnlockInvariants: ProductInvariants = {
  rights: unlockRights('message_unlocks', 'message', 'Message, opened for good'),
}
