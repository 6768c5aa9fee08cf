import type { StaffRole } from './roles.ts'

export type UserType = 'fan' | 'creator' | 'admin' | 'owner'

/** The signed-in person of a request, loaded once for it. `null` is a visitor wherever an actor is expected. */
export type Person = {
  id: string
  email: string
  displayName: string | null
  username: string | null
  userType: UserType
  /** Their staff role; null for fans and creators, for former staff, and while `enrolsAs` is set. */
  staffRole: StaffRole | null
  /** The staff role that waits for its second factor: until it is verified, this session has no staff rights. */
  enrolsAs: StaffRole | null
  profileCompleted: boolean
  /** ISO date, or null while the person hasn't entered it. */
  birthday: string | null
  accountStatus: 'active' | 'suspended' | 'closed'
  isBlocked: boolean
  avatarMediaId: string | null
  phone: string | null
  sessionId: string
  mfaAt: Date | null
  /** Whether the session proved the person's identity within the last minutes (fresh-proof.ts). */
  freshlyProved: boolean
}

export type Actor = Person | null

/** The specification's other names of the same two types are accepted wherever a type is read. */
export function userTypeOf(word: string): 'fan' | 'creator' | null {
  if (word === 'fan' || word === 'viewer') return 'fan'
  if (word === 'creator' || word === 'peach') return 'creator'
  return null
}
