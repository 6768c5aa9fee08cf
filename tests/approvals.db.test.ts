import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { openAccounts } from '#app/domain/ledger/open-account.server.ts'
import { approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { postCorrection } from '#app/domain/reconciliation/decide-correction.server.ts'
import { proposeCorrection } from '#app/domain/reconciliation/propose-correction.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { usePayoutFixture } from './support/payouts.ts'

const fixture = usePayoutFixture()

/** Each kind of decision that takes two people: somebody proposes it, about an account of `owner`. Returns how a person approves it. */
const KINDS: Record<string, (proposer: Person, owner: Person) => Promise<(actor: Person) => Promise<unknown>>> = {
  'a large payout': async (proposer, owner) => {
    const made = await processPayout(proposer, { creatorId: owner.id })
    if (!made.ok) throw new Error(made.refusal.kind)
    const payoutId = made.value.payoutIds[0]!
    const { net_minor: typedMinor } = await fixture.only(owner.id)
    return (actor) => approvePayout(actor, { payoutId, typedMinor, code: '' })
  },
  'a manual entry': async (proposer, owner) => {
    const account = { purpose: 'wallet', ownerId: owner.id, currency: 'UGX' } as const
    const [accountId] = await inTransaction((tx) => openAccounts(tx, [account]))
    const proposed = await proposeCorrection(proposer, {
      accountId: accountId!,
      side: 'credit',
      amountMinor: 500_000n,
      reason: 'A top-up that never reached the wallet',
      differenceId: null,
    })
    if (!proposed.ok) throw new Error(proposed.refusal.kind)
    return (actor) => postCorrection(actor, proposed.value.correctionId)
  },
}

test.each(Object.keys(KINDS))(
  'ROLE-01c %s: nobody approves their own proposal, and nobody decides about themselves',
  async (kind) => {
    const [proposer, other] = [await fixture.staffMember('super-admin'), await fixture.staffMember('super-admin')]
    const owner = await fixture.creatorWith(900_000)
    const approve = await KINDS[kind]!(proposer, owner)
    expect(await approve(proposer)).toMatchObject({ refusal: { kind: 'not_permitted', reason: 'approved_before' } })
    expect(await approve({ ...other, id: owner.id })).toMatchObject({ refusal: { reason: 'own_account' } })
    expect(await approve(other)).toMatchObject({ ok: true })
  },
)
