import type { Person } from '#app/domain/identity/actor.ts'

/** A grown-up fan in good standing: what tests of policies begin with and change one thing of. */
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
