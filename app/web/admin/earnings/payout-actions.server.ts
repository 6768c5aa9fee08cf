import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { ApprovalDenial } from '#app/domain/approvals/policy.ts'
import { approvePayout, type ApprovalRefusal } from '#app/domain/payouts/approve-payout.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { decideAccountName } from '#app/domain/payouts/decide-account-name.server.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import type { RunDenial } from '#app/domain/payouts/policy.ts'
import { processPayout, type ProcessRefusal } from '#app/domain/payouts/process-payout.server.ts'
import { releasePayout, type ReleaseRefusal } from '#app/domain/payouts/release-payout.server.ts'
import { resumePayouts } from '#app/domain/payouts/resume-payouts.server.ts'
import { findPayoutForStaff } from '#app/domain/payouts/staff-queries.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { typedSum } from './payout-texts.ts'

export type PayoutAnswer = { errors: Record<string, string>; values: Record<string, string> }

const AnyForm = z.record(z.string(), z.string())
const OWN = 'You can\u2019t decide about your own account.'

async function valuesOf(request: Request): Promise<Record<string, string>> {
  const form = await parseForm(request, AnyForm)
  return form.ok ? form.value : {}
}

function refused(path: string, description: string): Response {
  return redirectWithToast(path, { title: 'Not done', description, tone: 'error' })
}

function forbidden(reason: RunDenial | ApprovalDenial, path: string): Response {
  if (reason === 'not_yours') throw new Response('Your role does not include this.', { status: 403 })
  return refused(path, APPROVAL_TEXTS[reason])
}

const APPROVAL_TEXTS: Record<Exclude<RunDenial | ApprovalDenial, 'not_yours'>, string> = {
  own_account: OWN,
  not_waiting: 'Status has changed: this payout no longer needs an approval.',
  approved_before: 'You gave the first approval. Another person must give the second.',
  second_only: 'Only a super-admin or the owner can give the second approval.',
}

/** Answers the forms of the list: pay one creator, accept or refuse an account name, resume payouts. */
export async function answerPayoutList(request: Request, actor: Person) {
  const values = await valuesOf(request)
  switch (values.intent ?? '') {
    case 'process':
      return answerProcess(actor, { creatorId: values.creator ?? '' }, to.admin.payouts)
    case 'accept-name':
    case 'refuse-name':
      return answerName(actor, values.account ?? '', values.intent === 'accept-name' ? 'accepted' : 'refused')
    case 'resume':
      return answerResume(actor)
    default:
      throw new Response('This form could not be read.', { status: 400 })
  }
}

/** Answers the forms of one payout. */
export async function answerPayout(request: Request, actor: Person, payoutId: string, here: string) {
  const values = await valuesOf(request)
  switch (values.intent ?? '') {
    case 'approve':
      return answerApproval(actor, payoutId, values, here)
    case 'cancel':
      return answerCancel(actor, payoutId, here)
    case 'retry': {
      const payout = await findPayoutForStaff(actor, payoutId)
      if (!payout) throw new Response('Not found', { status: 404 })
      return answerProcess(actor, { creatorId: payout.creatorId, retryOf: payoutId }, here)
    }
    case 'release':
      return answerRelease(actor, payoutId, here)
    default:
      throw new Response('This form could not be read.', { status: 400 })
  }
}

const PROCESS_TEXTS: Record<Exclude<ProcessRefusal['kind'], 'not_permitted' | 'not_there'>, string> = {
  no_account: 'This creator has no payout account yet.',
  account_frozen: 'The payout account is new. We pay to it after the waiting time.',
  account_refused: 'The payout account can\u2019t receive payments. We asked the creator for another one.',
  name_unchecked: 'Check the name on the payout account first.',
  not_active: 'This creator is suspended, blocked, flagged or not verified.',
  too_little: 'The available amount is too small to pay out.',
  retried_before: 'This payout was already paid again, or it did not fail.',
}

