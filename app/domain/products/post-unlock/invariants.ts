import type { ProductInvariants } from '../product.ts'
import { unlockRights } from '../unlock-rights.ts'

export const unlockInvariants: ProductInvariants = { rights: unlockRights('unlocks', 'post', 'Post, opened for good') }
