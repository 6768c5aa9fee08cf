import { describe, expect, test } from 'vitest'
import type { CreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { creatorStatePage } from './creator-state.ts'

const at = new Date('2026-11-21T16:12:00Z')
const base: CreatorStatus = {
  verification: 'in_review',
  visible: false,
  lastEnd: null,
  weeksWaiting: 0,
  application: { id: '01970000-0000-7000-8000-000000004471', state: 'in_review', submittedAt: at, openedAt: null },
  decision: null,
  reverifyBy: null,
  unsignedPostId: null,
  suspension: null,
}
const page = (change: Partial<CreatorStatus> = {}) =>
  creatorStatePage({
    status: { ...base, ...change },
    username: 'amina_k',
    price: 'UGX 60,000',
    now: at,
  })
const changes = {
  kind: 'changes_requested' as const,
  failedSteps: ['selfie' as const],
  message: 'The word on the paper can\u2019t be read.',
  decidedAt: at,
}

describe('the status page of a creator', () => {
  test('ONB-C-05 in review: shows the expected time, when it was sent and when a reviewer opened it', () => {
    expect(page()).toMatchObject({
      title: 'In review. Usually within 1 hour, at most 48 hours',
      since: 'Sent today 19:12 EAT',
      steps: [
        { state: 'done' },
        { state: 'now', note: 'A reviewer opens it soon' },
        { state: 'later' },
        { state: 'later' },
      ],
    })
    const opened = page({ application: { ...base.application!, openedAt: new Date('2026-11-21T16:20:00Z') } })
    expect(opened!.steps[1]!.note).toBe('Opened by a reviewer today 19:20')
    const paid = page({ weeksWaiting: 1 })!
    expect(paid.steps[2]).toMatchObject({ state: 'done', note: 'Paid. Your week starts at approval' })
    expect(paid.rows.map(({ title, href }) => [title, href])).toEqual([['See your page', '/amina_k']])
  })

  test('ONB-C-05 something to fix: shows the reviewer\u2019s message and marks only the failed steps, each with a link to redo it', () => {
    const shown = page({ application: { ...base.application!, state: 'changes_requested' }, decision: changes })!
    expect(shown).toMatchObject({
      title: 'One thing to fix',
      note: { message: changes.message, reference: 'PA-4471' },
      appeal: { label: 'Appeal this decision' },
      event: { label: 'Take selfie again', href: '/onboarding/verification' },
    })
    expect(shown.steps).toEqual([
      { title: 'Profile', note: 'Accepted', state: 'done' },
      { title: 'First post', note: 'Accepted', state: 'done' },
      { title: 'Verification selfie', note: 'Do it again', state: 'failed', href: '/onboarding/verification' },
    ])
    const two = page({
      application: { ...base.application!, state: 'changes_requested' },
      decision: { ...changes, failedSteps: ['profile', 'proof_of_address'] },
    })!
    expect(two.title).toBe('2 things to fix')
    expect(two.event!.href).toBe('/onboarding/profile')
  })

  test('ONB-C-08 shows the yearly verification before and after its end', () => {
    const due = { application: { ...base.application!, state: 'changes_requested' as const }, reverifyBy: at }
    const approved = { ...changes, kind: 'approved' as const, failedSteps: [], message: '' }
    expect(page({ ...due, decision: approved, verification: 'approved', visible: true })!.title).toBe(
      'Verify again before 21 Nov 2026',
    )
    expect(page({ ...due, decision: approved })!.title).toBe('Verify again to come back')
  })

  test('ONB-C-05 before the application there is no status page, only the wizard', () => {
    expect(page({ verification: 'none', application: null })).toBeNull()
    expect(page({ verification: 'draft', application: null })).toBeNull()
    expect(page({ application: { ...base.application!, state: 'draft' } })).toBeNull()
  })

  test('CSUB-03 approved: shows the fee, then the page; suspended: shows the reason, even if the fee is paid', () => {
    expect(page({ verification: 'approved' })!.event).toMatchObject({ href: '/creator-subscription' })
    expect(page({ verification: 'approved', lastEnd: at })!.title).toBe('Your page is hidden')
    const visible = page({ verification: 'approved', visible: true, lastEnd: at })!
    expect(visible.event!.href).toBe('/amina_k')
    expect(visible.rows[0]!.href).toBe('/creator-subscription?renew=1')
    const paidAhead = page({ verification: 'approved', visible: true, lastEnd: new Date('2036-11-26T01:07:00Z') })!
    expect(paidAhead.text).toContain('26 Nov 2036')
    expect(paidAhead.rows).toEqual([])
    const suspended = page({ verification: 'approved', suspension: { kind: 'suspended', reason: 'Spam.' } })!
    expect(suspended.text).toContain('The reason: Spam.')
    expect(suspended.event).toBeNull()
  })
})
