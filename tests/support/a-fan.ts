import type { Person } from '#app/domain/identity/actor.ts'

/** An adult fan with an active account: tests of policies change one thing of it. */
export const A_FAN: Person = {
  id: 'fan',
  email: 'fan@fans.example',
  displayName: 'Fan',
  username: 'fan',
  userType: 'fan',
  staffRole: null,
  profileCompleted: true,
  birthday: '1994-07-04',
  accountStatus: 'active',
  isBlocked: false,
  avatarMediaId: null,
  phone: null,
  sessionId: 'session',
  mfaAt: null,
  enrolsAs: null,
  freshlyProved: true,
}
