import { COUNT_INVARIANTS } from './counts.ts'
import { FLOW_INVARIANTS } from './flows.ts'
import type { Invariant } from './invariant.ts'
import { LEDGER_INVARIANTS } from './ledger.ts'
import { BALANCE_INVARIANTS } from './balances.ts'
import { RIGHT_INVARIANTS } from './rights.ts'
import { SEAL_INVARIANTS } from './seals.ts'
import { SHARE_INVARIANTS } from './shares.ts'

/** All invariants of an audit. */
export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...SEAL_INVARIANTS,
  ...RIGHT_INVARIANTS,
  ...BALANCE_INVARIANTS,
  ...SHARE_INVARIANTS,
  ...FLOW_INVARIANTS,
  ...COUNT_INVARIANTS,
]