async function answerProcess(actor: Person, requested: { creatorId: string; retryOf?: string }, back: string) {
  const made = await processPayout(actor, requested)
  if (made.ok)
    return redirectWithToast(to.admin.payout(made.value.payoutIds[0]!), {
      title: 'Payout created',
      description: 'We send it automatically. A large payout needs approvals first.',
    })
  if (made.refusal.kind === 'not_permitted') return forbidden(made.refusal.reason, back)
  if (made.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return refused(back, PROCESS_TEXTS[made.refusal.kind])
}

async function answerName(actor: Person, accountId: string, verdict: 'accepted' | 'refused') {
  const decided = await decideAccountName(actor, accountId, verdict)
  if (decided.ok)
    return redirectWithToast(to.admin.payouts, {
      title: verdict === 'accepted' ? 'Name accepted' : 'Name refused',
      description:
        verdict === 'accepted'
          ? 'Payouts can go to this account.'
          : 'We emailed the creator to ask for another account.',
    })
  if (decided.refusal.kind === 'not_permitted') return forbidden(decided.refusal.reason, to.admin.payouts)
  if (decided.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return refused(to.admin.payouts, 'Status has changed: the name was already checked, or the account was replaced.')
}

async function answerResume(actor: Person) {
  const resumed = await resumePayouts(actor)
  if (resumed.ok)
    return redirectWithToast(to.admin.payouts, { title: 'Payouts resumed', description: 'The limits are reset.' })
  if (resumed.refusal.kind === 'not_permitted') throw new Response('Your role does not include this.', { status: 403 })
  return refused(to.admin.payouts, 'Payouts are already running.')
}

async function answerApproval(actor: Person, payoutId: string, values: Record<string, string>, here: string) {
  const approved = await approvePayout(actor, {
    payoutId,
    typedMinor: typedSum(values.amount ?? ''),
    code: values.code ?? '',
  })
  if (approved.ok)
    return redirectWithToast(here, {
      title: approved.value.complete ? 'Approved' : 'First approval given',
      description: approved.value.complete ? 'We send the payout now.' : 'Another person must give the second.',
    })
  return approvalRefused(approved.refusal, actor, payoutId, values, here)
}

async function approvalRefused(
  refusal: ApprovalRefusal,
  actor: Person,
  payoutId: string,
  values: Record<string, string>,
  here: string,
) {
  switch (refusal.kind) {
    case 'not_there':
      throw new Response('Not found', { status: 404 })
    case 'not_permitted':
      return forbidden(refusal.reason, here)
    case 'wrong_amount': {
      const payout = await findPayoutForStaff(actor, payoutId)
      const wanted = payout ? formatMoney(ugxOf(payout.netMinor)) : ''
      return data<PayoutAnswer>({ errors: { amount: `Type the exact amount: ${wanted}` }, values }, 400)
    }
    case 'wrong_code':
      return data<PayoutAnswer>({ errors: { code: 'Wrong code. Wait for the next one and try again.' }, values }, 400)
    case 'proof_needed':
      return redirect(proofPathTo(here), 303)
    default:
      return unreachable(refusal)
  }
}

async function answerCancel(actor: Person, payoutId: string, here: string) {
  const cancelled = await cancelPayout(actor, payoutId)
  if (cancelled.ok)
    return redirectWithToast(here, {
      title: 'Payout cancelled',
      description: 'The full amount is back in the creator\u2019s available earnings.',
    })
  if (cancelled.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return refused(here, 'Status has changed: the payout is already on its way.')
}

const RELEASE_TEXTS: Record<Exclude<ReleaseRefusal['kind'], 'not_permitted' | 'not_there'>, string> = {
  not_lost: 'The gateway has this payout, or it has ended.',
  too_early: 'A payout counts as lost after a day. Try again then.',
  found: 'Status has changed: the gateway found the payout.',
  gateway_silent: 'The gateway gave no clear answer. Nothing was changed. Try again later.',
}

async function answerRelease(actor: Person, payoutId: string, here: string) {
  const released = await releasePayout(actor, payoutId)
  if (released.ok)
    return redirectWithToast(here, {
      title: 'Payout released',
      description: 'The full amount is back in the creator\u2019s available earnings.',
    })
  if (released.refusal.kind === 'not_permitted') return forbidden(released.refusal.reason, here)
  if (released.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return refused(here, RELEASE_TEXTS[released.refusal.kind])
}
