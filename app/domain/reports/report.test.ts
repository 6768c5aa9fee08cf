import { expect, test } from 'vitest'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { canDecideReport, canReport, canReviewReport, canViewReportedFiles } from './policy.ts'
import { dueAt, readReport } from './report.ts'

const someone = (id: string, staffRole: StaffRole | null = null) => ({ id, staffRole }) as Actor
const AT = new Date('2026-11-24T10:00:00Z')

test('SAFE-01d a person looks at a report within a day, within an hour where somebody may be in danger', () => {
  expect(dueAt({ urgent: false, reportedAt: AT }).toISOString()).toBe('2026-11-25T10:00:00.000Z')
  expect(dueAt({ urgent: true, reportedAt: AT }).toISOString()).toBe('2026-11-24T11:00:00.000Z')
})

test.each([
  [{ reason: '', details: 'x', email: '' }, 'no_reason'],
  [{ reason: 'constructor', details: 'x', email: '' }, 'no_reason'],
  [{ reason: 'other', details: ' \u200b\n', email: '' }, 'no_details'],
  [{ reason: 'spam', details: 'x'.repeat(1_001), email: '' }, 'too_long'],
  [{ reason: 'spam', details: '', email: 'not an address' }, 'no_email'],
])('SAFE-01d a report that nobody can work with is refused: %j', (typed, problem) => {
  expect(readReport(typed)).toEqual({ ok: false, problem })
})

test('SAFE-01d a report is stored without invisible characters, and needs no words where its reason says enough', () => {
  expect(readReport({ reason: 'minor', details: 'A\u202eB\r\n\r\n\r\nC', email: ' ME@mail.example ' })).toEqual({
    ok: true,
    reason: 'minor',
    details: 'AB\n\nC',
    email: 'me@mail.example',
  })
  expect(readReport({ reason: 'spam', details: '', email: '' })).toMatchObject({ ok: true, email: null })
})

test('SAFE-01d who may report: whoever sees it and did not write it; without an account only posts and profiles', () => {
  const post = { kind: 'post', reportedId: 'amina', seen: true } as const
  expect(canReport(null, post).allowed).toBe(true)
  expect(canReport(null, { ...post, kind: 'creator' }).allowed).toBe(true)
  for (const kind of ['comment', 'message', 'conversation'] as const)
    expect(canReport(null, { ...post, kind })).toMatchObject({ reason: 'sign_in_required' })
  expect(canReport(someone('brian'), { ...post, seen: false })).toMatchObject({ reason: 'not_there' })
  expect(canReport(someone('amina'), post)).toMatchObject({ reason: 'own' })
})

test('ADMIN-06c who reviews reports: staff with the permission, never about themselves or what they reported', () => {
  const report = { reportedId: 'amina', reporterId: 'brian' }
  for (const role of ['content-moderator', 'support', 'super-admin', 'owner'] as const)
    expect(canReviewReport(someone('s', role), report).allowed).toBe(true)
  for (const actor of [null, someone('s'), someone('s', 'earnings-manager')])
    expect(canReviewReport(actor, report)).toMatchObject({ reason: 'not_yours' })
  for (const id of ['amina', 'brian'])
    expect(canReviewReport(someone(id, 'owner'), report)).toMatchObject({ reason: 'own_report' })
})

test('ADMIN-06c each action needs the permission that it needs elsewhere, and fits what was reported', () => {
  const post = { kind: 'post', reportedId: 'amina', reporterId: null, open: true, isCreator: true } as const
  const allowed = (role: StaffRole, report: Parameters<typeof canDecideReport>[1]) =>
    (['dismissal', 'removal', 'warning', 'flag', 'suspension'] as const).filter(
      (decision) => canDecideReport(someone('s', role), report, decision).allowed,
    )
  expect(allowed('content-moderator', post)).toEqual(['dismissal', 'removal', 'warning', 'flag', 'suspension'])
  expect(allowed('support', post)).toEqual(['dismissal', 'warning'])
  expect(allowed('content-moderator', { ...post, kind: 'conversation', isCreator: false })).toEqual([
    'dismissal',
    'warning',
  ])
  expect(allowed('content-moderator', { ...post, kind: 'message', isCreator: false })).toEqual([
    'dismissal',
    'removal',
    'warning',
  ])
  expect(allowed('owner', { ...post, open: false })).toEqual([])
})

test('ADMIN-06c ROLE-01 the files of a reported message are for moderators and above; support reads the texts', () => {
  const message = { reportedId: 'r', reporterId: 'f' }
  const sees = (role: StaffRole) => canViewReportedFiles(someone('s', role), message).allowed
  expect((['content-moderator', 'super-admin', 'owner'] as const).map(sees)).toEqual([true, true, true])
  expect((['support', 'earnings-manager'] as const).map(sees)).toEqual([false, false])
  expect(canViewReportedFiles(null, message).allowed).toBe(false)
  expect(canViewReportedFiles(someone('r', 'owner'), message)).toMatchObject({ reason: 'own_report' })
})
